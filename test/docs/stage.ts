import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestContext } from 'node:test';
import { reportSubstitute } from '../support/instead.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { isRoot, NOBODY, readableCheckout } from '../support/servers/checkout.ts';
import { freePorts } from '../support/servers/free-port.ts';
import { until } from '../support/until.ts';
import { type Block, isRun, readBlocks } from './blocks.ts';
import { copyStarterData } from './starter-data.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/** Where a page is followed: a new home with a shell, of a user who has installed Ludex. */
export interface Stage {
  home: string;
  /** In place of 8080; the next three are free as well. */
  port: number;
  terminal: Terminal;
  /** Gives the files below the home to the user. */
  handOver(): void;
  /** Runs the blocks of a page in their order, with what stands in for the names in them. Gives what each printed. */
  follow(page: string, standIns?: Record<string, string>): Promise<string[]>;
  /** Starts `ludex serve` as somebody who reads the page has done before, and gives the first key. */
  serve(): Promise<string>;
}

export const checkout = readableCheckout();
const PATH = (process.env.PATH ?? '').split(delimiter).filter((folder) => !/node_modules|node-gyp-bin/.test(folder));

/** An ordinary user, where the machine allows it. */
const uid = isRoot && canRunNpm(NOBODY) ? NOBODY : undefined;

/** Modules that were compiled for one page serve the next one. */
const compiled = temporaryFolder('compiled');
giveAway(compiled);

function canRunNpm(user: number): boolean {
  return spawnSync('npm', ['--version'], { uid: user, gid: user, env: { PATH: PATH.join(delimiter) } }).status === 0;
}

export async function openStage(t: TestContext, where: 'home' | 'checkout' = 'home'): Promise<Stage> {
  if (process.getuid?.() === 0 && uid === undefined)
    reportSubstitute(t, 'npm cannot be run as nobody, so pages run as root');
  const home = temporaryFolder('home');
  const port = await freePorts();
  addPrograms(join(home, 'bin'));
  const cwd = where === 'home' ? home : copySources(join(home, 'ludex'));
  const env = {
    PATH: [join(home, 'bin'), ...PATH].join(delimiter),
    HOME: home,
    LANG: 'C.UTF-8',
    LUDEX_PORT: String(port),
    LUDEX_THREADS: '1',
    NODE_COMPILE_CACHE: compiled,
    // Tests use no network.
    npm_config_audit: 'false',
    npm_config_update_notifier: 'false',
    // Who reads pauses between two calls.
    LUDEX_FREE_PER_SECOND: 'none',
  };
  const handOver = () => giveAway(home);
  handOver();
  const terminal = openTerminal({ cwd, env, uid });
  t.after(terminal.close);
  const addLogs = (error: Error) => {
    throw new Error(error.message + readLogs(home), { cause: error });
  };
  return {
    home,
    port,
    terminal,
    handOver,
    follow: async (page, standIns = {}) => {
      const all = readBlocks(page);
      const blocks = all.filter((block) => block.language === 'sh' && isRun(block));
      const translate = openTranslator(page, all, { ...standIns, 8080: String(port) });
      const printed: string[] = [];
      for (const block of blocks) printed.push(await enter(terminal, block, translate(block.text)).catch(addLogs));
      return printed;
    },
    serve: async () => {
      await copyStarterData(join(home, 'data'));
      handOver();
      const greeting = await startServer(terminal, 'ludex serve', 'ludex serve');
      return /Your API key, shown only once: (ludex_\w+)/.exec(greeting)?.[1] as string;
    },
  };
}

/** What programs in the background have written to files. */
function readLogs(home: string): string {
  const logs = readdirSync(home).filter((file) => file.endsWith('.log'));
  return logs.map((file) => `\n${file}:\n${readFileSync(join(home, file), 'utf8').slice(-4000)}`).join('');
}

/** Tests use no network, and the packages of the checkout are not theirs to change. */
const INSTALLS = /\bnpm (ci|i|install(?! '?http:\/\/localhost:)|add|exec)\b|\bnpx (?!ludex\b)|\bgit clone\b/;

function enter(terminal: Terminal, block: Block, lines: string): Promise<string> {
  const name = `${block.page}:${block.line}`;
  if (INSTALLS.test(lines)) throw new Error(`${name} installs something: mark it as "not-run: REASON"`);
  return block.mark === 'server' ? startServer(terminal, name, lines) : terminal.run(name, lines);
}

/** Gives what it prints when it is ready: that comes in one piece. */
async function startServer(terminal: Terminal, name: string, lines: string): Promise<string> {
  const [from, before] = [terminal.stdout().length, terminal.output().length];
  await terminal.start(name, lines);
  await until(() => {
    if (/^ludex: /m.test(terminal.output().slice(before))) throw new Error(`${name}: ${terminal.output()}`);
    return terminal.stdout().includes(' serves ', from);
  });
  return terminal.stdout().slice(from);
}

/** Replaces names that only the reader has. A stand-in that the page does not name is a mistake of the test. */
function openTranslator(
  page: string,
  blocks: readonly Block[],
  standIns: Record<string, string>,
): (text: string) => string {
  const names = Object.keys(standIns).filter((name) => blocks.some(({ text }) => text.includes(name)));
  const unknown = Object.keys(standIns).filter((name) => !names.includes(name) && name !== '8080');
  if (unknown.length > 0) throw new Error(`${page} does not speak of ${unknown.join()}`);
  return (text) => names.reduce((done, name) => done.replaceAll(name, () => standIns[name] as string), text);
}

/** What `npm install --global ludex` makes. */
function addPrograms(folder: string): void {
  mkdirSync(folder);
  symlinkSync(join(checkout.folder, 'bin', 'ludex.js'), join(folder, 'ludex'));
}

/** A checkout of the user's own, with the packages of ours: test/world runs `npm ci`. */
function copySources(folder: string): string {
  const isCopied = (path: string) => !/^(node_modules|\.git|data|dist|test|bench|torture)(\/|$)/.test(path);
  const from = (path: string) => path.slice(checkout.folder.length);
  cpSync(checkout.folder, folder, { recursive: true, filter: (path) => isCopied(from(path)) });
  symlinkSync(join(checkout.folder, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function giveAway(folder: string): void {
  if (uid === undefined) return;
  const below = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => !entry.isSymbolicLink(),
  );
  for (const path of [folder, ...below.map((entry) => join(entry.parentPath, entry.name))]) {
    try {
      chownSync(path, uid, uid);
    } catch (error) {
      // The compile cache renames its files when they are complete.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }
}
