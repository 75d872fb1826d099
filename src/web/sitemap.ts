import { setImmediate as nextTurn } from 'node:timers/promises';
import { gamePath } from '../catalog/render.ts';
import { textBytes } from '../catalog/shared.ts';
import type { Snapshot } from '../catalog/snapshot.ts';
import { AppError } from '../errors.ts';
import type { PageRequest, TextAnswer } from './page.ts';
import { KINDS, listReferences, referencePath } from './references.ts';
import { type Xml, xml } from './xml.ts';

/** The most addresses that a sitemap may hold. */
const SITEMAP_SIZE = 50_000;
/** Fifty thousand addresses take a while: others are served in between. */
const AT_ONCE = 1000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** What there is to be found, in files of at most fifty thousand. */
export function showSitemapIndex({ app, snapshot }: PageRequest): TextAnswer {
  const games = Math.ceil(snapshot.ids.length / SITEMAP_SIZE);
  const names = ['lists-1', ...Array.from({ length: games }, (_, i) => `games-${i + 1}`)];
  const lists = Math.ceil(listPaths(snapshot).length / SITEMAP_SIZE);
  for (let i = 2; i <= lists; i++) names.push(`lists-${i}`);
  return sitemap(
    xml`<sitemapindex xmlns="${NAMESPACE}">
${names.map((name) => xml`<sitemap><loc>${app.publicUrl}/sitemap/${name}.xml</loc></sitemap>\n`)}</sitemapindex>`,
  );
}

export async function showSitemap({ app, snapshot, path }: PageRequest): Promise<TextAnswer> {
  const [, what, number] = /^(games|lists)-([1-9]\d{0,5})\.xml$/.exec(path.name ?? '') ?? [];
  const from = (Number(number ?? 0) - 1) * SITEMAP_SIZE;
  const entries =
    what === undefined ? [] : what === 'games' ? gameEntries(snapshot, from) : listEntries(snapshot, from);
  if (entries.length === 0) throw new AppError('notFound', 'There is no such sitemap.');
  const urls: Xml[] = [];
  for (let at = 0; at < entries.length; at += AT_ONCE) {
    urls.push(xml`${entries.slice(at, at + AT_ONCE).map((entry) => urlOf(app.publicUrl, entry))}`);
    await nextTurn();
  }
  return sitemap(xml`<urlset xmlns="${NAMESPACE}">\n${urls}</urlset>`);
}

function urlOf(publicUrl: string, { path, modifiedAt }: Entry): Xml {
  const modified = modifiedAt !== undefined && new Date(modifiedAt).toISOString().slice(0, 10);
  return xml`<url><loc>${publicUrl}${path()}</loc>${modified && xml`<lastmod>${modified}</lastmod>`}</url>\n`;
}

interface Entry {
  path(): string;
  modifiedAt?: number;
}

function gameEntries(snapshot: Snapshot, from: number): Entry[] {
  const to = Math.min(snapshot.ids.length, from + SITEMAP_SIZE);
  const modified = new Float64Array(Math.max(0, to - from));
  const { positions, modifiedAt } = snapshot.recent;
  positions.forEach((position, i) => {
    if (position >= from && position < to) modified[position - from] = modifiedAt[i] as number;
  });
  return Array.from(modified, (time, i) => ({
    path: () => gamePath(snapshot.ids[from + i] as number, textBytes(snapshot.titles, from + i).toString()),
    modifiedAt: time,
  }));
}

function listEntries(snapshot: Snapshot, from: number): Entry[] {
  return listPaths(snapshot)
    .slice(from, from + SITEMAP_SIZE)
    .map((path) => ({ path: () => path }));
}

function listPaths(snapshot: Snapshot): string[] {
  const references = KINDS.flatMap((kind) =>
    listReferences(snapshot, kind).map(({ id, name }) => referencePath(kind, id, name)),
  );
  return ['/', '/games', '/platforms', '/genres', '/groups', '/sources', ...references];
}

function sitemap(body: Xml): TextAnswer {
  return { type: 'application/xml; charset=utf-8', text: `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n` };
}
