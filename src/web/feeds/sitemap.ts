import { setImmediate as nextTurn } from 'node:timers/promises';
import { gamePath } from '../../catalog/render/render.ts';
import { textBytes } from '../../catalog/snapshot/shared-arrays.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { AppError } from '../../errors.ts';
import { getOrInsert } from '../../get-or-insert.ts';
import { companyPath } from '../catalog/company-path.ts';
import { FACET_NAMES, type FacetValue, facetPath, listFacetValues } from '../catalog/facets.ts';
// `html` escapes to numeric character references, which are valid in XML, too.
import { html as xml } from '../kit/html.ts';
import type { LazyResponse, PageRequest, TextResponse } from '../kit/page.ts';

/** The protocol allows this many URLs in one sitemap. */
const SITEMAP_SIZE = 50_000;
/** After this many URLs the event loop gets to run. */
const BATCH_SIZE = 250;
const DAY_MS = 24 * 3600 * 1000;
const TYPE = 'application/xml; charset=utf-8';
const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export function showSitemapIndex({ app, snapshot }: PageRequest): TextResponse {
  const games = Math.ceil(snapshot.ids.length / SITEMAP_SIZE);
  const names = ['lists-1', ...Array.from({ length: games }, (_, i) => `games-${i + 1}`)];
  const lists = Math.ceil(countLists(snapshot) / SITEMAP_SIZE);
  for (let i = 2; i <= lists; i++) names.push(`lists-${i}`);
  const index = xml`<sitemapindex xmlns="${NAMESPACE}">
${names.map((name) => xml`<sitemap><loc>${app.publicUrl}/sitemap/${name}.xml</loc></sitemap>\n`)}</sitemapindex>`;
  return { type: TYPE, text: `${DECLARATION}${index}\n` };
}

export function showSitemap({ app, snapshot, path }: PageRequest): LazyResponse {
  const { name = '' } = path;
  const [, list, number] = /^(games|lists)-([1-9]\d{0,5})\.xml$/.exec(name) ?? [];
  const from = (Number(number ?? 0) - 1) * SITEMAP_SIZE;
  const size = list === 'games' ? snapshot.ids.length : countLists(snapshot);
  if (list === undefined || from >= size) throw new AppError('notFound', 'There is no such sitemap.');
  return {
    type: TYPE,
    version: `${name} ${snapshot.lineage} ${snapshot.revision}`,
    write: () => writeUrls(app.publicUrl, list === 'games' ? gameEntries(snapshot, from) : listEntries(snapshot, from)),
  };
}

async function writeUrls(publicUrl: string, { size, pathOf, modifiedOf }: Entries): Promise<string> {
  const opening = String(xml`<url><loc>${publicUrl}`);
  let urls = '';
  for (let at = 0; at < size; at++) {
    // Paths are percent-encoded and need no escaping.
    urls += `${opening}${pathOf(at)}</loc>${modifiedOf(at)}</url>\n`;
    if (at % BATCH_SIZE === 0) await nextTurn();
  }
  return `${DECLARATION}<urlset xmlns="${NAMESPACE}">\n${urls}</urlset>\n`;
}

interface Entries {
  size: number;
  pathOf(at: number): string;
  modifiedOf(at: number): string;
}

function gameEntries(snapshot: Snapshot, from: number): Entries {
  const size = Math.min(snapshot.ids.length - from, SITEMAP_SIZE);
  const days = new Uint32Array(size);
  const { positions, modifiedAt } = snapshot.recent;
  for (let i = 0; i < positions.length; i++) {
    const at = (positions[i] as number) - from;
    if (at >= 0 && at < size) days[at] = Math.floor((modifiedAt[i] as number) / DAY_MS);
  }
  // Most games share few dates, so the texts are cached.
  const texts = new Map<number, string>();
  return {
    size,
    pathOf: (at) => gamePath(snapshot.ids[from + at] as number, textBytes(snapshot.titles, from + at).toString()),
    modifiedOf: (at) => getOrInsert(texts, days[at] as number, lastModified),
  };
}

function lastModified(day: number): string {
  return `<lastmod>${new Date(day * DAY_MS).toISOString().slice(0, 10)}</lastmod>`;
}

const FIXED_PATHS = ['/', '/games', '/platforms', '/genres', '/groups', '/companies', '/sources'];

/** Pages other than games, in parts. A path is only made when it is written: there are as many as companies. */
function listParts(snapshot: Snapshot): { size: number; pathOf(at: number): string }[] {
  const { ids, names } = snapshot.companies;
  return [
    { size: FIXED_PATHS.length, pathOf: (at) => FIXED_PATHS[at] as string },
    ...FACET_NAMES.map((kind) => {
      const values = listFacetValues(snapshot, kind);
      const pathOf = (at: number) => {
        const { id, name } = values[at] as FacetValue;
        return facetPath(kind, id, name);
      };
      return { size: values.length, pathOf };
    }),
    { size: ids.length, pathOf: (at) => companyPath(ids[at] as number, textBytes(names, at).toString()) },
  ];
}

function countLists(snapshot: Snapshot): number {
  return listParts(snapshot).reduce((sum, { size }) => sum + size, 0);
}

function listEntries(snapshot: Snapshot, from: number): Entries {
  const parts = listParts(snapshot);
  const pathOf = (at: number) => {
    let rest = from + at;
    const part = parts.find(({ size }) => {
      if (rest < size) return true;
      rest -= size;
      return false;
    });
    return part?.pathOf(rest) ?? '';
  };
  return { size: Math.min(countLists(snapshot) - from, SITEMAP_SIZE), pathOf, modifiedOf: () => '' };
}
