import type { App } from '../../app.ts';
import { readRecords } from '../../catalog/catalog.ts';
import type { GameRecord, RecordPlatform } from '../../catalog/model/record.ts';
import { positionsOf, type Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { FLAGS } from '../../store/game-filters.ts';
import { listFacetValues } from '../catalog/facets/facets.ts';
import { type Column, entryLink, formatNumber, table } from '../kit/format.ts';
import { html } from '../kit/html.ts';
import type { HtmlResponse, SignedInRequest } from '../kit/page.ts';
import { operatorPage } from './operator.ts';

const KINDS = { covers: 'Cover', titles: 'Title screen', screenshots: 'Screenshot', descriptions: 'Description' };
type Kind = keyof typeof KINDS;

/** How many games of a platform have what. Pictures are those of this platform. */
type Coverage = Record<Kind | 'id' | 'games', number> & { name: string };

export async function showPictureCoverage(request: SignedInRequest): Promise<HtmlResponse> {
  const rows = await readCoverage(request.app, request.snapshot);
  const columns: Column<Coverage>[] = [
    ['Platform', ({ id, name }) => entryLink('platform', id, name)],
    ['Games', ({ games }) => games, 'number'],
    ...Object.entries(KINDS).map(
      ([kind, name]): Column<Coverage> => [name, (row) => shareOf(row, kind as Kind), 'number'],
    ),
  ];
  return operatorPage(
    request,
    'Pictures',
    html`<p class="hint">Games of each platform with a front cover, a title screen, another screenshot and a description. Add pictures with
<code>ludex import pictures</code>: <a href="/docs/sources#pictures">where to get them</a>.</p>
${table('Pictures by platform', rows, columns)}`,
  );
}

function shareOf(row: Coverage, kind: Kind): string {
  return `${formatNumber(row[kind])} (${Math.floor((100 * row[kind]) / row.games)} %)`;
}

const coverages = new WeakMap<Snapshot, Promise<Coverage[]>>();

/** Computed once for each state of the catalog. */
function readCoverage(app: App, snapshot: Snapshot): Promise<Coverage[]> {
  const reading = getOrInsert(coverages, snapshot, () => countPictures(app, snapshot));
  reading.catch(() => coverages.delete(snapshot));
  return reading;
}

const AT_ONCE = 100;

/** Only games with pictures are read from the store. */
async function countPictures({ catalog }: App, snapshot: Snapshot): Promise<Coverage[]> {
  const has = (position: number, flags: number) => ((snapshot.filters.flags[position] as number) & flags) !== 0;
  const rows = listFacetValues(snapshot, 'platform').map(({ id, name }): Coverage => {
    const positions = positionsOf(snapshot.platform, id);
    const descriptions = positions.filter((position) => has(position, FLAGS.description)).length;
    return { id, name, games: positions.length, covers: 0, titles: 0, screenshots: 0, descriptions };
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const pictured = [...snapshot.ids.keys()].filter((position) => has(position, FLAGS.cover | FLAGS.screenshot));
  for (let at = 0; at < pictured.length; at += AT_ONCE)
    for (const text of await readRecords(catalog, snapshot, pictured.slice(at, at + AT_ONCE)))
      for (const platform of (JSON.parse(text) as GameRecord).platforms) {
        const row = byId.get(platform.platform_id);
        if (row) addPlatform(row, platform);
      }
  return rows.toSorted((a, b) => b.games - a.games);
}

function addPlatform(row: Coverage, { cover_groups, screenshots }: RecordPlatform): void {
  const titles = screenshots.filter(({ caption }) => caption?.startsWith('Title screen')).length;
  const hasCover = cover_groups.some(({ covers }) => covers.some(({ scan_of }) => scan_of === 'Front Cover'));
  row.covers += Number(hasCover);
  row.titles += Number(titles > 0);
  row.screenshots += Number(screenshots.length > titles);
}
