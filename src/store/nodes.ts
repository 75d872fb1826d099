import type { StatusStore } from './status.ts';

/** A serving process. */
export interface Node {
  host: string;
  version: string;
  /** Of the catalog that it serves. */
  revision: number;
  startedAt: number;
  seenAt: number;
  memoryBytes: number;
  threads: number;
}

/** A node that wrote nothing for so long has ended. */
const LOST_AFTER_MS = 150_000;

/** The nodes that are running, by host. */
export async function listNodes(status: StatusStore, now: number): Promise<Node[]> {
  const nodes = (await status.list('node')).map(({ value }) => JSON.parse(value) as Node);
  return nodes.filter((node) => !isLost(node, now)).sort((a, b) => (a.host < b.host ? -1 : 1));
}

export function putNode(status: StatusStore, id: string, node: Node): Promise<void> {
  return status.put('node', { id, value: JSON.stringify(node) });
}

/** Removes what killed processes left behind. */
export async function removeLostNodes(status: StatusStore, now: number): Promise<void> {
  for (const { id, value } of await status.list('node'))
    if (isLost(JSON.parse(value) as Node, now)) await status.remove('node', id);
}

function isLost({ seenAt }: Node, now: number): boolean {
  return now - seenAt > LOST_AFTER_MS;
}
