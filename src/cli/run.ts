import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { escapeControls } from '../bundle/plain-text.ts';
import { readConfig } from '../config.ts';
import { isDiskFull, OperatorError } from '../errors.ts';
import { findSimilar } from '../folding.ts';
import { lowerPriority } from '../priority.ts';
import { envName, flagName, SETTINGS } from '../settings.ts';
import { isDamaged } from '../store/sqlite/errors.ts';
import { VERSION } from '../version.ts';
import { COMMANDS } from './command-table.ts';
import { type Command, type Input, listSettings, nameOf, print } from './kit/command.ts';

/** Runs a command in a process of its own. */
export async function runProcess(argv: readonly string[]): Promise<number> {
  // A reader such as `| head` may close the pipe early.
  process.stdout.once('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const isServer = argv[0] === 'serve';
  limitHeapGrowth(isServer ? SERVER_HEAP_PERCENT : HEAP_PERCENT);
  if (!isServer) lowerPriority();
  return runCommand(argv);
}

/** Runs the command and returns the exit code. An expected error is one sentence on stderr. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  try {
    await dispatch(argv);
    return 0;
  } catch (error) {
    const message = explain(error);
    if (message === undefined) throw error;
    process.stderr.write(`ludex: ${message}\n`);
    return 1;
  }
}

/**
 * An error of the operator or of the machine: a full disk, missing permissions, a lost database connection. PostgreSQL's error
 * codes have five characters.
 */
function isExpectedError(error: unknown): error is Error {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return (
    error instanceof OperatorError ||
    /^(ERR_SQLITE_ERROR|E(ACCES|PERM|ROFS|NOSPC|FBIG|IO|MFILE|DQUOT|PIPE|CONN\w+|TIMEDOUT)|[0-9A-Z]{5})$/.test(
      String(code),
    ) ||
    /^Connection terminated/.test(String(message))
  );
}

/** One sentence about an expected error. Undefined for a bug. */
export function explain(error: unknown): string | undefined {
  if (!isExpectedError(error)) return undefined;
  if (isDiskFull(error)) return explainDiskFull(error);
  if (isDamaged(error))
    return `A database in the data folder is damaged (${error.message}). Run "ludex check" to see where, and restore a backup into another folder with "ludex restore"`;
  // A message may quote a file.
  return escapeControls(error.message);
}

function explainDiskFull({ message }: Error): string {
  const space = `the data folder, the target and the temporary files (in ${tmpdir()}; TMPDIR names another folder)`;
  // Without the system call and the paths.
  const [reason] = message.split(',', 1);
  return `The disk is full (${reason}); nothing was changed. Free some space for ${space}, and try again`;
}

async function dispatch(argv: readonly string[]): Promise<void> {
  const first = argv[0];
  if (first === 'help' && argv.length > 1) return dispatch([...argv.slice(1), '--help']);
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') return print(programHelp());
  if (first === '--version') return print(VERSION);
  const command = findCommand(argv);
  if (!command) return print(await groupHelp(argv));
  const rest = argv.slice(nameOf(command).split(' ').length);
  if (rest.includes('--help') || rest.includes('-h')) return print(await commandHelp(command));
  await command.run(parseInput(command, rest));
}

function findCommand(argv: readonly string[]): Command | undefined {
  const named = (count: number) => COMMANDS.find((command) => nameOf(command) === argv.slice(0, count).join(' '));
  return named(2) ?? named(1);
}

/** `ludex key` alone shows the commands of the group. */
async function groupHelp(argv: readonly string[]): Promise<string> {
  const group = COMMANDS.filter((command) => nameOf(command).startsWith(`${argv[0]} `));
  if (group.length > 0 && (argv.length === 1 || argv[1] === '--help')) {
    return (await Promise.all(group.map(commandHelp))).join('\n\n');
  }
  const typed = argv.slice(0, group.length > 0 ? 2 : 1).join(' ');
  const names = COMMANDS.map(nameOf);
  // Some commands have two words.
  const similar = findSimilar(argv.slice(0, 2).join(' '), names) ?? findSimilar(argv[0] as string, names);
  const hint = similar === undefined ? '"ludex --help" lists all commands' : `Did you mean "${similar}"?`;
  throw new OperatorError(`Unknown command "${typed}". ${hint}`);
}

function parseInput(command: Command, argv: readonly string[]): Input {
  const settings = listSettings(command).map(flagName);
  const options = Object.fromEntries([
    ...settings.map((name) => [name, { type: 'string' as const }]),
    ...Object.entries(command.flags ?? {}).map(([name, flag]) => [
      name,
      { type: flag.value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  ]);
  const { values, positionals } = parseStrictly(command, argv, options);
  checkArgs(command, positionals);
  const texts = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const flags = Object.fromEntries(texts);
  const switches = new Set(Object.keys(values).filter((name) => values[name] === true));
  return { config: readConfig(pick(flags, settings)), args: positionals, flags, switches };
}

function parseStrictly(
  command: Command,
  argv: readonly string[],
  options: Record<string, { type: 'string' | 'boolean' }>,
) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split(/\.\s/, 1);
    const typed = /^Unknown option '--(.+)'/.exec(sentence)?.[1];
    const similar = typed && findSimilar(typed, Object.keys(options));
    const hint = similar ? `. Did you mean "--${similar}"?` : `; "ludex ${nameOf(command)} --help" lists the flags`;
    throw new OperatorError(sentence + hint);
  }
}

function checkArgs(command: Command, args: readonly string[]): void {
  const wanted = command.usage.slice(nameOf(command).length).split(' ').slice(1);
  const needed = wanted.filter((word) => !word.startsWith('['));
  const most = command.usage.includes('…') ? Infinity : wanted.length;
  if (args.length >= needed.length && args.length <= most) return;
  throw new OperatorError(`Usage: ludex ${command.usage}`);
}

function pick(flags: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(flags).filter(([name]) => names.includes(name)));
}

const HEAP_PERCENT = 50;
/** A serving thread uses 30 MB, and stops for 10 to 20 ms to collect the garbage in them: with 50 % every second while it makes pages. */
const SERVER_HEAP_PERCENT = 150;

/** Otherwise V8 lets a heap grow to five times what it uses before it collects the garbage, and then keeps much of it. */
function limitHeapGrowth(percent: number): void {
  setFlagsFromString(`--heap-growing-percent=${percent}`);
}

function programHelp(): string {
  const rows = COMMANDS.map((command) => [command.usage, command.summary] as const);
  return [
    `Ludex ${VERSION}: a self-hosted video game catalog`,
    '',
    'Usage: ludex COMMAND [FLAGS]',
    '',
    ...columns(rows),
    '',
    '"ludex COMMAND --help" describes one command; "ludex config" shows the settings.',
  ].join('\n');
}

async function commandHelp(command: Command): Promise<string> {
  const choices = await command.listChoices?.();
  return [
    `Usage: ludex ${command.usage}`,
    '',
    `  ${command.summary}.`,
    '',
    ...(choices ? [`${choices.heading}:`, ...columns(choices.rows), '', 'Flags:'] : []),
    ...columns([...ownFlags(command), ...settingFlags(command)]),
  ].join('\n');
}

function ownFlags(command: Command): (readonly [string, string])[] {
  return Object.entries(command.flags ?? {}).map(
    ([name, { value, help }]) => [`--${name}${value === undefined ? '' : ` ${value}`}`, help] as const,
  );
}

function settingFlags(command: Command): (readonly [string, string])[] {
  return listSettings(command).map(
    (name) =>
      [`--${flagName(name)} VALUE`, `${SETTINGS[name].help} (${SETTINGS[name].values}; or ${envName(name)})`] as const,
  );
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
