import { makeToken, type TokenContents } from '../../accounts/tokens.ts';
import { OperatorError } from '../../errors.ts';
import { type Input, printRows } from '../kit/command.ts';
import { printLink, withAccounts } from '../kit/with-accounts.ts';
import { onStore } from '../kit/with-store.ts';
import { parsePlan } from './account.ts';

export function inviteAdd({ config, args, flags }: Input): Promise<void> {
  return withAccounts(config, async (context) => {
    const plan = parsePlan(flags.plan ?? 'free');
    const token = await makeToken(context, 'invite', { note: args[0] as string, plan });
    printLink(context, `/invite/${token}`);
  });
}

export const inviteList = onStore(async (input, store) => {
  await store.tokens.removeExpired(Date.now());
  const invites = await store.tokens.list('invite');
  const rows = invites.map(({ tokenId, content, createdAt, expiresAt }) => {
    const { note, plan } = JSON.parse(content) as TokenContents['invite'];
    return {
      invite_id: tokenId,
      note,
      plan,
      created: new Date(createdAt).toISOString(),
      expires: new Date(expiresAt).toISOString(),
    };
  });
  printRows(rows, input);
});

export const inviteRemove = onStore(async ({ args }, store) => {
  const id = args[0] as string;
  const removed = /^\d{1,15}$/.test(id) && (await store.tokens.remove(Number(id), 'invite'));
  if (!removed) throw new OperatorError(`There is no invitation ${id}; "ludex invite list" shows the ids`);
});
