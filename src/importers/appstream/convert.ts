import { statSync } from 'node:fs';
import { toPlainText } from '../../bundle/plain-text.ts';
import { openSortedLines, type SortedLines } from '../../bundle/sorted-lines.ts';
import { OperatorError } from '../../errors.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import { openGameBundle } from '../game-bundle.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { openUnknowns, type Unknowns } from '../unknowns.ts';
import { type CatalogHead, readCatalog } from './catalog.ts';
import { type Component, parseComponent } from './component.ts';
import { toGameLine, toMediaLines } from './game-line.ts';
import { readGames } from './games.ts';

const MEGABYTE = 1_000_000;
const MOST_UNKNOWN_SHOWN = 20;

/** Turns AppStream catalogs (DEP-11) into a bundle of their free games. */
export async function convertAppstream({ paths, folder, onProgress }: ConvertInput): Promise<ConvertReport> {
  const unknowns = openUnknowns();
  const components = openSortedLines();
  const bundle = openGameBundle(folder);
  try {
    const read = await readComponents([...new Set(paths)], components, unknowns, onProgress);
    let screenshots = 0;
    for await (const { component, ids } of readGames(components, read.ids)) {
      await bundle.put(toGameLine(component, ids, bundle), toMediaLines(component));
      screenshots += component.screenshots.length;
    }
    const source = describeSource('appstream', read.version);
    const counts = await bundle.finish({ complete: true, sources: [source] });
    return {
      counts: { components: read.components, 'games that are not free': read.notFree, ...counts, screenshots },
      unknown: unknowns.list(MOST_UNKNOWN_SHOWN),
    };
  } finally {
    await bundle.close();
    await components.close();
  }
}

interface ComponentsRead {
  components: number;
  notFree: number;
  /** Of all games that were found. */
  ids: Set<string>;
  /** Which catalogs these are, and of when. */
  version: string;
}

async function readComponents(
  paths: readonly string[],
  lines: SortedLines,
  unknowns: Unknowns,
  onProgress: (done: number, total: number) => void,
): Promise<ComponentsRead> {
  const total = paths.reduce((sum, path) => sum + sizeOf(path), 0);
  const read = { components: 0, notFree: 0, ids: new Set<string>() };
  const versions = new Set<string>();
  let done = 0;
  for (const path of paths)
    await readCatalog(path, {
      onChunk: (chunk) => {
        done += chunk.length;
        onProgress(Math.floor(done / MEGABYTE), Math.ceil(total / MEGABYTE));
      },
      onHead: (head) => void versions.add(versionOf(head)),
      onDocument: () => void read.components++,
      onComponent: async (map, head) => {
        const component = parseComponent(map, head, unknowns);
        if (component === 'not free') read.notFree++;
        else if (component) {
          read.ids.add(component.id);
          await lines.add(orderOf(component), JSON.stringify(component));
        }
      },
    });
  return { ...read, version: toPlainText([...versions].toSorted().join(', ')) };
}

/** Components of one game stand together; of several packages of one component the first by name counts. */
function orderOf({ game, id, package: name, origin }: Component): string {
  return toPlainText([game, id, name, origin].join(' '));
}

function versionOf({ origin, time }: CatalogHead): string {
  return time === undefined ? origin : `${origin} ${time}`;
}

function sizeOf(path: string): number {
  try {
    const found = statSync(path);
    if (found.isFile()) return found.size;
  } catch (error) {
    throw new OperatorError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  throw new OperatorError(`${path} is no file; name the catalogs themselves, such as Components-amd64.yml.gz`);
}
