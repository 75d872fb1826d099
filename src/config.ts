import { readFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { failureOf, OperatorError } from './errors.ts';
import { envName, flagName, isSecret, SETTING_NAMES, SETTINGS, type SettingName } from './settings.ts';

type Settings = { [K in SettingName]: ReturnType<(typeof SETTINGS)[K]['parse']> };

export type Config = Omit<Settings, 'threads' | 'title_match'> & {
  threads: number;
  title_match: NonNullable<Settings['title_match']>;
};

/** The path of the pictures in URLs and in records. */
export const MEDIA_PATH = '/media';

export function mediaFolder({ data }: Pick<Config, 'data'>): string {
  return join(data, 'media');
}

/** A cache of generated covers, apart from the pictures because it may be deleted at any time. */
export function coversFolder({ data }: Pick<Config, 'data'>): string {
  return join(data, 'covers');
}

/** The data dumps, one folder for each. */
export function dumpsFolder({ data }: Pick<Config, 'data'>): string {
  return join(data, 'dumps');
}

/** Listen addresses that a client reaches as localhost. */
const LOCALHOST_ADDRESSES = ['localhost', '127.0.0.1', '0.0.0.0', '::'];

/** The public base URL. `port` is the actual one if the setting is 0. */
export function publicUrlOf({ public_url, host, port }: Pick<Config, 'public_url' | 'host' | 'port'>): string {
  if (public_url !== undefined) return public_url;
  // A URL cannot contain the zone of a link-local address (fe80::1%eth0).
  const name = LOCALHOST_ADDRESSES.includes(host) || host.includes('%') ? 'localhost' : host;
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`;
}

/** Where the pictures are. */
export function mediaUrlOf(config: Parameters<typeof publicUrlOf>[0] & Pick<Config, 'media_url'>): string {
  return config.media_url ?? publicUrlOf(config) + MEDIA_PATH;
}

/** Whether `npm` or `npx` started this program through a shell. */
export function isRunByNpm(env: NodeJS.ProcessEnv = process.env): boolean {
  return env.npm_command !== undefined;
}

export type Flags = Partial<Record<string, string>>;

/** Flags win over the environment, which wins over the defaults. A wrong setting throws an OperatorError that names it. */
export function readConfig(flags: Flags = {}, env: NodeJS.ProcessEnv = process.env): Config {
  refuseUnknown(env);
  const settings = Object.fromEntries(SETTING_NAMES.map((name) => [name, readSetting(name, env, flags)])) as Settings;
  if (settings.smtp_url && !settings.mail_from) throw new OperatorError('LUDEX_SMTP_URL requires LUDEX_MAIL_FROM');
  return {
    ...settings,
    threads: settings.threads ?? Math.min(8, availableParallelism()),
    title_match: settings.title_match ?? (settings.original_fields ? 'wide' : 'contract'),
  };
}

function readSetting(name: SettingName, env: NodeJS.ProcessEnv, flags: Flags): unknown {
  const { text, from } = findText(name, env, flags);
  try {
    return SETTINGS[name].parse(text);
  } catch (error) {
    throw new OperatorError(`${from} ${(error as Error).message}`);
  }
}

/** `from` is the name of the flag or variable, for messages. */
function findText(name: SettingName, env: NodeJS.ProcessEnv, flags: Flags): { text: string; from: string } {
  const flag = flags[flagName(name)];
  if (flag !== undefined) return { text: flag, from: `--${flagName(name)}` };
  const variable = envName(name);
  const file = isSecret(name) ? env[`${variable}_FILE`] : undefined;
  const direct = env[variable];
  if (file && direct) throw new OperatorError(`${variable} and ${variable}_FILE are both set; remove one of them`);
  if (file) return { text: readSecretFile(`${variable}_FILE`, file), from: `${variable}_FILE` };
  if (direct) return { text: direct, from: variable };
  return { text: SETTINGS[name].fallback, from: variable };
}

/** The value for people. Secrets are not shown. */
export function formatSetting(config: Config, name: SettingName): string {
  const value = config[name];
  if (value === undefined) return '(not set)';
  if (isSecret(name)) return '(set)';
  return value === null ? 'none' : String(value);
}

function readSecretFile(variable: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
  } catch (error) {
    throw new OperatorError(`${variable} names ${path}, which cannot be read (${failureOf(error)})`);
  }
  if (text.trim() === '') throw new OperatorError(`${variable} names ${path}, which is empty`);
  return text;
}

/** A misspelt variable would otherwise silently have no effect. LUDEX_TEST_… is for tests. */
function refuseUnknown(env: NodeJS.ProcessEnv): void {
  const known = new Set(
    SETTING_NAMES.flatMap((name) => [envName(name), ...(isSecret(name) ? [`${envName(name)}_FILE`] : [])]),
  );
  for (const variable of Object.keys(env)) {
    if (variable.startsWith('LUDEX_') && !variable.startsWith('LUDEX_TEST_') && !known.has(variable)) {
      throw new OperatorError(`${variable} is not a setting; "ludex config" lists them all`);
    }
  }
}
