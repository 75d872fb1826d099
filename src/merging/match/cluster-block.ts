import { compareCodePoints } from '../../catalog/model/order.ts';
import { cluster, type Item } from '../../matching/cluster.ts';
import type { CatalogWriter } from '../../store/catalog/writer.ts';
import type { Layer, LayerHead } from '../../store/catalog-rows.ts';
import { createsGames, isOfSource } from '../load/layer-line.ts';
import { readLine } from './attach.ts';
import { describeLayers } from './find-game.ts';
import { compareFormerGames, type FormerGame, listFormerGames } from './former-games.ts';

/** What is one game before anything is compared. */
interface Part {
  gameIds: number[];
  /** All layers: those of the games, and new ones. */
  layers: LayerHead[];
}

export interface Matching {
  /** Keys of the changed layers, with those of their members. */
  members: ReadonlyMap<string, readonly string[]>;
  vanished: ReadonlySet<string>;
  /** By game: those that the operator says are different from it. */
  different: DifferentGames;
}

export type DifferentGames = ReadonlyMap<number, ReadonlySet<number>>;

/** Layers that are one game, and the games that they are in already. */
export interface Group {
  gameIds: number[];
  keys: string[];
  /** The first key of a creating layer: new games get ids in this order. Undefined if nothing creates a game. */
  first: string | undefined;
}

/** Decides which layers and games of a block are the same game. */
export async function clusterBlock(writer: CatalogWriter, block: Block, matching: Matching): Promise<Group[]> {
  const parts = await listParts(writer, block.nodes);
  await rejoinFormerGames(writer, parts, matching);
  const numbers = new Map([...new Set(parts)].filter(({ layers }) => layers.length > 0).map((part, i) => [part, i]));
  const own = [...numbers.keys()];
  if (own.length === 1) return own.map((part) => toGroup([part]));
  const pairs = block.pairs.map(([a, b]) => [numbers.get(parts[a] as Part), numbers.get(parts[b] as Part)]);
  const isPair = ([a, b]: (number | undefined)[]) => a !== undefined && b !== undefined && a !== b;
  const items = await Array.fromAsync(own, (part) => toItem(writer, part, matching));
  const groups = cluster(items, pairs.filter(isPair) as [number, number][]);
  return groups.map((group) => toGroup(group.map((i) => own[i] as Part)));
}

async function toItem(
  writer: CatalogWriter,
  { gameIds, layers: heads }: Part,
  { vanished, different }: Matching,
): Promise<Item> {
  const layers = await Array.fromAsync(heads, async ({ key }) => (await writer.findLayer(key)) as Layer);
  const creating = gameIds.length > 0 ? layers.filter(createsGames) : [];
  const isEnriched = creating.length > 0 && creating.length < layers.length;
  const all = describeLayers(layers, vanished);
  return {
    all,
    creating: gameIds.length === 0 ? undefined : isEnriched ? describeLayers(creating, vanished) : all,
    games: different.size === 0 ? undefined : { own: new Set(gameIds), others: othersOf(gameIds, different) },
  };
}

function othersOf(gameIds: readonly number[], different: DifferentGames): Set<number> {
  return new Set(gameIds.flatMap((gameId) => [...(different.get(gameId) ?? [])]));
}

function toGroup(parts: readonly Part[]): Group {
  const layers = parts.flatMap((part) => part.layers);
  return {
    gameIds: [...new Set(parts.flatMap((part) => part.gameIds))],
    keys: layers.map(({ key }) => key),
    first: layers
      .filter(createsGames)
      .map(({ key }) => key)
      .toSorted(compareCodePoints)[0],
  };
}

/** One part for each node, in the same order. */
async function listParts(writer: CatalogWriter, nodes: readonly Node[]): Promise<Part[]> {
  const parts: Part[] = [];
  for (const node of nodes) {
    const layers =
      'gameId' in node ? await writer.listHeads(node.gameId) : [(await writer.findHead(node.key)) as LayerHead];
    parts.push({ gameIds: 'gameId' in node ? [node.gameId] : [], layers: layers.filter(isOfSource) });
  }
  return parts;
}

interface Returning {
  layer: LayerHead;
  former: FormerGame;
}

/**
 * Joins a layer to the games that its keys were bound to: the source says itself that they are one. Of several layers with keys of one
 * game, the one with most of them is joined. If the source still lists that game, it has split it: then the layer
 * is joined only where most keys have left, and no other source holds the id.
 */
