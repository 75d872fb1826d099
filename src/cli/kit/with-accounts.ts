import type { AccountContext } from '../../accounts/context.ts';
import { openMail } from '../../accounts/mail.ts';
import { openSecret } from '../../accounts/secret.ts';
import { type Config, publicUrlOf } from '../../config.ts';
import { print } from './command.ts';
import { withExistingStore } from './with-store.ts';

/** For commands that do what the site does: make links, send mails. */
export function withAccounts<T>(config: Config, work: (context: AccountContext) => Promise<T>): Promise<T> {
  return withExistingStore(config, async (store) => {
    const mail = openMail(config, (error) => {
      process.stderr.write(`ludex: a mail was not sent: ${(error as Error).message}\n`);
    });
    const secret = await openSecret(config, store.accounts);
    const publicUrl = publicUrlOf(config);
    try {
      return await work({ config, publicUrl, store, secret, mail, clock: Date.now });
    } finally {
      await mail.close();
    }
  });
}

/** A link to hand over, alone on stdout. Which address the site has is known only where it is set. */
export function printLink({ config, publicUrl }: AccountContext, path: string): void {
  print(publicUrl + path);
  if (config.public_url === undefined) {
    process.stderr.write(`ludex: Is the site not at ${publicUrl}? Then set LUDEX_PUBLIC_URL, with which links begin\n`);
  }
}
