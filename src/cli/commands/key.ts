import { getAccount } from '../../accounts/accounts.ts';
import {
  GRACE_HOURS,
  isExpired,
  issueKey,
  keyLimits,
  parseKeyLimit,
  revokeKey,
  rotateKey,
} from '../../accounts/keys.ts';
import { openSecret } from '../../accounts/secret.ts';
import { OperatorError } from '../../errors.ts';
import type { StoredKey } from '../../store/service-tables.ts';
import type { Store } from '../../store/store.ts';
import type { UsageBy } from '../../store/usage.ts';
import { print, printRows } from '../kit/command.ts';
import { onStore } from '../kit/with-store.ts';

const DEFAULT_GRACE_HOURS = String(GRACE_HOURS);

export const keyList = onStore(async (input, store) => {
  const { config, args, switches } = input;
  const secret = await openSecret(config, store.accounts);
  const { accountId, plan } = await getAccount(store.accounts, args[0] as string);
  const keys = await store.accounts.listKeys(accountId);
  const rows = keys.map((key) => {
    const { perHour, perSecond } = keyLimits(config, plan, key);
    return {
      key_id: key.keyId,
      name: key.name,
      created: new Date(key.createdAt).toISOString(),
      expires: key.expiresAt === null ? 'never' : new Date(key.expiresAt).toISOString(),
      per_hour: perHour ?? 'none',
      per_second: perSecond ?? 'none',
      ...(switches.has('show') && { key: secret.decrypt(key.encrypted) }),
    };
  });
  printRows(rows, input);
});

export const keyAdd = onStore(async ({ config, args, flags }, store) => {
  const secret = await openSecret(config, store.accounts);
  const { accountId } = await getAccount(store.accounts, args[0] as string);
  const name = flags.name ?? 'key';
  print(await issueKey(store.accounts, secret, { accountId, name, key: flags.key, createdAt: Date.now() }));
});

export const keyRotate = onStore(async ({ config, args, flags }, store) => {
  const hours = /^\d{1,5}$/.test(flags.grace ?? DEFAULT_GRACE_HOURS) ? Number(flags.grace ?? DEFAULT_GRACE_HOURS) : -1;
  if (hours < 0) throw new OperatorError(`--grace must be a whole number of hours, not "${flags.grace}"`);
  const secret = await openSecret(config, store.accounts);
  const old = await getKey(store, args[0] as string);
  if (isExpired(old, Date.now())) {
    throw new OperatorError(`Key ${old.keyId} has expired; "ludex key add EMAIL" adds a new one`);
  }
  print(await rotateKey({ store, secret, clock: Date.now }, old, hours));
});

export const keyRevoke = onStore(async ({ args }, store) => {
  await revokeKey({ store, clock: Date.now }, await getKey(store, args[0] as string));
});

export const keyLimit = onStore(async ({ args, flags }, store) => {
  const { keyId } = await getKey(store, args[0] as string);
  const change = {
    ...(flags['per-hour'] !== undefined && { perHour: parseLimit('per-hour', flags['per-hour']) }),
    ...(flags['per-second'] !== undefined && { perSecond: parseLimit('per-second', flags['per-second']) }),
  };
  if (Object.keys(change).length === 0) throw new OperatorError('Set --per-hour, --per-second or both');
  await store.accounts.changeKey(keyId, change);
});

async function getKey(store: Store, text: string): Promise<StoredKey> {
  const key = /^\d{1,15}$/.test(text) ? await store.accounts.findKey(Number(text)) : undefined;
  if (!key) throw new OperatorError(`There is no key ${text}; "ludex key list EMAIL" shows the ids`);
  return key;
}

function parseLimit(flag: string, text: string): number | null {
  const limit = parseKeyLimit(text);
  if (limit !== undefined) return limit;
  throw new OperatorError(`--${flag} must be a whole number from 0 to 999999999, none or plan, not "${text}"`);
}

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
