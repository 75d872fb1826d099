import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textBytes } from '../src/catalog/snapshot/shared-arrays.ts';
import { positionsOf, type Snapshot } from '../src/catalog/snapshot/snapshot.ts';
import { findPlatform } from '../src/vocabulary/platforms.ts';
import { runNode } from './processes.ts';

const FILES = 10_000;
const FOLDERS = 10;

/**
 * Lists of games for 10,000 small files, which only their titles tell: no generated game has hashes, so that each file is asked for by
 * its hash and searched by its title. The second run finds the hashes remembered, and writes nothing.
 */
export async function measureLists(data: string, snapshot: Snapshot) {
  const library = mkdtempSync(join(tmpdir(), 'ludex-bench-'));
  try {
    writeLibrary(library, snapshot);
    const scrape = () => runNode(['src/main.ts', 'scrape', library, '--data', data]);
    const [first, second] = [await scrape(), await scrape()];
    const unchanged = second.stdout.match(/unchanged$/gm)?.length ?? 0;
    if (unchanged !== FOLDERS) throw new Error(`the second run changed ${FOLDERS - unchanged} lists`);
    return [
      { name: 'lists of 10,000 files, first run', value: first.seconds, unit: 's' as const, target: 120 },
      { name: 'lists of 10,000 files, second run', value: second.seconds, unit: 's' as const, target: 60 },
    ];
  } finally {
    rmSync(library, { recursive: true });
  }
}

/** Files with titles of the platforms that have most games. */
function writeLibrary(library: string, { platform, titles }: Snapshot): void {
  const bySize = Array.from(platform.ids, (id) => ({ name: findPlatform(id)?.name, games: positionsOf(platform, id) }))
    .filter(({ name = '-' }) => /^[\w ]+$/.test(name))
    .toSorted((a, b) => b.games.length - a.games.length);
  for (const { name = '', games } of bySize.slice(0, FOLDERS)) {
    const folder = join(library, name);
    mkdirSync(folder);
    for (let i = 0; i < FILES / FOLDERS; i++) {
      const title = textBytes(titles, games[i % games.length] as number).toString();
      writeFileSync(join(folder, `${title.replace(/[^\w ]/g, '')} (${i}).bin`), `${name} ${i} `.repeat(1000));
    }
  }
}
