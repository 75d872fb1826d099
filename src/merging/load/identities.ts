import { type Bundle, type Problems, readLines } from '../../bundle/bundle.ts';
import { ID_KINDS, type IdentityLine } from '../../bundle/lines.ts';
import type { CatalogReader, CatalogWriter } from '../../store/catalog/writer.ts';
import type { Binding, EntryKind } from '../../store/catalog-rows.ts';
import { LAST_ID_OF_ORIGINAL, listOwnSources, type Mirror, type MirrorLoad } from './mirror.ts';

/**
 * Takes the ids of an export if the catalog is empty, else ignores them. If it took them, returns the modification times by
 * id, which are set once the games are loaded.
 */
export async function loadIdentities(
  bundle: Bundle,
  writer: CatalogWriter,
  problems: Problems,
): Promise<Map<number, number> | undefined> {
  const isEmpty = (await writer.listCounters()).length === 0;
  const highest = new Map<string, { id: number; number: number }>();
  const times = new Map<number, number>();
  let hasLines = false;
  for await (const { line, number } of readLines(bundle, FILE, problems)) {
    if (!isEmpty) return undefined;
    hasLines = true;
    const problem = findProblem(line);
    if (problem) problems.add(FILE, number, problem);
    else if ('modified_at' in line) times.set(Number(nameOf(line)), line.modified_at);
    else await putIdentity(writer, line);
    if ('since' in line && line.id > (highest.get(line.kind)?.id ?? 0)) highest.set(line.kind, { id: line.id, number });
  }
  const counters = new Map((await writer.listCounters()).map(({ kind, lastId }) => [kind as string, lastId]));
  for (const [kind, { id, number }] of highest)
    if (id > (counters.get(kind) ?? 0)) problems.add(FILE, number, `has the id ${id}, which is above its counter`);
  return hasLines ? times : undefined;
}

interface FollowedIdentities extends Pick<MirrorLoad, 'gameIds'> {
  mirror: Mirror | undefined;
  /** Keys that corrections split off. Those that the mirror split off keep the id that it gave them. */
  splits: ReadonlySet<string>;
}

/** An entry that has another id now. */
export interface Rebound {
  kind: EntryKind;
  key: string;
  before: number;
}

/** Takes the ids of the original, also for keys that have others. What the mirror adds gets higher ones. */
export async function loadFollowedIdentities(
  bundle: Bundle,
  writer: CatalogWriter,
  problems: Problems,
  { gameIds, mirror, splits }: FollowedIdentities,
): Promise<{ times: Map<number, number>; rebound: Rebound[] }> {
  const own = new Set(await listOwnSources(writer, mirror));
  const times = new Map<number, number>();
  const aliases = new Set<number>();
  const rebound: Rebound[] = [];
  const bound = new Set<string>();
  for await (const { line, number } of readLines(bundle, FILE, problems)) {
    const problem = findProblem(line) ?? (await findForeign(writer, line, own));
    if (problem) problems.add(FILE, number, problem);
    else if ('modified_at' in line) times.set(Number(nameOf(line)), line.modified_at);
    else if ('game_id' in line) aliases.add(await followAlias(writer, line));
    else if ('since' in line) {
      bound.add(nameOf(line));
      rebound.push(...(await rebind(writer, line, splits)));
    }
  }
  for (const binding of gameIds || !mirror ? [] : await writer.listBindings())
    if (binding.id <= LAST_ID_OF_ORIGINAL && !bound.has(`${binding.kind} ${binding.key}`))
      rebound.push(...(await unbind(writer, binding)));
  for (const { gameId, targetId } of await writer.listAliases()) {
    const isAbout = gameIds ? gameIds.has(gameId) && gameId <= LAST_ID_OF_ORIGINAL : targetId <= LAST_ID_OF_ORIGINAL;
    if (isAbout && !aliases.has(gameId)) await writer.removeAlias(gameId);
  }
  for (const kind of ID_KINDS) await writer.setCounter(kind, LAST_ID_OF_ORIGINAL);
  return { times, rebound };
}

