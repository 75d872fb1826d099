import { hash } from 'node:crypto';
import type { Change } from './model/resources.ts';
import { findAliasTarget, findPosition, type Snapshot } from './snapshot/snapshot.ts';
import { firstIndex } from './snapshot/sorted-lists.ts';

/** How far a follower of the changes has come. */
export interface ChangePosition {
  /** The revision of the snapshot that gave this position. */
  revision: number;
  /** The sequence of the last change that the follower has. */
  sequence: number;
  /** The follower has had everything up to this sequence: what appeared later is new to it. */
  complete: number;
}

export const START: ChangePosition = { revision: 0, sequence: 0, complete: 0 };

/** The changes after a position, at most `limit`, and the position after them. */
export function listChanges(
  snapshot: Snapshot,
  from: ChangePosition,
  limit: number,
): { changes: Change[]; next: ChangePosition } {
  const { sequences } = snapshot.changes;
  const start = firstIndex(0, sequences.length, (i) => (sequences[i] as number) > from.sequence);
  const end = Math.min(start + limit, sequences.length);
  const changes = Array.from({ length: end - start }, (_, i) => changeAt(snapshot, start + i, from.complete));
  const sequence = changes.at(-1)?.sequence ?? from.sequence;
  // A snapshot that is older than the position, on another thread or node, does not have everything.
  const isComplete = end === sequences.length && snapshot.revision >= from.revision;
  const revision = Math.max(snapshot.revision, from.revision);
  return { changes, next: { revision, sequence, complete: isComplete ? sequence : from.complete } };
}

/** What became of a game is read from the snapshot itself, so that the changes say what its other responses say. */
function changeAt(snapshot: Snapshot, index: number, complete: number): Change {
  const { gameIds, sequences, createdSequences, modifiedAt } = snapshot.changes;
  const gameId = gameIds[index] as number;
  const isPresent = findPosition(snapshot, gameId) !== undefined;
  const target = isPresent ? undefined : findAliasTarget(snapshot, gameId);
  const isNew = (createdSequences[index] as number) > complete;
  return {
    sequence: sequences[index] as number,
    type: isPresent ? (isNew ? 'created' : 'updated') : target === undefined ? 'deleted' : 'merged',
    game_id: gameId,
    merged_into: target ?? null,
    modified_at: new Date(modifiedAt[index] as number).toISOString(),
  };
}

/** Lineage, revision, sequence, complete and a checksum. */
const FORM = /^(.+) (\d{1,16}) (\d{1,16}) (\d{1,16}) ([\w-]{6})$/;

/** Where `/v1/changes` continues. */
export function writeCursor(lineage: string, { revision, sequence, complete }: ChangePosition): string {
  const text = `${lineage} ${revision} ${sequence} ${complete}`;
  return Buffer.from(`${text} ${checksum(text)}`).toString('base64url');
}

export function parseCursor(cursor: string): { lineage: string; position: ChangePosition } | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, lineage, revision, sequence, complete, sum] = FORM.exec(text) ?? [];
  if (lineage === undefined || sum !== checksum(text.slice(0, text.lastIndexOf(' ')))) return undefined;
  return {
    lineage,
    position: { revision: Number(revision), sequence: Number(sequence), complete: Number(complete) },
  };
}

/** Detects a cursor that was cut or edited. It is not a secret. */
function checksum(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 6);
}
