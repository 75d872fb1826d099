import { createReadStream } from 'node:fs';
import { open, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type FileHashes, identifyFiles } from '../../catalog/identify.ts';
import type { FileMatch } from '../../catalog/model/resources.ts';
import { readSnapshot } from '../../catalog/snapshot/load-snapshot.ts';
import { failureOf, OperatorError } from '../../errors.ts';
import { readZipFiles } from '../../importers/zip.ts';
import { formatCount, type Input, print } from '../kit/command.ts';
import { hashFile } from '../kit/file-hashes.ts';
import { openProgress } from '../kit/progress.ts';
import { withExistingStore } from '../kit/with-store.ts';

/** A file, or a file inside an archive. */
interface Hashed {
  file: string;
  /** Of the whole file and of its parts. */
  hashes: FileHashes[];
}

/** Looks up many files at once, each by its hashes. */
type Identify = (files: readonly FileHashes[]) => Promise<(FileMatch | null)[]>;

const MEGABYTE = 1_000_000;
/** As many as a request may have. */
const HASHES_AT_ONCE = 100;

/** Prints the game of each file. Fails if any has none. */
export async function identify(input: Input): Promise<void> {
  const { config, flags } = input;
  if (flags.server !== undefined) return identifyAll(input, openRemoteIdentify(flags.server, flags.key));
  if (flags.key !== undefined) throw new OperatorError('--key needs --server; a local catalog needs no key');
  await withExistingStore(config, async ({ catalog: store }) => {
    const snapshot = await readSnapshot(store);
    const publicUrl = config.public_url ?? `http://localhost:${config.port}`;
    const options = { publicUrl, mediaUrl: '', originalFields: false, generatedCovers: false };
    await identifyAll(input, (files) => identifyFiles({ store, options }, snapshot, files));
  });
}

async function identifyAll({ args, switches }: Input, lookUp: Identify): Promise<void> {
  const isJson = switches.has('json');
  const found: { file: string; match: FileMatch | null }[] = [];
  for await (const { file, match } of matchFiles(args, lookUp)) {
    found.push({ file, match });
    if (!isJson) print(`${file}: ${match ? describe(match) : 'no match'}`);
  }
  if (isJson) print(JSON.stringify(found));
  const missing = found.filter(({ match }) => match === null).length;
  if (found.length === 0) throw new OperatorError('There are no files to identify');
  if (missing === found.length)
    throw new OperatorError(
      `None of ${formatCount(missing, 'file')} has a match; the imports of mame, libretro, gamedatabase and gametdb bring the hashes of files`,
    );
  if (missing > 0) throw new OperatorError(`${missing} of ${found.length} files have no match`);
}

function describe({ game, platform, release, dump, other_games }: FileMatch): string {
  const facts = [platform?.platform_name, release?.countries.join(', '), release?.release_date].filter(Boolean);
  const others = other_games.length > 0 ? `, also in ${formatCount(other_games.length, 'other game')}` : '';
  const name = dump.name === null ? '' : `, "${dump.name}"`;
  return `${game.title}${facts.length > 0 ? ` (${facts.join('; ')})` : ''}, game ${game.game_id}${name}${others}`;
}

/** The files with their matches, in the same order. */
async function* matchFiles(paths: readonly string[], lookUp: Identify) {
  let waiting: Hashed[] = [];
  const flush = async () => {
    const matches = await lookUp(waiting.flatMap(({ hashes }) => hashes));
    return waiting.map(({ file, hashes }) => {
      const own = matches.splice(0, hashes.length);
      return { file, match: own.find((match) => match !== null) ?? null };
    });
  };
  for await (const hashed of hashFiles(paths)) {
    const count = [...waiting, hashed].reduce((sum, { hashes }) => sum + hashes.length, 0);
    if (count > HASHES_AT_ONCE) {
      yield* await flush();
      waiting = [];
    }
    waiting.push(hashed);
  }
  if (waiting.length > 0) yield* await flush();
}

