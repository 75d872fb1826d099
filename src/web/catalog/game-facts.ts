import { compareDates, type GameRecord, type RecordPlatform } from '../../catalog/model/record.ts';
import { COOPERATIVE, listPlay } from '../../store/players.ts';
import { bdi, dateOrUnknown, formatCount, safeUrl } from '../kit/format.ts';
import { type Html, html, nothing, type Part } from '../kit/html.ts';
import { facetLink } from './game-cards.ts';
import { filterPath } from './list-query.ts';

/** Genres, series, ratings, technical facts and the first release in each country. */
export function gameFacts(record: GameRecord): Html {
  const official = safeUrl(record.official_url);
  const genres = Map.groupBy(record.genres, ({ genre_category }) => genre_category);
  const rows: [name: string, value: Part][] = [
    ...Array.from(genres, ([category, list]): [string, Part] => [
      category,
      list.map(({ genre_id, genre_name }, i) => [i > 0 && ', ', facetLink('genre', genre_id, genre_name)]),
    ]),
    [
      'Series and themes',
      record.groups.map(({ group_id, group_name }, i) => [i > 0 && ', ', facetLink('group', group_id, group_name)]),
    ],
    ['Ratings', ratings(record)],
    [
      'Score',
      record.catalog_score !== null &&
        html`<strong class="figures">${record.catalog_score}</strong> out of 10, ${formatCount(record.num_votes, 'vote')}`,
    ],
    ...attributesOf(record),
    ['First release by country', firstInCountries(record)],
    ['Official website', official && html`<a href="${official}" rel="noopener nofollow">${bdi(official)}</a>`],
  ];
  return html`<dl class="facts">${rows.filter(([, value]) => !isEmpty(value)).map(([name, value]) => fact(name, value))}</dl>`;
}

export function patchSection(record: GameRecord): Html {
  const patches = record.platforms.flatMap((platform) => platform.patches.map((patch) => ({ platform, ...patch })));
  if (patches.length === 0) return nothing;
  return html`<section><h2>Patches</h2><table class="facts"><tbody>${patches.map(
    ({ platform, description, release_date }) => html`<tr><th scope="row">${dateOrUnknown(release_date)}</th>
<td>${bdi(description)}</td><td class="muted">${platform.platform_name}</td></tr>`,
  )}</tbody></table></section>`;
}

/** Releases of something other than the finished game. */
const NOT_FINAL = /\b(prototype|demo|beta|pirate|bootleg|hack|unreleased|sample|kiosk)\b/i;

/** The first release in each country on any platform. Within one year, precise dates sort before imprecise ones. */
function firstInCountries({ platforms }: GameRecord): Part {
  const releases = platforms
    .flatMap((platform) => platform.releases)
    .filter(({ release_date, description }) => release_date !== null && !NOT_FINAL.test(description ?? ''))
    .toSorted((a, b) => compareDates(a.release_date, b.release_date));
  const first = new Map<string, string | null>();
  for (const { release_date, countries } of releases) {
    for (const country of countries) if (!first.has(country)) first.set(country, release_date);
  }
  if (first.size < 2) return false;
  return html`<ul class="plain">${Array.from(
    first,
    ([country, date]) => html`<li>${dateOrUnknown(date)} <span class="on">${bdi(country)}</span></li>`,
  )}</ul>`;
}

function ratings({ platforms }: GameRecord): Part {
  const all = platforms.flatMap((platform) => platform.ratings.map((rating) => ({ platform, rating })));
  const byId = Map.groupBy(all, ({ rating }) => rating.rating_id);
  return Array.from(byId.values(), (same, i) => {
    const { rating } = same[0] as (typeof all)[number];
    return [
      i > 0 && ', ',
      html`${bdi(`${rating.rating_system_name}: ${rating.rating_name}`)}${onlyOn(
        same.map(({ platform }) => platform),
        platforms,
      )}`,
    ];
  });
}

/** Technical attributes by category. */
function attributesOf({ platforms }: GameRecord): [name: string, value: Part][] {
  const all = platforms.flatMap((platform) => platform.attributes.map((attribute) => ({ platform, ...attribute })));
  const categories = Map.groupBy(all, ({ attribute_category_name }) => attribute_category_name);
  return Array.from(categories, ([category, list]) => {
    const values = Map.groupBy(list, ({ attribute_name }) => attribute_name);
    const texts = Array.from(values.values(), (same, i) => [
      i > 0 && ', ',
      html`${linkPlay(same[0] as (typeof all)[number])}${onlyOn(
        same.map(({ platform }) => platform),
        platforms,
      )}`,
    ]);
    return [category, texts];
  });
}

/** Links to the other games for so many players, or for players who play together. */
function linkPlay(attribute: RecordPlatform['attributes'][number]): Html {
  const play = listPlay([attribute]).at(-1);
  const name = bdi(attribute.attribute_name);
  if (play === undefined) return name;
  const filter = play === COOPERATIVE ? { cooperative: true as const } : { players: play };
  return html`<a href="${filterPath(filter)}">${name}</a>`;
}

/** Names the platforms that a fact applies to, unless it applies to all. */
function onlyOn(some: readonly RecordPlatform[], all: readonly RecordPlatform[]): Html {
  if (some.length === all.length) return nothing;
  return html` <span class="muted">(${some.map(({ platform_name }) => platform_name).join(', ')})</span>`;
}

function fact(name: string, value: Part): Html {
  return html`<div><dt>${bdi(name)}</dt><dd>${value}</dd></div>`;
}

function isEmpty(value: Part): boolean {
  return value === false || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
