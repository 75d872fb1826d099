import { type Config, isSecret, SETTINGS, type SettingName } from '../../config.ts';

/** A flag of a command: with a value when it names one, else a switch. */
interface Flag {
  value?: string;
  help: string;
}

/** What a command is called with. */
export interface Input {
  config: Config;
  args: readonly string[];
  flags: Readonly<Partial<Record<string, string>>>;
  /** Switches that were given. */
  switches: ReadonlySet<string>;
}

/** One command. The table of them in commands.ts drives the program, its --help and the docs. */
export interface Command {
  name: string;
  /** Words after the name: capitals stand for something, brackets mean that it may be left out, … that there may be more. */
  args: string;
  summary: string;
  flags?: Readonly<Record<string, Flag>>;
  /** Whether every setting is a flag of this command, and not only the data folder. */
  takesSettings?: true;
  run(input: Input): Promise<void>;
}

export const JSON_FLAG = { json: { help: 'Print JSON for programs' } } as const;

/** The data folder belongs to every command; secrets stay out of flags, which others on the machine can read. */
export function listSettings(command: Command): SettingName[] {
  const names = Object.keys(SETTINGS) as SettingName[];
  return names.filter((name) => name === 'data' || (command.takesSettings && !isSecret(name)));
}

/** What the user asked for goes to stdout, one thing a line. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A path in a command that we suggest: as one word of a shell, in quotes if it needs them. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Rows with aligned columns, or JSON when a program reads. */
export function printRows(rows: readonly Record<string, unknown>[], input: Input): void {
  if (input.switches.has('json')) print(JSON.stringify(rows));
  else if (rows[0]) printTable(Object.keys(rows[0]), rows);
}

/** Rows with aligned columns. */
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
