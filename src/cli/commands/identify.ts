import { stat } from 'node:fs/promises';
import type { FileMatch } from '../../catalog/model/resources.ts';
import { failureOf, OperatorError } from '../../errors.ts';
import { type Answers, MAX_ASKED, withAnswers } from '../kit/answers.ts';
import { formatCount, type Input, print } from '../kit/command.ts';
import { type HashedFile, hashPath, listFiles } from '../kit/files.ts';
import { openProgress } from '../kit/progress.ts';

const MEGABYTE = 1_000_000;

/** Prints the game of each file. Fails if any has none. */
export function identify(input: Input): Promise<void> {
  return withAnswers(input, (answers) => identifyAll(input, answers));
}

async function identifyAll({ args, switches }: Input, answers: Answers): Promise<void> {
  const isJson = switches.has('json');
  const found: { file: string; match: FileMatch | null }[] = [];
  for await (const { file, match } of matchFiles(args, answers)) {
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
async function* matchFiles(paths: readonly string[], answers: Answers) {
  let waiting: HashedFile[] = [];
  const flush = async () => {
    const matches = await answers.identify(waiting.flatMap(({ hashes }) => hashes));
    return waiting.map(({ file, hashes }) => {
      const own = matches.splice(0, hashes.length);
      return { file, match: own.find((match) => match !== null) ?? null };
    });
  };
  for await (const hashed of hashFiles(paths)) {
    const count = [...waiting, hashed].reduce((sum, { hashes }) => sum + hashes.length, 0);
    if (count > MAX_ASKED) {
      yield* await flush();
      waiting = [];
    }
    waiting.push(hashed);
  }
  if (waiting.length > 0) yield* await flush();
}

async function* hashFiles(paths: readonly string[]): AsyncGenerator<HashedFile> {
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
