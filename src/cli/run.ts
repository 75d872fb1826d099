import { existsSync, readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { parseArgs } from 'node:util';
import { flagName, readConfig } from '../config.ts';
import { OperatorError } from '../errors.ts';
import { VERSION } from '../version.ts';
import { COMMANDS } from './command-table.ts';
import { type Command, type Input, listSettings, print } from './kit/command.ts';
import { commandHelp, programHelp } from './kit/help.ts';

/** Runs a command as the only work of this process. */
export async function runProcess(argv: readonly string[]): Promise<number> {
  // Who reads only the beginning (`| head`) has seen enough.
  process.stdout.once('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  if (argv[0] !== 'serve') lowerPriority();
  return runCommand(argv);
}

/** Runs what the arguments ask for and returns the exit code. A user's mistake is one sentence on stderr. */
export async function runCommand(argv: readonly string[]): Promise<number> {
  try {
    await dispatch(argv);
    return 0;
  } catch (error) {
    if (!isExpectedError(error)) throw error;
    process.stderr.write(`ludex: ${error.message}\n`);
    return 1;
  }
}

/**
 * A mistake of the operator's, or a machine that does not do what it should: a full disk, a file that is not ours, a database
 * that went away. PostgreSQL's own codes have five places.
 */
function isExpectedError(error: unknown): error is Error {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown };
  return (
    error instanceof OperatorError ||
    /^(ERR_SQLITE_ERROR|E(ACCES|PERM|ROFS|NOSPC|IO|MFILE|DQUOT|PIPE|CONN\w+|TIMEDOUT)|[0-9A-Z]{5})$/.test(
      String(code),
    ) ||
    /^Connection terminated/.test(String(message))
  );
}

async function dispatch(argv: readonly string[]): Promise<void> {
  const first = argv[0];
  if (first === undefined || first === '--help' || first === '-h' || first === 'help') return print(programHelp());
  if (first === '--version') return print(VERSION);
  const command = findCommand(argv);
  if (!command) return print(groupHelp(argv));
  const rest = argv.slice(command.name.split(' ').length);
  if (rest.includes('--help') || rest.includes('-h')) return print(commandHelp(command));
  await command.run(parseInput(command, rest));
}

function findCommand(argv: readonly string[]): Command | undefined {
  const named = (args: number) => COMMANDS.find(({ name }) => name === argv.slice(0, args).join(' '));
  return named(2) ?? named(1);
}

/** `ludex key` alone shows what there is to do with keys. */
function groupHelp(argv: readonly string[]): string {
  const group = COMMANDS.filter(({ name }) => name.startsWith(`${argv[0]} `));
  if (group.length > 0 && (argv.length === 1 || argv[1] === '--help')) {
    return group.map(commandHelp).join('\n\n');
  }
  throw new OperatorError(`"${argv.slice(0, 2).join(' ')}" is no command; "ludex --help" lists them all`);
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
    const [sentence] = (error as Error).message.split(/\.\s/, 1);
    throw new OperatorError(`${sentence}; "ludex ${command.name} --help" says what there is`);
  }
}

function checkArgs(command: Command, args: readonly string[]): void {
  const wanted = command.args.split(' ').filter((word) => word !== '');
  const needed = wanted.filter((word) => !word.startsWith('['));
  const most = command.args.includes('…') ? Infinity : wanted.length;
  if (args.length >= needed.length && args.length <= most) return;
  throw new OperatorError(`Use: ludex ${command.name} ${command.args}`.trimEnd());
}

function pick(flags: Record<string, string>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(flags).filter(([name]) => names.includes(name)));
}

const { PRIORITY_BELOW_NORMAL } = constants.priority;
const THREADS = '/proc/self/task';

/** Requests go first where a command works beside a server: on an idle machine it is as fast as ever. */
function lowerPriority(): void {
  for (const thread of listThreads()) {
    try {
      if (getPriority(thread) < PRIORITY_BELOW_NORMAL) setPriority(thread, PRIORITY_BELOW_NORMAL);
    } catch {
      // The thread has ended, or nobody may do this here: then it stays as it is.
    }
  }
}

/** Linux has a priority for each thread, which new ones take over; elsewhere it is the process's. */
function listThreads(): number[] {
  return existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [process.pid];
}
