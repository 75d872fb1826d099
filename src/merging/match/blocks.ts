/** A game of the catalog, or a new layer that has none yet. */
export type Node = { gameId: number } | { key: string };

/** Nodes that may be the same games: only what is in one block is compared. */
export interface Block {
  nodes: Node[];
  /** Indexes of nodes that share a mark, each pair once. */
  pairs: [number, number][];
}

export interface Blocks {
  /** Puts the node into a block, at first one of its own. Returns its number. */
  add(node: Node): number;
  /** Puts both into one block. With `compare`, they share a mark. */
  link(a: number, b: number, compare: boolean): void;
  /** In the order in which their first nodes were added. */
  list(): Block[];
}

export function openBlocks(): Blocks {
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
    add: (node) => {
      const name = 'gameId' in node ? node.gameId : node.key;
      const known = numbers.get(name);
      if (known !== undefined) return known;
      numbers.set(name, nodes.length);
      parents.push(nodes.length);
      return nodes.push(node) - 1;
    },
    link: (a, b, compare) => {
      if (a === b) return;
      const [first, second] = [root(a), root(b)];
      parents[Math.max(first, second)] = Math.min(first, second);
      if (compare) pairs.add(`${Math.min(a, b)} ${Math.max(a, b)}`);
    },
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
