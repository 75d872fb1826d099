import type { FileHashes } from '../../catalog/identify.ts';
import type { FileMatch, Game } from '../../catalog/model/resources.ts';
import { OperatorError } from '../../errors.ts';
import { plainCode, plainTitle } from '../../folding.ts';
import { type Answers, type GameQuery, MAX_ASKED } from '../kit/answers.ts';
import { openProgress } from '../kit/progress.ts';
import { type FileFacts, findNameProblem } from './file-facts.ts';
import type { Memory } from './memory.ts';
import { type Rom, readName, stemOf } from './roms.ts';

/** A file with its game, if it has one. */
export interface Found {
  rom: Rom;
  gameId?: number;
  /** By which the game was found. */
  by?: 'hash' | 'set name' | 'product code' | 'title';
  /** In a sentence, why it is this game, or why there is none. */
  why: string;
  /** Why its contents could not tell the game. */
  problem?: string;
  match?: FileMatch;
  /** Missing also if the game could not be read. */
  game?: Game;
  /** The catalog did not answer. */
  isFailed?: true;
}

export interface FindOptions {
  answers: Answers;
  /** The address of a server, whose answers are remembered. */
  server: string | undefined;
  memory: Memory;
  facts: ReadonlyMap<string, FileFacts>;
  /** Ids. */
  platforms: readonly number[];
  isArcade: boolean;
}

/** An answer has up to 1.25 MB: the rest of the games is on the next page. */
const CODES_AT_ONCE = 25;
const CANDIDATES = 10;

/** Finds the game of each file: by its hashes, by a product code in it, and by its name. In an arcade, names of sets come first. */
export async function findGames(roms: readonly Rom[], options: FindOptions): Promise<Found[]> {
  const { answers, facts, memory, isArcade } = options;
  const all = roms.map((rom): Found => ({ rom, why: findNameProblem(rom) ?? '' }));
  for (const found of all)
    if (!found.rom.isFile && found.why === '') found.why = facts.get(found.rom.path)?.problem ?? 'it is no file';
  const usable = all.filter(({ why }) => why === '');
  const rest = () => usable.filter(({ gameId, isFailed }) => gameId === undefined && !isFailed);
  const progress = openProgress('files');
  // No set has a longer name, and a filter takes 200 characters.
  const setOf = ({ rom }: Found) => [`mame:arcade/${stemOf(rom.path).slice(0, 100)}`];
  if (isArcade) await findByValues(rest(), 'external_id', setOf, options);
  await findByHash(rest(), options);
  await findByValues(rest(), 'product_code', ({ rom }) => factsOf(rom, facts).flatMap(({ codes }) => codes), options);
  const unnamed = rest();
  for (const [i, found] of unnamed.entries()) {
    await findByTitle(found, options);
    memory.tick();
    progress.show(i + 1, unnamed.length);
  }
  progress.end();
  const ids = [...new Set(usable.flatMap(({ gameId }) => gameId ?? []))];
  const games = await readGames(answers, ids);
  for (const [question, id] of memory.answers)
    if (id !== null && games.get(id) === null) memory.answers.delete(question);
  for (const found of usable) {
    const game = games.get(found.gameId ?? 0);
    if (game) found.game = game;
    else if (found.gameId !== undefined)
      Object.assign(found, { why: 'its game could not be read from the catalog', isFailed: true });
  }
  return all;
}

function factsOf({ files }: Rom, facts: ReadonlyMap<string, FileFacts>): FileFacts[] {
  return files.flatMap(({ path }) => facts.get(path) ?? []);
}

/** An archive may have several files of games, or chips that games share: the game of most files counts. */
async function findByHash(list: readonly Found[], { answers, facts, platforms }: FindOptions): Promise<void> {
  const hashes = list.flatMap((found) =>
    factsOf(found.rom, facts).flatMap((one) => one.hashes.map((hash): [Found, FileHashes] => [found, hash])),
  );
  const matches = new Map<Found, FileMatch[]>();
  const progress = openProgress('hashes');
  let done = 0;
  for (const some of chunksOf(hashes, MAX_ASKED)) {
    const answer = await attempt(some, () => answers.identify(some.map(([, hash]) => hash)));
    answer?.forEach((match, i) => {
      const [found] = some[i] as [Found, FileHashes];
      if (match) matches.set(found, [...(matches.get(found) ?? []), match]);
    });
    progress.show(Math.min(++done * MAX_ASKED, hashes.length), hashes.length);
  }
  progress.end();
  const isHere = ({ platform }: FileMatch) => Number(platform !== null && platforms.includes(platform.platform_id));
  for (const [found, own] of matches) {
    const count = Map.groupBy(own, ({ game }) => game.game_id);
    const [match] = own.toSorted(
      (a, b) =>
        isHere(b) - isHere(a) || (count.get(b.game.game_id)?.length ?? 0) - (count.get(a.game.game_id)?.length ?? 0),
    ) as [FileMatch];
    const name = match.dump.name === null ? '' : ` of "${match.dump.name}"`;
    const elsewhere = isHere(match) || !match.platform ? '' : `, a file for ${match.platform.platform_name}`;
    choose(found, 'hash', match.game, `it has the ${match.matched_by.toUpperCase()}${name}${elsewhere}`);
    found.match = match;
  }
}

