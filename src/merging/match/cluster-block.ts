import { compareCodePoints } from '../../catalog/model/order.ts';
import { cluster, type Item } from '../../matching/cluster.ts';
import type { CatalogWriter, Layer, LayerHead } from '../../store/catalog-store.ts';
import { isFounding, isOfSource, parseLayer } from '../load/layer-line.ts';
import type { Block, Node } from './blocks.ts';
import { type Claim, compareClaims, listClaims } from './claims.ts';
import { describeLayers } from './find-game.ts';

/** What is one game before anything is compared. */
interface Part {
  gameIds: number[];
  /** All layers: those of the games, and new ones. */
  layers: LayerHead[];
}

/** What blocks are clustered with. */
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
  /** The first key of a founding layer: new games get ids in this order. Undefined if nothing founds a game. */
  first: string | undefined;
}

/** Decides which layers and games of a block are the same game. */
export async function clusterBlock(writer: CatalogWriter, block: Block, matching: Matching): Promise<Group[]> {
  const parts = await listParts(writer, block.nodes);
  await applyClaims(writer, parts, matching);
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
  const founding = gameIds.length > 0 ? layers.filter(isFounding) : [];
  const isEnriched = founding.length > 0 && founding.length < layers.length;
  const all = describeLayers(layers, vanished);
  return {
    all,
    founding: gameIds.length === 0 ? undefined : isEnriched ? describeLayers(founding, vanished) : all,
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
      .filter(isFounding)
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

interface Claimant {
  layer: LayerHead;
  claim: Claim;
}

/**
 * Joins a layer to the games that it has a claim to: the source says itself that they are one. Of several layers that claim
 * one game, the one with most of its keys is joined. If the source still lists that game, it has split it: then the claim
 * counts only where most keys have left, and no other source holds the id.
 */
async function applyClaims(writer: CatalogWriter, parts: Part[], matching: Matching): Promise<void> {
  const byGame = new Map(parts.flatMap((part) => part.gameIds.map((gameId) => [gameId, part] as const)));
  const claimants = Map.groupBy(await listClaimants(writer, parts, matching), ({ claim }) => claim.gameId);
  for (const [gameId, rivals] of claimants) {
    const [first] = rivals.toSorted((a, b) => compareClaims(a.claim, b.claim) || (a.layer.key < b.layer.key ? -1 : 1));
    const game = byGame.get(gameId);
    const part = parts.find(({ layers }) => layers.includes(first?.layer as LayerHead));
    if (!first || !game || !part || part === game) continue;
    if (!othersOf(game.gameIds, matching.different).isDisjointFrom(new Set(part.gameIds))) continue;
    const live = game.layers.filter(({ key, source }) => source === first.layer.source && !matching.vanished.has(key));
    const others = game.layers.filter((layer) => isFounding(layer) && layer.source !== first.layer.source);
    if (live.length === 0) joinParts(parts, game, part);
    else if (others.length === 0 && first.claim.votes > (await countVotes(writer, live, gameId))) {
      for (const layer of live) parts.push({ gameIds: [], layers: [layer] });
      game.layers = game.layers.filter((layer) => !live.includes(layer));
      joinParts(parts, game, part);
    }
  }
}

/** Changed layers with claims to games that they are not in. */
async function listClaimants(writer: CatalogWriter, parts: readonly Part[], matching: Matching): Promise<Claimant[]> {
  const claimants: Claimant[] = [];
  for (const part of parts) {
    for (const layer of part.layers) {
      const own = matching.members.get(layer.key);
      if (!own) continue;
      for (const claim of await listClaims(writer, layer.key, own))
        if (!part.gameIds.includes(claim.gameId)) claimants.push({ layer, claim });
    }
  }
  return claimants;
}

async function countVotes(writer: CatalogWriter, layers: readonly LayerHead[], gameId: number): Promise<number> {
  let votes = 0;
  for (const { key } of layers) {
    const { members } = parseLayer((await writer.findLayer(key)) as Layer);
    const claims = await listClaims(writer, key, members);
    votes += claims.filter((claim) => claim.gameId === gameId).reduce((sum, claim) => sum + claim.votes, 0);
  }
  return votes;
}

function joinParts(parts: Part[], into: Part, part: Part): void {
  into.gameIds.push(...part.gameIds);
  into.layers.push(...part.layers);
  for (const [i, one] of parts.entries()) if (one === part) parts[i] = into;
  part.layers = [];
}
