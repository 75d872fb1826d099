import { getAccount } from '../../accounts/accounts.ts';
import { OperatorError } from '../../errors.ts';
import type { UsageBy } from '../../store/usage.ts';
import { printRows } from '../kit/command.ts';
import { onStore } from '../kit/with-store.ts';

const DAY_MS = 24 * 3600 * 1000;
const DEFAULT_DAYS = '30';

const BY: Record<string, UsageBy> = { day: 'day', key: 'key_id', endpoint: 'endpoint', status: 'status' };

export const showUsage = onStore(async (input, store) => {
  const { args, flags } = input;
  const name = flags.by ?? 'day';
  const by = Object.hasOwn(BY, name) ? BY[name] : undefined;
  if (!by) throw new OperatorError(`--by must be one of ${Object.keys(BY).join(', ')}, not "${name}"`);
  const firstDay = Math.floor(Date.now() / DAY_MS) - parseDays(flags.days ?? DEFAULT_DAYS) + 1;
  const account = args[0] === undefined ? undefined : await getAccount(store.accounts, args[0]);
  const keys = account && (await store.accounts.listKeys(account.accountId));
  const sums = await store.usage.sum(
    by,
    firstDay,
    keys?.map(({ keyId }) => keyId),
  );
  const rows = sums.map((sum) => ({
    [name]: by === 'day' ? new Date(Number(sum.name) * DAY_MS).toISOString().slice(0, 10) : sum.name,
    requests: sum.requests,
    errors: sum.errors,
  }));
  printRows(rows, input);
});

function parseDays(text: string): number {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days < 1) throw new OperatorError(`--days must be a whole number from 1, not "${text}"`);
  return days;
}
