import { toPlainText } from '../../bundle/plain-text.ts';
import { openSortedLines, type SortedLines } from '../../bundle/sorted-lines.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import { openGameBundle } from '../game-bundle.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { statFile, trackBytes } from '../source-files.ts';
import { openUnknowns, type Unknowns } from '../unknowns.ts';
import { type CatalogHead, readCatalog } from './catalog.ts';
import { type Component, parseComponent } from './component.ts';
import { toGameLine, toMediaLines } from './game-line.ts';
import { readGames } from './games.ts';

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
      unknown: unknowns.list(),
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
  const files = paths.map((path) => statFile(path, 'name the catalogs in it, such as Components-amd64.yml.gz'));
  const onBytes = trackBytes(files, onProgress);
  const read = { components: 0, notFree: 0, ids: new Set<string>() };
  const versions = new Set<string>();
  for (const path of paths)
    await readCatalog(path, {
      onChunk: (chunk) => onBytes(chunk.length),
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
