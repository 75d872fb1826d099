import { findRecord } from '../../../catalog/catalog.ts';
import { type GameRecord, preferPlatforms, yearOf } from '../../../catalog/model/record.ts';
import type { Game } from '../../../catalog/model/resources.ts';
import { renderCard, renderGame } from '../../../catalog/render/card.ts';
import { generatedCover } from '../../../catalog/render/generated-cover.ts';
import { commonPicture } from '../../../catalog/render/original.ts';
import { gamePath } from '../../../catalog/render/render.ts';
import { findAliasTarget } from '../../../catalog/snapshot/snapshot.ts';
import { AppError } from '../../../errors.ts';
import { bdi, entryLink, linkUrls } from '../../kit/format.ts';
import { type Html, html, joined, nothing, type Part } from '../../kit/html.ts';
import {
  type HtmlResponse,
  hasOwnSlug,
  type PagePicture,
  type PageRequest,
  type PageResponse,
  PROPOSE_PATH,
  readId,
} from '../../kit/page.ts';
import { staticUrl } from '../../kit/static-files.ts';
import { cover, hideRemoteCover, isBasicGenre, siteRenderOptions } from '../lists/game-cards.ts';
import { filterPath } from '../lists/list-query.ts';
import { leadingCompanies, linkCompany } from './companies.ts';
import { gameFacts, patchSection, titleSection } from './facts.ts';
import { coverSection, hasPictures, screenshotSection } from './pictures.ts';
import { relatedSections } from './related.ts';
import { releaseSection } from './releases.ts';
import { factSourcesPage, fileSection, sourceSection } from './sources.ts';
import { jsonLd, metaDescription } from './summary.ts';

export function showGame(request: PageRequest): Promise<PageResponse> {
  return withGame(request, '', gamePage);
}

/** Which source states which fact. */
export function showFactSources(request: PageRequest): Promise<PageResponse> {
  return withGame(request, '/sources', factSourcesPage);
}

/** Redirects wrong slugs and ids of merged games to the canonical URL. */
async function withGame(
  request: PageRequest,
  below: string,
  show: (request: PageRequest, record: GameRecord, own: string) => Promise<HtmlResponse>,
): Promise<PageResponse> {
  const record = await readGame(request);
  const own = gamePath(record.game_id, record.title);
  return hasOwnSlug(request, own) ? show(request, record, own) : { status: 301, location: own + below };
}

/** The game of the path. The id of a merged game leads to the game that it became. */
async function readGame(request: PageRequest): Promise<GameRecord> {
  const { app, snapshot } = request;
  const wanted = readId(request);
  const record = await findRecord(app.catalog, snapshot, findAliasTarget(snapshot, wanted) ?? wanted);
  if (record) return record;
  throw new AppError('gameNotFound', 'It may have been removed, or the address is wrong. Try searching for its title.');
}

/** What other sites show with a link to the page, as a type that all of them can read. */
function coverForLinks({ app }: PageRequest, game: Game): PagePicture {
  const { image, width, height } = game.sample_cover
    ? commonPicture(game.sample_cover, 'jpg', app.catalog.options)
    : generatedCover(game);
  return { url: image.startsWith('/') ? app.publicUrl + image : image, alt: `Cover of ${game.title}`, width, height };
}

async function gamePage(request: PageRequest, record: GameRecord, own: string): Promise<HtmlResponse> {
  const rendered = JSON.parse(renderGame(renderCard(record), siteRenderOptions(request.app))) as Game;
  const game = hideRemoteCover(request.app, rendered);
  const [files, sources, others] = await Promise.all([
    fileSection(request, record),
    sourceSection(request, record.game_id, own),
    relatedSections(request, record),
  ]);
  const options = siteRenderOptions(request.app);
  return {
    title: record.title,
    description: metaDescription(record),
    canonical: own,
    jsonUrl: `/v1/games/${record.game_id}`,
    picture: coverForLinks(request, game),
    head: html`${jsonLd(rendered, record)}
${hasPictures(record) && html`<script type="module" src="${staticUrl('lightbox.js')}"></script>`}`,
    body: html`<article class="game">
<div class="game-top">
<figure>${cover(game, { size: 'large' })}
${!game.sample_cover && html`<figcaption>Generated cover</figcaption>`}</figure>
<div class="game-title"><h1>${bdi(record.title)}</h1>
${essentials(record)}</div>
<div class="game-text">${description(record)}
${gameTools(request, record)}</div>
</div>
${screenshotSection(options, record)}
<div class="game-body">
${releaseSection(record)}
<aside aria-label="Facts">${gameFacts(record)}</aside>
<div>
${titleSection(record)}
${coverSection(options, record)}
${patchSection(record)}
${files}
${sources}
</div>
</div>
${others}
</article>`,
  };
}

function description(record: GameRecord): Html {
  if (record.description === null) return nothing;
  const paragraphs = record.description.split(/\n+/).filter((paragraph) => paragraph.trim() !== '');
  return html`<div class="prose">${paragraphs.map((paragraph) => html`<p dir="auto">${linkUrls(paragraph)}</p>`)}</div>`;
}

/** What a visitor can do about a game that is not right. */
function gameTools({ account }: PageRequest, { game_id }: GameRecord): Html {
  return html`<ul class="links game-tools"><li>${
    account?.role === 'operator'
      ? html`<a href="/operator/games/${game_id}">Edit this game</a>`
      : html`<a href="${PROPOSE_PATH}/${game_id}" rel="nofollow">Propose a change</a>`
  }</li></ul>`;
}

const MAX_COMPANIES = 3;
const MAX_PLATFORMS = 5;

/** Year, developers, publishers, platforms and genres in one line of links. */
function essentials(record: GameRecord): Html {
  const year = Number(yearOf(record));
  const developers = leadingCompanies(record, 'Developed by').map(linkCompany);
  const publishers = leadingCompanies(record, 'Published by').map(linkCompany);
  const platforms = preferPlatforms(record.platforms).map(({ platform_id, platform_name }) =>
    entryLink('platform', platform_id, platform_name),
  );
  const genres = record.genres
    .filter(isBasicGenre)
    .map(({ genre_id, genre_name }) => entryLink('genre', genre_id, genre_name));
  const parts: Part[] = [
    year > 0 && html`<a href="${filterPath({ years: { from: year, to: year } })}">${year}</a>`,
    developers.length > 0 && html`by ${shorten(developers, MAX_COMPANIES)}`,
    publishers.length > 0 && html`published by ${shorten(publishers, MAX_COMPANIES)}`,
    platforms.length > 0 && shorten(platforms, MAX_PLATFORMS),
    genres.length > 0 && shorten(genres, genres.length),
  ];
  const known = parts.filter((part) => part !== false);
  if (known.length === 0) return nothing;
  const spans = known.map((part) => html`<span>${part}</span>`);
  return html`<p class="essentials">${joined(spans, html` <span class="dot" aria-hidden="true">·</span> `)}</p>`;
}

/** The first links. The rest is in the section of releases. */
function shorten(links: readonly Html[], limit: number): Html {
  // One more link is as short as the words "and 1 more".
  const shown = links.length <= limit + 1 ? links : links.slice(0, limit);
  const more = links.length - shown.length;
  return html`${joined(shown)}${more > 0 && html` and <a href="#releases">${more} more</a>`}`;
}
