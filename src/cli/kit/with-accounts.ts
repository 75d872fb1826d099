import type { AccountContext } from '../../accounts/context.ts';
import { openMail } from '../../accounts/mail.ts';
import { openSecret } from '../../accounts/secret.ts';
import { type Config, publicUrlOf } from '../../config.ts';
import { findAddress } from '../../server/address-file.ts';
import { print } from './command.ts';
import { withExistingStore } from './with-store.ts';

/** For commands that create links or send emails, as the site does. */
export function withAccounts<T>(config: Config, work: (context: AccountContext) => Promise<T>): Promise<T> {
  return withExistingStore(config, async (store) => {
    const mail = openMail(config, (error) => {
      process.stderr.write(`ludex: Sending an email failed: ${(error as Error).message}\n`);
    });
    const secret = await openSecret(config, store.accounts);
    const publicUrl = config.public_url ?? findAddress(config) ?? publicUrlOf(config);
    try {
      return await work({ config, publicUrl, store, secret, mail, clock: Date.now });
    } finally {
      await mail.close();
    }
  });
}

/** Prints only the link to stdout. Its base is a guess if LUDEX_PUBLIC_URL is not set. */
export function printLink({ config, publicUrl }: AccountContext, path: string): void {
  print(publicUrl + path);
  if (config.public_url === undefined) {
    process.stderr.write(`ludex: Set LUDEX_PUBLIC_URL if the site is not at ${publicUrl}\n`);
  }
}