/** What an original must not say: ids that belong to the mirror, and whose the lines of its own sources are. */
async function findForeign(writer: CatalogWriter, line: IdentityLine, own: ReadonlySet<string>) {
  if ('last_id' in line) return undefined;
  const id = 'since' in line ? line.id : Number(nameOf(line));
  if (id > LAST_ID_OF_ORIGINAL)
    return `has the id ${id}: such ids are those that a mirror gives itself; follow its original`;
  if (own.size === 0 || !('since' in line) || line.kind !== 'game') return undefined;
  const head = await writer.findHead(nameOf(line).slice('game '.length));
  return head && own.has(head.source) ? `binds ${head.key}, which belongs to the source ${head.source}` : undefined;
}

type Lines<K extends string> = Extract<IdentityLine, Record<K, unknown>>;

async function followAlias(writer: CatalogWriter, line: Lines<'game_id'>): Promise<number> {
  const gameId = Number(nameOf(line));
  const before = await writer.findAlias(gameId);
  if (before?.targetId !== line.game_id || before.cause !== line.cause) await putIdentity(writer, line);
  return gameId;
}

async function rebind(writer: CatalogWriter, line: Lines<'since'>, splits: ReadonlySet<string>): Promise<Rebound[]> {
  const { kind, id } = line;
  const key = nameOf(line).slice(kind.length + 1);
  const before = await writer.findId(kind, key);
  const isSplitHere = before !== undefined && before > LAST_ID_OF_ORIGINAL && splits.has(key);
  if (before === id || isSplitHere) return [];
  if (before !== undefined) await writer.unbindKey(kind, key);
  await putIdentity(writer, line);
  return before === undefined ? [] : removeFormer(writer, { kind, key, id: before });
}

/** A key that the original has no more may have another id if it returns. */
async function unbind(writer: CatalogWriter, binding: Omit<Binding, 'since'>): Promise<Rebound[]> {
  await writer.unbindKey(binding.kind, binding.key);
  return removeFormer(writer, binding);
}

async function removeFormer(writer: CatalogWriter, { kind, key, id }: Omit<Binding, 'since'>): Promise<Rebound[]> {
  if (kind === 'game' || isCategory(kind)) return [];
  await writer.removeEntry(kind, id);
  return [{ kind, key, before: id }];
}

const FILE = 'identities.jsonl';

function findProblem(line: IdentityLine): string | undefined {
  if ('game_id' in line && line.game_id >= Number(nameOf(line)))
    return `is an alias of ${line.game_id}, but its target must be a lower id`;
  if ('since' in line && !nameOf(line).startsWith(`${line.kind} `)) return `is not of the kind ${line.kind}`;
  return undefined;
}

async function putIdentity(writer: CatalogWriter, line: IdentityLine): Promise<void> {
  const name = nameOf(line);
  if ('last_id' in line) await writer.setCounter(name as EntryKind, line.last_id);
  else if ('game_id' in line)
    await writer.putAlias({ gameId: Number(name), targetId: line.game_id, cause: line.cause });
  else if ('since' in line) await writer.bindKey(line.kind, name.slice(line.kind.length + 1), line.id, line.since);
}

function nameOf({ key }: IdentityLine): string {
  return key.slice(key.indexOf(':') + 1);
}

/**
 * The ids and times of everything that ever had an id, also of removed games; with `keys`, an export of some sources, only
 * of what these contain.
 */
export async function* listIdentities(
  reader: CatalogReader,
  games: ReadonlySet<number>,
  keys: ReadonlySet<string> | undefined,
): AsyncGenerator<IdentityLine> {
  const aliases = await reader.listAliases();
  const next = new Map(aliases.map(({ gameId, targetId }) => [gameId, targetId]));
  const last = (gameId: number): number => (next.has(gameId) ? last(next.get(gameId) as number) : gameId);
  for (const { gameId, targetId, cause } of aliases)
    if (!keys || games.has(last(targetId))) yield { key: `alias:${gameId}`, game_id: targetId, cause };
  for (const { kind, key, id, since } of await reader.listBindings())
    if (!keys || keys.has(key) || isCategory(kind)) yield { key: `binding:${kind} ${key}`, kind, id, since };
  for (const { kind, lastId } of await reader.listCounters()) yield { key: `counter:${kind}`, last_id: lastId };
  for (const gameId of games) {
    const version = await reader.findVersion(gameId);
    if (version) yield { key: `modified:${gameId}`, modified_at: version.modifiedAt };
  }
}

/** Categories, rating systems and product code types have no lines of their own. */
export function isCategory(kind: EntryKind | 'game'): boolean {
  return ['genre_category', 'attribute_category', 'rating_system', 'product_code_type'].includes(kind);
}