async function* hashFiles(paths: readonly string[]): AsyncGenerator<Hashed> {
  const files: { path: string; size: number }[] = [];
  for (const path of paths) {
    await stat(path).catch((error) => {
      throw new OperatorError(`${path} cannot be read (${failureOf(error)})`);
    });
    for await (const file of listFiles(path, new Map())) files.push(file);
  }
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const progress = openProgress('MB');
  let done = 0;
  for (const { path, size } of files) {
    try {
      yield* hashPath(path, size);
    } catch (error) {
      process.stderr.write(`ludex: ${path} cannot be read (${failureOf(error)})\n`);
      yield { file: path, hashes: [] };
    }
    done += size;
    progress.show(Math.floor(done / MEGABYTE), Math.ceil(total / MEGABYTE));
  }
  progress.end();
}

async function* hashPath(path: string, size: number): AsyncGenerator<Hashed> {
  if (!(await isZip(path))) yield { file: path, hashes: await hashFile(createReadStream(path), size) };
  else
    for await (const { name, read, size: unpacked } of readZipFiles(path))
      yield { file: `${path}: ${name}`, hashes: await hashFile(read(), unpacked) };
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(4) });
    return bytesRead === 4 && buffer.toString('latin1') === 'PK\x03\x04';
  } finally {
    await file.close();
  }
}

/**
 * The file itself, or all files in the folder, sorted by name. A path that cannot be read is listed too: hashing it tells why.
 * A folder is listed once, so links cannot make a loop; `listed` has the path of each by its real path.
 */
async function* listFiles(path: string, listed: Map<string, string>): AsyncGenerator<{ path: string; size: number }> {
  const stats = await stat(path).catch(() => undefined);
  const names = stats?.isDirectory() ? await readdir(path).catch(() => undefined) : undefined;
  if (!names) {
    if (!stats || stats.isFile() || stats.isDirectory()) yield { path, size: stats?.isFile() ? stats.size : 0 };
    return;
  }
  const real = await realpath(path);
  const same = listed.get(real);
  if (same !== undefined) process.stderr.write(`ludex: ${path} is skipped; it is the same folder as ${same}\n`);
  else {
    listed.set(real, path);
    for (const name of names.toSorted()) yield* listFiles(join(path, name), listed);
  }
}

/** A key without requests for longer than this gets a sentence instead. */
const MAX_WAIT_SECONDS = 60;
const MAX_ATTEMPTS = 5;

/** Looks files up at a server; its address may end with `/v1`. Waits when the server says so. */
function openRemoteIdentify(server: string, key: string | undefined) {
  if (!URL.canParse(server) || !/^https?:/.test(server))
    throw new OperatorError(`--server must be a URL such as https://games.example.org, not "${server}"`);
  if (key === undefined) throw new OperatorError('--server needs --key KEY, an API key of that server');
  const url = `${server.replace(/(\/v1)?\/*$/, '')}/v1/identify`;
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  return async (files: readonly FileHashes[]): Promise<(FileMatch | null)[]> => {
    if (files.length === 0) return [];
    for (let attempt = 1; ; attempt++) {
      const answer = await send(url, { method: 'POST', headers, body: JSON.stringify({ files }) });
      if (answer.ok) return ((await answer.json()) as { matches: (FileMatch | null)[] }).matches;
      const wait = Number(answer.headers.get('retry-after') ?? Number.NaN);
      if (attempt === MAX_ATTEMPTS || !(wait <= MAX_WAIT_SECONDS)) throw await describeError(url, answer);
      await pause(wait * 1000);
    }
  };
}

async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { code, message } = ((error as Error).cause ?? error) as NodeJS.ErrnoException;
    throw new OperatorError(`${url} cannot be reached (${code ?? message})`);
  }
}

async function describeError(url: string, answer: Response): Promise<OperatorError> {
  const { message } = (await answer.json().catch(() => ({}))) as { message?: string };
  return new OperatorError(`${url} answered ${answer.status}${message ? `: ${message}` : ''}`);
}
