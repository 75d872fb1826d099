import { toPlainText } from '../../bundle/plain-text.ts';
import { openSortedLines, type SortedLines } from '../../bundle/sorted-lines.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import { type BrokenCounter, BrokenEntry, makeBrokenCounter } from '../broken-entries.ts';
import { openGameBundle } from '../game-bundle.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { statFile, trackBytes } from '../source-files.ts';
import { makeUnknowns, type Unknowns } from '../unknowns.ts';
import { type CatalogHead, readCatalog } from './catalog.ts';
import { type Component, mayBeGame, parseComponent } from './component.ts';
import type { DocumentText } from './documents.ts';
import { toGameLine, toMediaLines } from './game-line.ts';
import { readXmlCatalog } from './xml-catalog.ts';
import { parseYaml, toMap, type YamlMap } from './yaml.ts';

const XML = /\.xml(\.gz)?$/i;

/** Converts the free games of AppStream catalogs, in YAML (DEP-11) or XML, into a bundle. */
export async function convertAppstream({ paths, flags, folder, onProgress }: ConvertInput): Promise<ConvertReport> {
  const unknowns = makeUnknowns();
  const components = openSortedLines();
  const bundle = openGameBundle(folder);
  try {
    const read = await readComponents([...new Set(paths)], components, unknowns, flags, onProgress);
    let screenshots = 0;
    for await (const { component, ids } of readGames(components, read.ids)) {
      await bundle.put(toGameLine(component, [...ids].toSorted(), bundle), toMediaLines(component));
      screenshots += component.screenshots.length;
    }
    const source = describeSource('appstream', read.version);
    const counts = await bundle.finish({ complete: !unknowns.hasBroken(), sources: [source] });
    return {
      counts: { components: read.components, 'games that are not free': read.notFree, ...counts, screenshots },
      unknown: unknowns.list(),
    };
  } finally {
    await bundle.close();
    await components.close();
  }
}

/** Adds the components of games to `lines`. */
async function readComponents(
  paths: readonly string[],
  lines: SortedLines,
  unknowns: Unknowns,
  flags: ConvertInput['flags'],
  onProgress: ConvertInput['onProgress'],
) {
  const files = paths.map((path) => statFile(path, 'name the catalogs in it, such as Components-amd64.yml.gz'));
  const onBytes = trackBytes(files, onProgress);
  const read = { components: 0, notFree: 0, ids: new Set<string>() };
  const versions = new Set<string>();
  const onComponent = async (map: YamlMap, head: CatalogHead) => {
    const component = parseComponent(map, head, unknowns);
    if (component === 'not free') read.notFree++;
    else if (component) {
      read.ids.add(component.id);
      await lines.add(sortKeyOf(component), JSON.stringify(component));
    }
  };
  const onChunk = (chunk: Buffer) => onBytes(chunk.length);
  for (const path of paths) {
    const broken = makeBrokenCounter(path, unknowns, flags);
    const { origin, time } = XML.test(path)
      ? await readXmlCatalog(path, onChunk, broken, async (map, head) => {
          read.components++;
          await onComponent(map, head);
        })
      : await readCatalog(path, onChunk, async (document, head) => {
          read.components++;
          const map = mayBeGame(document) && parseOrSkip(document, broken);
          if (map) await onComponent(map, head);
        });
    broken.check();
    versions.add(time === undefined ? origin : `${origin} ${time}`);
  }
  return { ...read, version: toPlainText([...versions].toSorted().join(', ')) };
}

function parseOrSkip(document: DocumentText, broken: BrokenCounter): YamlMap | undefined {
  try {
    const content = toMap(parseYaml(document));
    broken.countGood();
    return content;
  } catch (error) {
    if (!(error instanceof BrokenEntry)) throw error;
    broken.add(error.message, error.line);
    return undefined;
  }
}

/** Groups the components of a game. Among several packages of a component the first by name comes first. */
function sortKeyOf({ game, id, package: name, origin }: Component): string {
  return toPlainText([game, id, name, origin].join(' '));
}

/** Yields the first component of each game and the ids of all. `known` contains the ids of all components. */
async function* readGames(lines: SortedLines, known: ReadonlySet<string>) {
  let game: { component: Component; ids: Set<string> } | undefined;
  for await (const { line } of lines.read()) {
    const component = JSON.parse(line) as Component;
    if (game && game.component.game !== component.game) {
      yield game;
      game = undefined;
    }
    game ??= { component, ids: new Set() };
    // A former id that is now the id of another component belongs to that one.
    for (const id of [component.id, ...component.formerIds.filter((former) => !known.has(former))]) game.ids.add(id);
  }
  if (game) yield game;
}
