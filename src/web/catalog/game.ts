import { findRecord } from '../../catalog/catalog.ts';
import { byFirstRelease, type GameRecord, yearOf } from '../../catalog/model/record.ts';
import type { Game } from '../../catalog/model/resources.ts';
import { PREVIEW_SIZE, previewPath } from '../../catalog/render/link-preview.ts';
import { gamePath, renderCard, renderGame } from '../../catalog/render/render.ts';
import { findAliasTarget, findPosition } from '../../catalog/snapshot/snapshot.ts';
import { AppError } from '../../errors.ts';
import { plainTitle } from '../../folding.ts';
import { bdi, formatList, safeUrl } from '../kit/format.ts';
import { type Html, html, nothing, type Part } from '../kit/html.ts';
import type { HtmlResponse, PageRequest, PageResponse } from '../kit/page.ts';
import { staticUrl } from '../kit/static-files.ts';
import { cover, facetLink, hideRemoteCover, siteRenderOptions } from './game-cards.ts';
import { gameFacts, platformFacts } from './game-facts.ts';
import { jsonLd } from './game-json-ld.ts';
import { coverSection, hasPictures, screenshotSection } from './game-pictures.ts';
import { releaseSection } from './game-releases.ts';
import { sourceSection } from './game-sources.ts';

const MAX_SUMMARY_LENGTH = 200;

/** Redirects wrong slugs and ids of merged games to the canonical URL. */
export async function showGame(request: PageRequest): Promise<PageResponse> {
  const { app, snapshot, path } = request;
  const requestedId = /^\d{1,9}$/.test(path.id ?? '') ? Number(path.id) : 0;
  const gameId = findAliasTarget(snapshot, requestedId) ?? requestedId;
  if (findPosition(snapshot, gameId) === undefined) {
    throw new AppError(
      'gameNotFound',
      'It may have been removed, or the address is wrong. Try searching for its title.',
    );
  }
  const record = (await findRecord(app.catalog, snapshot, gameId)) as GameRecord;
  const own = gamePath(gameId, record.title);
  if (`/games/${path.id}/${encodeURIComponent(path.slug ?? '')}` !== own) return { status: 301, location: own };
  return gamePage(request, record, own);
}

async function gamePage(request: PageRequest, record: GameRecord, own: string): Promise<HtmlResponse> {
  const rendered = JSON.parse(renderGame(renderCard(record), siteRenderOptions(request.app))) as Game;
  const game = hideRemoteCover(request.app, rendered);
  const sources = await sourceSection(request, record.game_id);
  return {
    title: record.title,
    description: summaryOf(game),
    canonical: own,
    jsonUrl: `/v1/games/${record.game_id}`,
    moreJsonUrls: record.platforms.map(({ platform_id }) => `/v1/games/${record.game_id}/platforms/${platform_id}`),
    picture: { path: previewPath(record), alt: `Cover of ${record.title}`, ...PREVIEW_SIZE },
    head: html`${jsonLd(rendered, record)}
${hasPictures(record) && html`<script type="module" src="${staticUrl('lightbox.js')}"></script>`}`,
    body: html`<article class="game">
${heading(game)}
<div class="game-top">
<figure>${cover(game, 'large')}
${!game.sample_cover && html`<figcaption>Generated cover. No cover scan available.</figcaption>`}</figure>
<div>
${description(record)}
${gameFacts(record)}
</div>
</div>
${alternateTitles(record)}
${releaseSection(record)}
${screenshotSection(siteRenderOptions(request.app), record)}
${coverSection(siteRenderOptions(request.app), record)}
${platformFacts(record)}
${sources}
</article>`,
  };
}

function heading(game: Game): Html {
  const platforms = byFirstRelease(game.platforms).map(({ platform_id, platform_name }) =>
    facetLink('platform', platform_id, platform_name),
  );
  return html`<p class="eyebrow">${yearOf(game)}${yearOf(game) && ' · '}${platforms.map((link, i) => html`${i > 0 && ', '}${link}`)}</p>
<h1>${bdi(game.title)}</h1>`;
}

function description({ description: text }: GameRecord): Html {
  if (text === null) return nothing;
  const paragraphs = text.split(/\n+/).filter((paragraph) => paragraph.trim() !== '');
  return html`<div class="prose">${paragraphs.map((paragraph) => html`<p dir="auto">${linkUrls(paragraph)}</p>`)}</div>`;
}

/** Links the addresses in a text, such as that of the article it was taken from. */
function linkUrls(text: string): Part[] {
  // The odd parts are the addresses.
  return text.split(/(https?:\/\/[^\s()<>"]+)/).map((part, i) => {
    const url = i % 2 === 1 ? safeUrl(part.replace(/[.,;:!?]+$/, '')) : undefined;
    return url ? html`<a href="${url}" rel="noopener nofollow">${url}</a>${part.slice(url.length)}` : part;
  });
}

/** Without those that only spell the title in another way, as many lists do; the API has them. */
function alternateTitles({ title: shown, alternate_titles }: GameRecord): Html {
  const titles = alternate_titles.filter(({ title }) => plainTitle(title) !== plainTitle(shown));
  if (titles.length === 0) return nothing;
  return html`<section><h2>Other titles</h2>
<table class="facts"><thead class="visually-hidden"><tr><th scope="col">Title</th><th scope="col">Description</th></tr></thead>
<tbody>${titles.map(
    ({ title, description: what }) => html`<tr><th scope="row">${bdi(title)}</th><td>${bdi(what)}</td></tr>`,
  )}</tbody></table></section>`;
}

function summaryOf(game: Game): string {
  if (game.description !== null) {
    const text = game.description.replaceAll(/\s+/g, ' ');
    return text.length <= MAX_SUMMARY_LENGTH ? text : `${text.slice(0, MAX_SUMMARY_LENGTH).replace(/\s\S*$/, '')} …`;
  }
  const year = yearOf(game);
  const platforms = formatList(game.platforms.slice(0, 5).map(({ platform_name }) => platform_name));
  return `${game.title}, a video game${year ? ` from ${year}` : ''}${platforms && ` for ${platforms}`}.`;
}