async function rejoinFormerGames(writer: CatalogWriter, parts: Part[], matching: Matching): Promise<void> {
  const byGame = new Map(parts.flatMap((part) => part.gameIds.map((gameId) => [gameId, part] as const)));
  const returning = Map.groupBy(await listReturning(writer, parts, matching), ({ former }) => former.gameId);
  for (const [gameId, rivals] of returning) {
    const [first] = rivals.toSorted(
      (a, b) => compareFormerGames(a.former, b.former) || (a.layer.key < b.layer.key ? -1 : 1),
    );
    const game = byGame.get(gameId);
    const part = parts.find(({ layers }) => layers.includes(first?.layer as LayerHead));
    if (!first || !game || !part || part === game) continue;
    if (!othersOf(game.gameIds, matching.different).isDisjointFrom(new Set(part.gameIds))) continue;
    const live = game.layers.filter(({ key, source }) => source === first.layer.source && !matching.vanished.has(key));
    const others = game.layers.filter((layer) => createsGames(layer) && layer.source !== first.layer.source);
    if (live.length === 0) joinParts(parts, game, part);
    else if (others.length === 0 && first.former.votes > (await countVotes(writer, live, gameId))) {
      for (const layer of live) parts.push({ gameIds: [], layers: [layer] });
      game.layers = game.layers.filter((layer) => !live.includes(layer));
      joinParts(parts, game, part);
    }
  }
}

/** Changed layers with keys of games that they are not in. */
async function listReturning(writer: CatalogWriter, parts: readonly Part[], matching: Matching): Promise<Returning[]> {
  const returning: Returning[] = [];
  for (const part of parts) {
    for (const layer of part.layers) {
      const own = matching.members.get(layer.key);
      if (!own) continue;
      for (const former of await listFormerGames(writer, layer.key, own))
        if (!part.gameIds.includes(former.gameId)) returning.push({ layer, former });
    }
  }
  return returning;
}

async function countVotes(writer: CatalogWriter, layers: readonly LayerHead[], gameId: number): Promise<number> {
  let votes = 0;
  for (const { key } of layers) {
    const { members } = await readLine(writer, key);
    const games = await listFormerGames(writer, key, members);
    votes += games.filter((game) => game.gameId === gameId).reduce((sum, game) => sum + game.votes, 0);
  }
  return votes;
}

function joinParts(parts: Part[], into: Part, part: Part): void {
  into.gameIds.push(...part.gameIds);
  into.layers.push(...part.layers);
  for (const [i, one] of parts.entries()) if (one === part) parts[i] = into;
  part.layers = [];
}

/** A game of the catalog, or a new layer that has none yet. */
type Node = { gameId: number } | { key: string };

/** Nodes that may be the same games: only what is in one block is compared. */
export interface Block {
  nodes: Node[];
  /** Indexes of nodes that share a mark, each pair once. */
  pairs: [number, number][];
}

export function openBlocks() {
  const nodes: Node[] = [];
  const numbers = new Map<number | string, number>();
  const parents: number[] = [];
  const pairs = new Set<string>();
  const root = (n: number): number => {
    let at = n;
    while (parents[at] !== at) at = parents[at] = parents[parents[at] as number] as number;
    return at;
  };
  return {
    /** Puts the node into a block, at first one of its own. Returns its number. */
    add: (node: Node) => {
      const name = 'gameId' in node ? node.gameId : node.key;
      const known = numbers.get(name);
      if (known !== undefined) return known;
      numbers.set(name, nodes.length);
      parents.push(nodes.length);
      return nodes.push(node) - 1;
    },
    /** Puts both into one block. With `compare`, they share a mark. */
    link: (a: number, b: number, compare: boolean) => {
      if (a === b) return;
      const [first, second] = [root(a), root(b)];
      parents[Math.max(first, second)] = Math.min(first, second);
      if (compare) pairs.add(`${Math.min(a, b)} ${Math.max(a, b)}`);
    },
    /** In the order in which their first nodes were added. */
    list: () => {
      const blocks = new Map<number, Block>();
      const places = nodes.map((node, n) => {
        const block = blocks.get(root(n)) ?? { nodes: [], pairs: [] };
        blocks.set(root(n), block);
        return block.nodes.push(node) - 1;
      });
      for (const pair of pairs) {
        const [a, b] = pair.split(' ').map(Number) as [number, number];
        blocks.get(root(a))?.pairs.push([places[a] as number, places[b] as number]);
      }
      return [...blocks.values()];
    },
  };
}
