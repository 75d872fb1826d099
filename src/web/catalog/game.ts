import { findRecord } from '../../catalog/catalog.ts';
import type { GameRecord } from '../../catalog/model/record.ts';
import type { Game } from '../../catalog/model/resources.ts';
import { renderCard, renderGame } from '../../catalog/render/card.ts';
import { PREVIEW_SIZE, previewPath } from '../../catalog/render/link-preview.ts';
import { gamePath } from '../../catalog/render/render.ts';
import { findAliasTarget, findPosition } from '../../catalog/snapshot/snapshot.ts';
import { AppError } from '../../errors.ts';
import { bdi, safeUrl } from '../kit/format.ts';
import { type Html, html, type Part } from '../kit/html.ts';
import type { HtmlResponse, PageRequest, PageResponse } from '../kit/page.ts';
import { staticUrl } from '../kit/static-files.ts';
import { cover, hideRemoteCover, siteRenderOptions } from './game-cards.ts';
import { essentials } from './game-essentials.ts';
import { factSourcesPage } from './game-fact-sources.ts';
import { gameFacts, patchSection } from './game-facts.ts';
import { fileSection } from './game-files.ts';
import { jsonLd } from './game-json-ld.ts';
import { coverSection, hasPictures, screenshotSection } from './game-pictures.ts';
import { findRelated, relatedSections } from './game-related.ts';
import { releaseSection } from './game-releases.ts';
import { sourceSection } from './game-sources.ts';
import { metaDescription, summarize } from './game-summary.ts';
import { timeline } from './game-timeline.ts';
import { titleSection } from './game-titles.ts';
import { gameTools } from './game-tools.ts';

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
  if (`/games/${path.id}/${encodeURIComponent(path.slug ?? '')}` !== own) return { status: 301, location: own + below };
  return show(request, record, own);
}

async function gamePage(request: PageRequest, record: GameRecord, own: string): Promise<HtmlResponse> {
  const rendered = JSON.parse(renderGame(renderCard(record), siteRenderOptions(request.app))) as Game;
  const game = hideRemoteCover(request.app, rendered);
  const related = findRelated(request, record);
  const [files, sources, others] = await Promise.all([
    fileSection(request, record),
    sourceSection(request, record.game_id, own),
    relatedSections(request, record, related),
  ]);
  const options = siteRenderOptions(request.app);
  return {
    title: record.title,
    description: metaDescription(record),
    canonical: own,
    jsonUrl: `/v1/games/${record.game_id}`,
    moreJsonUrls: record.platforms.map(({ platform_id }) => `/v1/games/${record.game_id}/platforms/${platform_id}`),
    picture: { path: previewPath(record), alt: `Cover of ${record.title}`, ...PREVIEW_SIZE },
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
<aside aria-label="Facts">${gameFacts(record)}</aside>
<div>
${releaseSection(record, timeline(record.platforms, related.series))}
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

/** Without a description, a sentence from the facts, which is marked as such. */
function description(record: GameRecord): Html {
  const text = record.description;
  if (text === null) {
    return html`<div class="prose generated"><p dir="auto">${summarize(record)}</p>
<p class="hint">Written automatically from the facts on this page.</p></div>`;
  }
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
