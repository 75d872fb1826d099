import { byFirstRelease, compareDates, type GameRecord, type RecordPlatform } from '../../catalog/model/record.ts';
import { type Html, html, nothing, type Part } from '../kit/html.ts';
import { counted, isolated, timeOf, webAddress } from '../kit/words.ts';
import { referenceLink } from './game-cards.ts';

/** What is known of the game as a whole. */
export function gameFacts(record: GameRecord): Html {
  const official = webAddress(record.official_url);
  const genres = Map.groupBy(record.genres, ({ genre_category }) => genre_category);
  const rows: [name: string, value: Part][] = [
    ['First releases', record.platforms.length > 0 && firstReleases(record)],
    ['First in', firstInCountries(record)],
    ...Array.from(genres, ([category, list]): [string, Part] => [
      category,
      list.map(({ genre_id, genre_name }, i) => [i > 0 && ', ', referenceLink('genre', genre_id, genre_name)]),
    ]),
    [
      'Groups',
      record.groups.map(({ group_id, group_name }, i) => [i > 0 && ', ', referenceLink('group', group_id, group_name)]),
    ],
    ['Ratings', ratings(record)],
    [
      'Score',
      record.catalog_score !== null &&
        html`<strong class="figures">${record.catalog_score}</strong> of 10, ${counted(record.num_votes, 'vote')}`,
    ],
    ['Official site', official && html`<a href="${official}" rel="noopener nofollow">${isolated(official)}</a>`],
  ];
  return html`<dl class="facts">${rows.filter(([, value]) => !isEmpty(value)).map(([name, value]) => fact(name, value))}</dl>`;
}

/** What is peculiar to the game on its platforms: attributes by category, and patches. */
export function aboutPlatforms(record: GameRecord): Html {
  const patches = record.platforms.flatMap((platform) => platform.patches.map((patch) => ({ platform, ...patch })));
  const attributes = attributesOf(record);
  return html`${attributes.length > 0 && html`<section><h2>Technical</h2><dl class="facts">${attributes}</dl></section>`}
${
  patches.length > 0 &&
  html`<section><h2>Patches</h2><table class="facts"><tbody>${patches.map(
    ({ platform, description, release_date }) => html`<tr><th scope="row">${timeOf(release_date)}</th>
<td>${isolated(description)}</td><td class="quiet">${platform.platform_name}</td></tr>`,
  )}</tbody></table></section>`
}`;
}

function firstReleases({ platforms }: GameRecord): Html {
  return html`<ul class="plain">${byFirstRelease(platforms).map(
    ({ platform_id, platform_name, first_release_date: date }) =>
      html`<li>${timeOf(date)} <span class="on">${referenceLink('platform', platform_id, platform_name)}</span></li>`,
  )}</ul>`;
}

/** What came out, but is not the game itself. */
const NO_RELEASE = /\b(prototype|demo|beta|pirate|bootleg|hack|unreleased|sample|kiosk)\b/i;

/** When each country got the game, on whatever platform; among dates of one year the most precise one counts. */
function firstInCountries({ platforms }: GameRecord): Part {
  const releases = platforms
    .flatMap((platform) => platform.releases)
    .filter(({ release_date, description }) => release_date !== null && !NO_RELEASE.test(description ?? ''))
    .toSorted((a, b) => compareDates(a.release_date, b.release_date));
  const first = new Map<string, string | null>();
  for (const { release_date, countries } of releases) {
    for (const country of countries) if (!first.has(country)) first.set(country, release_date);
  }
  if (first.size < 2) return false;
  return html`<ul class="plain">${Array.from(
    first,
    ([country, date]) => html`<li>${timeOf(date)} <span class="on">${isolated(country)}</span></li>`,
  )}</ul>`;
}

function ratings({ platforms }: GameRecord): Part {
  const all = platforms.flatMap((platform) => platform.ratings.map((rating) => ({ platform, rating })));
  const byId = Map.groupBy(all, ({ rating }) => rating.rating_id);
  return Array.from(byId.values(), (same, i) => {
    const { rating } = same[0] as (typeof all)[number];
    return [
      i > 0 && ', ',
      html`${isolated(`${rating.rating_system_name}: ${rating.rating_name}`)}${onlyOn(
        same.map(({ platform }) => platform),
        platforms,
      )}`,
    ];
  });
}

function attributesOf({ platforms }: GameRecord): Html[] {
  const all = platforms.flatMap((platform) => platform.attributes.map((attribute) => ({ platform, ...attribute })));
  const categories = Map.groupBy(all, ({ attribute_category_name }) => attribute_category_name);
  return Array.from(categories, ([category, list]) => {
    const values = Map.groupBy(list, ({ attribute_name }) => attribute_name);
    const texts = Array.from(values, ([name, same], i) => [
      i > 0 && ', ',
      html`${isolated(name)}${onlyOn(
        same.map(({ platform }) => platform),
        platforms,
      )}`,
    ]);
    return fact(category, texts);
  });
}

/** Which platforms something is true of, where it is not all. */
function onlyOn(some: readonly RecordPlatform[], all: readonly RecordPlatform[]): Html {
  if (some.length === all.length) return nothing;
  return html` <span class="quiet">(${some.map(({ platform_name }) => platform_name).join(', ')})</span>`;
}

function fact(name: string, value: Part): Html {
  return html`<div><dt>${isolated(name)}</dt><dd>${value}</dd></div>`;
}

function isEmpty(value: Part): boolean {
  return value === false || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
