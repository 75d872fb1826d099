import { writeBundle } from '../../test/support/samples/bundle.ts';

/** What the server must answer. Games are numbers; an import makes a version, and an edit changes the title of one game. */
export interface Model {
  version: Timeline<number>;
  /** The titles of the games that are edited. */
  titles: readonly Timeline<string>[];
}

export interface ModelGame {
  title: string;
  description: string;
}

export const GAMES = 1500;
/** These games are edited, and in no group. */
export const EDITED = 20;
export const GROUPS = 20;
/** Each import changes one part of the games. */
const PARTS = 5;
/** Every second import leaves out the last games. */
const LEFT_OUT = 40;
const PLATFORM = 'platform:nes';

export function openModel(): Model {
  return { version: openTimeline(0), titles: Array.from({ length: EDITED }, (_, game) => openTimeline(titleOf(game))) };
}

export function gamesIn(version: number): number {
  return version % 2 === 0 ? GAMES : GAMES - LEFT_OUT;
}

/** The title before any edit. */
export function titleOf(game: number): string {
  return game < EDITED ? `Edited ${game} of none` : `Game ${game} ${groupName(game % GROUPS)}`;
}

/** No name of a group is a part of another. */
export function groupName(group: number): string {
  return `of group g${group}x`;
}

export function descriptionOf(game: number, version: number): string {
  const since = (version + PARTS - (game % PARTS)) % PARTS;
  return `Text of game ${game} from version ${Math.max(0, version - since)}.`;
}

/** The games of a group, sorted by title. */
export function listGroup(group: number, version: number): ModelGame[] {
  const games = [];
  for (let game = EDITED; game < gamesIn(version); game++)
    if (game % GROUPS === group) games.push({ title: titleOf(game), description: descriptionOf(game, version) });
  return sortGames(games);
}

export function sortGames(games: readonly ModelGame[]): ModelGame[] {
  return games.toSorted((a, b) => (a.title < b.title ? -1 : 1));
}

/** A complete bundle of one version. */
export function writeVersion(version: number): string {
  const games = Array.from({ length: gamesIn(version) }, (_, game) => ({
    key: `soak:${game}`,
    title: titleOf(game),
    description: descriptionOf(game, version),
    platforms: [{ platform: PLATFORM }],
  }));
  return writeBundle({ platforms: [{ key: PLATFORM, platform_name: 'NES' }], games }, { source: 'soak' });
}

/** A value that changes while others read it: every value that a reader may get at a time. */
interface Timeline<T> {
  /** The change begins: readers may get the new value from now on, and the old one still. */
  begin(value: T): void;
  /** The change was seen: after some time no reader may get an older value. */
  settle(): void;
  /** The values that an answer may have that was asked for at `fromMs` and received at `toMs`. */
  between(fromMs: number, toMs: number): T[];
  readonly last: T;
}

/** One serving thread may get a change later than another. Generous, because it depends on the machine. */
const GRACE_MS = 15_000;

function openTimeline<T>(first: T): Timeline<T> {
  let states = [{ value: first, fromMs: Number.NEGATIVE_INFINITY, untilMs: Number.POSITIVE_INFINITY }];
  return {
    begin: (value) => {
      const nowMs = performance.now();
      states = states.filter(({ untilMs }) => untilMs > nowMs - GRACE_MS);
      states.push({ value, fromMs: nowMs, untilMs: Number.POSITIVE_INFINITY });
    },
    settle: () => {
      const untilMs = performance.now() + GRACE_MS;
      for (const state of states.slice(0, -1)) state.untilMs = Math.min(state.untilMs, untilMs);
    },
    between: (fromMs, toMs) =>
      states.filter((state) => state.fromMs <= toMs && state.untilMs >= fromMs).map(({ value }) => value),
    get last() {
      return (states.at(-1) as (typeof states)[number]).value;
    },
  };
}