function choose(found: Found, by: NonNullable<Found['by']>, game: Pick<Game, 'game_id'>, why: string): void {
  Object.assign(found, { by, gameId: game.game_id, why });
}

/** By product codes or ids in other databases, of which a file may have several. */
async function findByValues(
  list: readonly Found[],
  kind: ValueKind,
  valuesOf: (found: Found) => string[],
  { answers, platforms }: FindOptions,
): Promise<void> {
  const owners = list.flatMap((found) => valuesOf(found).map((value): [Found, string] => [found, value]));
  for (const some of chunksOf(owners, CODES_AT_ONCE)) {
    const values = [...new Set(some.map(([, value]) => value))];
    const query = { platform: platforms, [kind]: values };
    const games = (await attempt(some, () => listAll(answers, query))) ?? [];
    for (const [found, value] of some) {
      const game = found.gameId === undefined && games.find((one) => hasValue(one, kind, value));
      if (game) choose(found, kind === 'product_code' ? 'product code' : 'set name', game, `it is ${value}`);
    }
  }
}

type ValueKind = 'product_code' | 'external_id';

function hasValue({ platforms, external_ids = [] }: Game, kind: ValueKind, value: string): boolean {
  if (kind === 'external_id')
    return external_ids.some(({ source, id }) => `${source}:${id}`.toLowerCase() === value.toLowerCase());
  const codes = platforms.flatMap(({ releases = [] }) => releases.flatMap(({ product_codes }) => product_codes));
  return codes.some(({ product_code }) => plainCode(product_code) === plainCode(value));
}

async function listAll(answers: Answers, query: GameQuery): Promise<Game[]> {
  const all: Game[] = [];
  for (;;) {
    const { games, total } = await answers.listGames({ ...query, offset: all.length }, ['details', 'ids']);
    all.push(...games);
    if (games.length === 0 || all.length >= total) return all;
  }
}

/** Only a game on the platforms of the folder that has the title, in any spelling: a similar one may be its sequel. */
async function findByTitle(found: Found, { answers, server, memory, facts, platforms }: FindOptions): Promise<void> {
  const { title } = readName(found.rom.path);
  const question = `${server} ${platforms.join()} ${title}`;
  const problem = factsOf(found.rom, facts).find((one) => one.problem !== undefined)?.problem;
  if (problem !== undefined) found.problem = problem;
  const withProblem = (text: string) => [text, problem].filter(Boolean).join('; ');
  const why = withProblem(`it is named "${title}"`);
  const known = server === undefined ? undefined : memory.answers.get(question);
  if (known) return choose(found, 'title', { game_id: known }, why);
  const not = withProblem(`no game on its platform has its hash or the title "${title}"`);
  found.why = not;
  if (known === null || title.trim() === '') return;
  const query = { q: title.slice(0, 128), platform: platforms, limit: CANDIDATES };
  const answer = await attempt([[found]], () => answers.listGames(query, []));
  if (!answer) return;
  const same = answer.games.find((game) => listTitles(game).some((one) => plainTitle(one) === plainTitle(title)));
  if (server !== undefined) memory.answers.set(question, same?.game_id ?? null);
  if (same) return choose(found, 'title', same, why);
  const [closest] = answer.games;
  if (closest) found.why = `${not}; the closest one is "${closest.title}"`;
}

export function listTitles({ title, alternate_titles }: Game): string[] {
  return [title, ...alternate_titles.map((other) => other.title)];
}

/** The games by id; null if it is gone, or was merged since it was found. */
async function readGames(answers: Answers, ids: readonly number[]): Promise<Map<number, Game | null>> {
  const games = new Map<number, Game | null>();
  const progress = openProgress('games');
  for (let waiting = [...ids]; waiting.length > 0; ) {
    const some = waiting.slice(0, MAX_ASKED);
    const answer = await attempt([], () =>
      answers.listGames({ id: some }, ['details', 'covers', 'screenshots', 'groups']),
    );
    const known = games.size;
    for (const game of answer?.games ?? []) games.set(game.game_id, game);
    const missing = answer ? some.filter((id) => !games.has(id)) : [];
    // The answer has only the first games if they are large.
    const isMore = games.size > known;
    if (!isMore) for (const id of missing) games.set(id, null);
    waiting = [...waiting.slice(MAX_ASKED), ...(isMore ? missing : [])];
    progress.show(games.size, ids.length);
  }
  progress.end();
  return games;
}

/** A failure of the server is told once; these files have no game then, and the others are asked for. */
async function attempt<T>(asked: readonly (readonly [Found, ...unknown[]])[], ask: () => Promise<T>) {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    for (const [found] of asked) Object.assign(found, { why: error.message, isFailed: true });
    if (asked.length === 0) process.stderr.write(`ludex: ${error.message}\n`);
    return undefined;
  }
}

function chunksOf<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}
