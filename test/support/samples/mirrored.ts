import { join } from 'node:path';
import { openBundle } from '../../../src/bundle/bundle.ts';
import { parseCursor, writeCursor } from '../../../src/catalog/changes.ts';
import { exportRevision } from '../../../src/merging/export/export-catalog.ts';
import { exportGames } from '../../../src/merging/export/export-games.ts';
import { loadBundle } from '../../../src/merging/load/load.ts';
import type { Mirror } from '../../../src/merging/load/mirror.ts';
import type { Store } from '../../../src/store/store.ts';
import { assertEqual } from '../servers/mirror.ts';
import { temporaryFolder } from './bundle.ts';

const MEDIA = 'https://games.example.org/media';
/** Few, so that games of one change are in several bundles. */
const AT_ONCE = 2;

/** Brings a mirror up to date as a follower does, without HTTP, and asserts that it equals its original. */
export async function mirrored(original: Store, mirror: Store): Promise<void> {
  const text = await mirror.catalog.readMirror();
  const before = text === undefined ? undefined : (JSON.parse(text) as Mirror);
  const { lineage, revision, changes } = await original.catalog.readIndex();
  const cursorAt = (sequence: number) => writeCursor(lineage, { revision, sequence, complete: sequence });
  const at = before && parseCursor(before.cursor)?.position;
  // Empty databases that are copies of one have the same lineage.
  const isSame = at !== undefined && before?.lineage === lineage && (await original.catalog.hasRevision(at.revision));
  const ids = changes.gameIds.filter((_, i) => (changes.sequences[i] as number) > (at?.sequence ?? 0));
  const last = changes.sequences.at(-1) ?? 0;
  const rounds = isSame
    ? Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, i) => ids.slice(i * AT_ONCE, (i + 1) * AT_ONCE))
    : [undefined];
  let known = before;
  for (const [i, gameIds] of rounds.entries()) {
    const folder = join(temporaryFolder('mirror'), 'bundle');
    await original.catalog.read((reader) =>
      gameIds ? exportGames(reader, folder, gameIds, MEDIA) : exportRevision(reader, folder, { publicMediaUrl: MEDIA }),
    );
    const cursor = i === rounds.length - 1 ? cursorAt(last) : (known as Mirror).cursor;
    const after = { url: MEDIA, lineage, cursor };
    const load = { before: known, after, ...(gameIds && { gameIds: new Set(gameIds) }) };
    await loadBundle(mirror, await openBundle(folder), { clock: () => 70_000, mirror: load, allowShrink: true });
    known = JSON.parse((await mirror.catalog.readMirror()) as string) as Mirror;
  }
  await assertEqual(original, mirror, MEDIA.replace('/media', ''));
}
