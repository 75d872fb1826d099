import type { Config } from '../../config.ts';
import { isSecret, SETTING_NAMES, type SettingName } from '../../settings.ts';

/** A flag with a value, or a boolean flag (switch) if `value` is missing. */
interface Flag {
  value?: string;
  help: string;
}

/** Parsed command line. */
export interface Input {
  config: Config;
  args: readonly string[];
  flags: Readonly<Partial<Record<string, string>>>;
  /** Names of the boolean flags that were set. */
  switches: ReadonlySet<string>;
}

/** One command. command-table.ts lists them all for the program, --help and the docs. */
export interface Command {
  /** Its name in lower case, then its arguments: `import [OPTIONAL] REPEATED…`. */
  usage: string;
  summary: string;
  flags?: Readonly<Record<string, Flag>>;
  /** A second table for its help. */
  listChoices?(): Promise<{ heading: string; rows: readonly (readonly [name: string, help: string])[] }>;
  /** Whether every setting is a flag, not only the data folder. */
  takesSettings?: true;
  run(input: Input): Promise<void>;
}

export const JSON_FLAG = { json: { help: 'Print JSON instead of text' } } as const;

export function nameOf({ usage }: Command): string {
  return usage.replace(/ [[A-Z].*/, '');
}

/** Every command has --data. Secrets are not flags, because other users of the machine can read those. */
export function listSettings(command: Command): SettingName[] {
  return SETTING_NAMES.filter((name) => name === 'data' || (command.takesSettings && !isSecret(name)));
}

/** Prints results to stdout. Everything else goes to stderr. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** `1 game`, `2 games`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Quotes a path for a shell command that we suggest. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Prints a table, or JSON with --json. */
export function printRows(rows: readonly Record<string, unknown>[], input: Input): void {
  if (input.switches.has('json')) print(JSON.stringify(rows));
  else if (rows[0]) printTable(Object.keys(rows[0]), rows);
}

export function printTable(columns: readonly string[], rows: readonly Record<string, unknown>[]): void {
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => (row[i] as string).length)));
  for (const row of cells)
    print(
      row
        .map((cell, i) => cell.padEnd(widths[i] as number))
        .join('  ')
        .trimEnd(),
    );
}
