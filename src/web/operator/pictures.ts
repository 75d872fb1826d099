import type { App } from '../../app.ts';
import { readRecords } from '../../catalog/catalog.ts';
import type { GameRecord, RecordPlatform } from '../../catalog/model/record.ts';
import { positionsOf, type Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { FLAGS } from '../../store/game-filters.ts';
import { facetPath, listFacetValues } from '../catalog/facets/facets.ts';
import { type Column, formatNumber, table } from '../kit/format.ts';
import { html } from '../kit/html.ts';
import type { HtmlResponse, SignedInRequest } from '../kit/page.ts';
import { operatorPage } from './operator.ts';

/** How many games of a platform have what. Pictures are those of this platform. */
interface Coverage extends Record<(typeof PICTURES)[number] | 'games' | 'descriptions', number> {
  id: number;
  name: string;
}

const PICTURES = ['covers', 'titles', 'screenshots'] as const;
const COLUMNS = ['covers', 'titles', 'screenshots', 'descriptions'] as const;
const NAMES = { covers: 'Cover', titles: 'Title screen', screenshots: 'Screenshot', descriptions: 'Description' };

export async function showPictureCoverage(request: SignedInRequest): Promise<HtmlResponse> {
  const { app, snapshot } = request;
  const rows = await readCoverage(app, snapshot);
  const columns: Column<Coverage>[] = [
    ['Platform', ({ id, name }) => html`<a href="${facetPath('platform', id, name)}">${name}</a>`],
    ['Games', ({ games }) => games, 'number'],
    ...COLUMNS.map((of): Column<Coverage> => [NAMES[of], (row) => shareOf(row[of], row.games), 'number']),
  ];
  return operatorPage(
    request,
    'Pictures',
    html`<p class="hint">Games of each platform with a front cover, a title screen, another screenshot and a description. Add pictures with
<code>ludex import pictures</code>: <a href="/docs/sources#pictures">where to get them</a>.</p>
${table('Pictures by platform', rows, columns)}`,
  );
}

function shareOf(count: number, games: number): string {
  return `${formatNumber(count)} (${Math.floor((100 * count) / games)} %)`;
}

const coverages = new WeakMap<Snapshot, Promise<Coverage[]>>();

/** Computed once for each state of the catalog: a game with pictures is read from the store. */
function readCoverage(app: App, snapshot: Snapshot): Promise<Coverage[]> {
  const reading = getOrInsert(coverages, snapshot, () => countPictures(app, snapshot));
  reading.catch(() => coverages.delete(snapshot));
  return reading;
}

const AT_ONCE = 100;

async function countPictures({ catalog }: App, snapshot: Snapshot): Promise<Coverage[]> {
  const { flags } = snapshot.filters;
  const found = new Map(
    listFacetValues(snapshot, 'platform').map(({ id, name }) => {
      const positions = positionsOf(snapshot.platform, id);
      const descriptions = positions.filter((position) => hasFlag(flags[position], FLAGS.description)).length;
      return [id, { id, name, games: positions.length, covers: 0, titles: 0, screenshots: 0, descriptions }];
    }),
  );
  const pictured = [...snapshot.ids.keys()].filter((position) =>
    hasFlag(flags[position], FLAGS.cover | FLAGS.screenshot),
  );
  for (let at = 0; at < pictured.length; at += AT_ONCE)
    for (const text of await readRecords(catalog, snapshot, pictured.slice(at, at + AT_ONCE)))
      for (const platform of (JSON.parse(text) as GameRecord).platforms) {
        const row = found.get(platform.platform_id);
        for (const kind of row ? listKinds(platform) : []) (row as Coverage)[kind]++;
      }
  return [...found.values()].toSorted((a, b) => b.games - a.games);
}

function hasFlag(flags: number | undefined, wanted: number): boolean {
  return ((flags ?? 0) & wanted) !== 0;
}

function listKinds({ cover_groups, screenshots }: RecordPlatform): (typeof PICTURES)[number][] {
  const isTitle = ({ caption }: { caption: string | null }) => caption?.startsWith('Title screen') === true;
  const hasCover = cover_groups.some(({ covers }) => covers.some(({ scan_of }) => scan_of === 'Front Cover'));
  return [
    ...(hasCover ? (['covers'] as const) : []),
    ...(screenshots.some(isTitle) ? (['titles'] as const) : []),
    ...(screenshots.some((shot) => !isTitle(shot)) ? (['screenshots'] as const) : []),
  ];
}
