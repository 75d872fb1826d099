import { type Bundle, type Problems, readLines } from '../../bundle/bundle.ts';
import type { IdentityLine } from '../../bundle/lines.ts';
import type { CatalogReader, CatalogWriter } from '../../store/catalog/writer.ts';
import type { EntryKind } from '../../store/catalog-rows.ts';

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
function isCategory(kind: EntryKind | 'game'): boolean {
  return ['genre_category', 'attribute_category', 'rating_system', 'product_code_type'].includes(kind);
}
