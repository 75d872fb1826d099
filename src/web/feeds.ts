import { yearOf } from '../catalog/model/record.ts';
import type { Game } from '../catalog/model/resources.ts';
import { entryPath, gamePath } from '../catalog/render/render.ts';
import { browseGames } from '../catalog/search/browse.ts';
import { textAt } from '../catalog/snapshot/shared-arrays.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import { AppError } from '../errors.ts';
import { type FacetName, listFacetValues } from './catalog/facets/facets.ts';
import { describeFilters } from './catalog/lists/describe-filters.ts';
import { readGames } from './catalog/lists/game-cards.ts';
import { feedPath, listPath, readListQuery } from './catalog/lists/list-query.ts';
import { type Html, html as xml } from './kit/html.ts';
import type { PageRequest, TextResponse } from './kit/page.ts';
import { staticUrl } from './kit/static-files.ts';

// `html` escapes to numeric character references, which are valid in XML, too.

const MAX_ENTRIES = 50;

/** The most recently changed games of a list as an Atom feed. The filters are those of the list. */
export async function showFeed({ app, snapshot, query }: PageRequest): Promise<TextResponse> {
  const list = { ...readListQuery(query), sort: 'changed' as const, page: 1 };
  const { positions } = browseGames(app.catalog, snapshot, list, { offset: 0, limit: MAX_ENTRIES });
  const games = await readGames(app, snapshot, positions);
  const times = Array.from(positions, (position) => modifiedAt(snapshot, position));
  const own = app.publicUrl + feedPath(list.filter);
  const filters = describeFilters(snapshot, list);
  const feed = xml`<feed xmlns="http://www.w3.org/2005/Atom">
<title>Ludex: recent changes${filters && `: ${filters}`}</title>
<id>${own}</id>
<link rel="self" type="application/atom+xml" href="${own}"/>
<link rel="alternate" type="text/html" href="${app.publicUrl}${listPath(list)}"/>
<updated>${times[0] ?? new Date(0).toISOString()}</updated>
<author><name>Ludex</name></author>
${games.map(
  (game, i) => xml`<entry>
<title>${game.title}</title>
<id>${app.publicUrl}/games/${game.game_id}</id>
<link rel="alternate" type="text/html" href="${app.publicUrl}${gamePath(game.game_id, game.title)}"/>
<updated>${times[i]}</updated>
<summary>${summaryOf(game)}</summary>
</entry>
`,
)}</feed>`;
  return xmlResponse(feed, 'application/atom+xml');
}

function summaryOf(game: Game): string {
  const platforms = game.platforms.map(({ platform_name }) => platform_name).join(', ');
  return [yearOf(game), platforms, game.description].filter(Boolean).join('. ');
}

/** The protocol allows 50,000 URLs in a sitemap. One of so few is as large as a page, and as quick. */
const SITEMAP_SIZE = 1000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

export function showSitemapIndex({ app, snapshot }: PageRequest): TextResponse {
  const names = Object.entries(SITEMAPS).flatMap(([kind, open]) => {
    const count = Math.ceil(open(snapshot).size / SITEMAP_SIZE);
    return Array.from({ length: count }, (_, i) => `${kind}-${i + 1}`);
  });
  const index = xml`<sitemapindex xmlns="${NAMESPACE}">
${names.map((name) => xml`<sitemap><loc>${app.publicUrl}/sitemap/${name}.xml</loc></sitemap>\n`)}</sitemapindex>`;
  return xmlResponse(index);
}

export function showSitemap({ app, snapshot, path }: PageRequest): TextResponse {
  const [, kind = '', number] = /^([a-z]+)-([1-9]\d{0,5})\.xml$/.exec(path.name ?? '') ?? [];
  const from = (Number(number) - 1) * SITEMAP_SIZE;
  const all = Object.hasOwn(SITEMAPS, kind) ? SITEMAPS[kind]?.(snapshot) : undefined;
  if (!all || from >= all.size) throw new AppError('notFound', 'There is no such sitemap.');
  const urls = Array.from({ length: Math.min(all.size - from, SITEMAP_SIZE) }, (_, i) => {
    const modified = all.modifiedOf?.(from + i);
    return xml`<url><loc>${app.publicUrl}${all.pathOf(from + i)}</loc>${modified && xml`<lastmod>${modified}</lastmod>`}</url>\n`;
  });
  return xmlResponse(xml`<urlset xmlns="${NAMESPACE}">\n${urls}</urlset>`);
}

/** Pages of one kind. A path is only made when it is written: there are thousands of companies. */
type Entries = { size: number; pathOf(at: number): string; modifiedOf?(at: number): string };

const FIXED_PATHS = ['/', '/games', '/platforms', '/genres', '/groups', '/companies', '/sources', '/data'];

/** By the name of the sitemap. */
const SITEMAPS: Record<string, (snapshot: Snapshot) => Entries> = {
  pages: () => ({ size: FIXED_PATHS.length, pathOf: (at) => FIXED_PATHS[at] as string }),
  games: gameEntries,
  companies: ({ companies: { ids, names } }) => ({
    size: ids.length,
    pathOf: (at) => entryPath('company', ids[at] as number, textAt(names, at)),
  }),
  platforms: (snapshot) => facetEntries(snapshot, 'platform'),
  genres: (snapshot) => facetEntries(snapshot, 'genre'),
  groups: (snapshot) => facetEntries(snapshot, 'group'),
};

function facetEntries(snapshot: Snapshot, facet: FacetName): Entries {
  const paths = listFacetValues(snapshot, facet).map(({ id, name }) => entryPath(facet, id, name));
  return { size: paths.length, pathOf: (at) => paths[at] as string };
}

function gameEntries(snapshot: Snapshot): Entries {
  const { ids, titles } = snapshot;
  return {
    size: ids.length,
    pathOf: (at) => gamePath(ids[at] as number, textAt(titles, at)),
    modifiedOf: (at) => modifiedAt(snapshot, at).slice(0, 10),
  };
}

function modifiedAt(snapshot: Snapshot, position: number): string {
  return new Date(snapshot.modifiedAt[position] as number).toISOString();
}

/** Lets browsers offer the site's search in their address bar. */
export function showOpenSearch({ app }: PageRequest): TextResponse {
  const description = xml`<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>Ludex</ShortName>
<Description>Search the titles of the Ludex game catalog</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="16" height="16" type="image/svg+xml">${app.publicUrl}${staticUrl('icon.svg')}</Image>
<Url type="text/html" template="${app.publicUrl}/games?title={searchTerms}"/>
<Url type="application/x-suggestions+json" template="${app.publicUrl}/suggest?title={searchTerms}"/>
</OpenSearchDescription>`;
  return xmlResponse(description, 'application/opensearchdescription+xml');
}

function xmlResponse(root: Html, type = 'application/xml'): TextResponse {
  return { type: `${type}; charset=utf-8`, text: `<?xml version="1.0" encoding="UTF-8"?>\n${root}\n` };
}

/** Crawlers may read everything but the API, the suggestions, and combinations of filters, which are endless. */
export function showRobots({ app }: PageRequest): TextResponse {
  const lines = [
    'User-agent: *',
    'Disallow: /v1/',
    'Disallow: /suggest',
    'Disallow: /games?*&',
    'Disallow: /feed.atom?*&',
    'Disallow: /random',
    '',
    `Sitemap: ${app.publicUrl}/sitemap.xml`,
    '',
  ];
  return { type: 'text/plain; charset=utf-8', text: lines.join('\n') };
}
