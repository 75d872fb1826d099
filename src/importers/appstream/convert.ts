import { toPlainText } from '../../bundle/plain-text.ts';
import { OperatorError } from '../../errors.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import { openGameBundle } from '../game-bundle.ts';
import { type GroupedRows, openGroupedRows } from '../grouped-rows.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { compareText, sortedUnique } from '../sorting.ts';
import { listSourceFiles, trackBytes } from '../source-files.ts';
import { makeUnknowns, type Unknowns } from '../unknowns.ts';
import { readXml, type XmlEntry } from '../xml.ts';
import { type Component, gameKey, parseComponent } from './component.ts';

/** Converts the free games of AppStream catalogs into a bundle. */
export async function convertAppstream({ paths, folder, onProgress }: ConvertInput): Promise<ConvertReport> {
  const unknowns = makeUnknowns();
  using components = openGroupedRows<Component>();
  using bundle = openGameBundle(folder);
  const read = await readComponents(paths, components, unknowns, onProgress);
  let screenshots = 0;
  for (const { rows } of components.read()) {
    const [component] = rows.toSorted((a, b) => compareText(a.order, b.order)) as [Component];
    const { game, developer, line, media } = component;
    if (developer !== null) bundle.companies.add(developer);
    const ids = sortedUnique(rows.map(({ id }) => id));
    const isRenamed = ids.length > 1 || ids[0] !== game;
    const members = isRenamed ? { members: ids.map(gameKey) } : {};
    await bundle.put({ ...line, groups: [bundle.group(FREE_GAMES)], ...members, ids: { appstream: ids } }, media);
    screenshots += media[0]?.screenshots?.length ?? 0;
  }
  const source = describeSource('appstream', read.version);
  const counts = await bundle.finish({ complete: true, sources: [source] });
  return {
    counts: { components: read.components, 'games that are not free': read.notFree, ...counts, screenshots },
    unknown: unknowns.list(),
  };
}

const FILES = { pattern: /\.xml(\.gz)?$/i, name: 'AppStream catalogs (files that end in .xml)' };
/** DEP-11, in which Debian publishes its catalog. */
const YAML = /\.ya?ml(\.gz)?$/i;

/** Adds the components of each game. */
async function readComponents(
  paths: readonly string[],
  games: GroupedRows<Component>,
  unknowns: Unknowns,
  onProgress: ConvertInput['onProgress'],
) {
  const files = listSourceFiles(paths, FILES);
  const onChunk = trackBytes(files, onProgress);
  const read = { components: 0, notFree: 0 };
  const versions = new Set<string>();
  const onEntry = (element: XmlEntry) => {
    const { origin = 'unknown', time } = element.parent;
    versions.add(time === undefined ? origin : `${origin} ${time}`);
    // One with `merge` only adds to another component.
    if (element.attributes.merge !== undefined) return;
    read.components++;
    const component = parseComponent(element, unknowns);
    if (component === 'not free') read.notFree++;
    else if (component) games.add(component.game, component);
  };
  for (const { path } of files) {
    if (YAML.test(path))
      throw new OperatorError(`${path} is YAML: convert it with "appstreamcli convert ${path} catalog.xml"`);
    const reader = { roots: ['components'], entries: ['component'], onEntry };
    await readXml(path, reader, onChunk);
  }
  return { ...read, version: toPlainText([...versions].toSorted().join(', ')) || 'unknown' };
}

/** The same group as in the starter catalog. */
export const FREE_GAMES = {
  key: 'group:free-and-open-source-games',
  group_name: 'Free and open-source games',
  group_description:
    'Games whose program code is published under a free license, so that everyone may use, study, change and pass it on. ' +
    'Games opened by their makers in later years count as well. A game that merely costs nothing is not meant.',
};
