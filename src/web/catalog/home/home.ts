import { readRecords } from '../../../catalog/catalog.ts';
import type { GameRecord } from '../../../catalog/model/record.ts';
import type { Snapshot } from '../../../catalog/snapshot/snapshot.ts';
import { formatDate, formatNumber } from '../../kit/format.ts';
import { type Html, html } from '../../kit/html.ts';
import { searchForm } from '../../kit/layout.ts';
import type { HtmlResponse, PageRequest } from '../../kit/page.ts';
import { countryCodes } from '../game/releases.ts';
import { gameGrid, readGames } from '../lists/game-cards.ts';
import { idsPath } from '../lists/game-list.ts';
import { browseSections, decadeStrip, featuredSeries } from './browse-sections.ts';
import { listAdded, listLandmarks, listOnThisDay, pickGames } from './featured-games.ts';

/** Rows of covers on a wide screen have six. */
const ROW = 6;
const LANDMARKS = 2 * ROW;
const PICKS = 2 * ROW;
const ADDED_DAYS = 2;
/** Random picks change every five minutes, as those of the API. A day is a multiple of it. */
export const PICKS_MS = 5 * 60 * 1000;
const MAX_SEED = 2 ** 31;
const DAY_MS = 24 * 3600 * 1000;

export async function showHome(request: PageRequest): Promise<HtmlResponse> {
  const { snapshot } = request;
  const total = formatNumber(snapshot.ids.length);
  const sections = snapshot.ids.length === 0 ? undefined : await homeSections(request);
  return {
    title: 'Ludex',
    description: `A catalog of ${total} video games: titles, releases, platforms, and the source of every fact.`,
    canonical: '/',
    hasSearch: true,
    jsonUrl: sections?.jsonUrl ?? '/v1/games?limit=1',
    body: html`<section class="hero">
<h1>Explore ${total} video games</h1>
${searchForm()}
</section>
${sections?.body ?? html`<p class="lead">The catalog is empty. Its operator can fill it with <code>ludex import open</code>.</p>`}`,
  };
}

async function homeSections(request: PageRequest): Promise<{ body: Html; jsonUrl: string | undefined }> {
  const { app, snapshot } = request;
  const now = app.clock();
  const seed = readSeed(request) ?? Math.floor(now / PICKS_MS);
  const { landmarks, onDay, picks, added } = chooseGames(snapshot, now, seed);
  const shown = [landmarks, onDay, picks, ...added.map(({ positions }) => positions)].flat();
  const first = [landmarks, onDay, picks].find((positions) => positions.length > 0);
  const grid = async (positions: readonly number[], notes?: ReadonlyMap<number, Html>) =>
    gameGrid(await readGames(app, snapshot, positions), { isMain: positions === first, notes });
  return {
    jsonUrl: idsPath(shown.map((position) => snapshot.ids[position] as number)),
    body: html`${decadeStrip(request)}
<div class="home">
${landmarks.length > 0 && html`<section><h2>Landmarks</h2>${await grid(landmarks)}</section>`}
${onDay.length > 0 && html`<section><h2>On this day, ${DAYS.format(now)}</h2>${await grid(onDay, await describeReleases(request, onDay, now))}</section>`}
${await featuredSeries(request)}
${browseSections(request)}
<section id="picks"><div class="with-action"><h2>Random picks</h2>
<a class="action" href="/?picks=${nextSeed(seed)}#picks" rel="nofollow">Show others</a></div>
${await grid(picks)}</section>
<section><h2>Recently added</h2>
${await Promise.all(added.map(async ({ day, positions }) => html`<h3>${dayHeading(day)}</h3>${await grid(positions)}`))}
<p><a href="/games?sort=changed">Recently changed games</a> · <a href="/feed.atom">Atom feed</a></p></section>
</div>`,
  };
}

/** The games of each section. None is shown twice. */
function chooseGames(snapshot: Snapshot, now: number, seed: number) {
  const seen = new Set<number>();
  const choose = (positions: readonly number[], count: number) => {
    const own = positions.filter((position) => !seen.has(position)).slice(0, count);
    for (const position of own) seen.add(position);
    return own;
  };
  const landmarks = choose(listLandmarks(snapshot, now, LANDMARKS), LANDMARKS);
  const onDay = choose(listOnThisDay(snapshot, now), ROW);
  const picks = choose(pickGames(snapshot, seed, PICKS + seen.size), PICKS);
  const days = listAdded(snapshot).slice(0, ADDED_DAYS);
  const added = days.map(({ day, positions }) => ({ day, positions: choose(positions, ROW) }));
  return { landmarks, onDay, picks, added: added.filter(({ positions }) => positions.length > 0) };
}

function dayHeading(day: number): Html {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  return html`<time datetime="${date}">${formatDate(date)}</time>`;
}

/** `16 November`, in UTC. */
const DAYS = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

function readSeed({ query }: PageRequest): number | undefined {
  const text = query.get('picks') ?? '';
  return /^\d{1,10}$/.test(text) ? Number(text) % MAX_SEED : undefined;
}

/** A seed far from the others, so that two visitors see different games. */
function nextSeed(seed: number): number {
  return ((Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) % MAX_SEED;
}

/** For which platform, where and in which year each of these games came out on this day, by id. */
async function describeReleases({ app, snapshot }: PageRequest, positions: readonly number[], now: number) {
  const texts = await readRecords(app.catalog, snapshot, positions);
  const records = texts.map((text) => JSON.parse(text as string) as GameRecord);
  const day = new Date(now).toISOString().slice(4, 10);
  return new Map(records.map((record) => [record.game_id, describeDay(record, day)]));
}

/** The first release on this day: `Game Boy · 1990 JP`. */
function describeDay({ platforms }: GameRecord, day: string): Html {
  const onDay = platforms.flatMap(({ platform_name, releases }) =>
    releases
      .filter(({ release_date: date }) => date?.slice(4) === day)
      .map(({ release_date: date, countries }) => ({ platform_name, year: date?.slice(0, 4) as string, countries })),
  );
  const [first] = onDay.toSorted((a, b) => (a.year < b.year ? -1 : 1));
  return html`<span class="muted">${first?.platform_name} · ${first?.year} ${countryCodes(first?.countries ?? [])}</span>`;
}
