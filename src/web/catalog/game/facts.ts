import { compareDates, type GameRecord, isRegular, type RecordPlatform } from '../../../catalog/model/record.ts';
import { plainTitle } from '../../../folding.ts';
import { COOPERATIVE, listPlay } from '../../../store/game-filters.ts';
import { DATABASES, externalUrl } from '../../../vocabulary/databases.ts';
import { bdi, dateOrUnknown, entryLink, fact, formatCount, safeUrl } from '../../kit/format.ts';
import { type Html, html, joined, nothing, type Part } from '../../kit/html.ts';
import { filterPath } from '../lists/list-query.ts';

/** The first release in each country, genres, series, ratings and technical facts. */
export function gameFacts(record: GameRecord): Html {
  const official = safeUrl(record.official_url);
  const genres = Map.groupBy(record.genres, ({ genre_category }) => genre_category);
  const rows: [name: string, value: Part][] = [
    ['First release by country', firstInCountries(record)],
    ...Array.from(genres, ([category, list]): [string, Part] => [
      category,
      joined(list.map(({ genre_id, genre_name }) => entryLink('genre', genre_id, genre_name))),
    ]),
    [
      'Series and themes',
      joined(record.groups.map(({ group_id, group_name }) => entryLink('group', group_id, group_name))),
    ],
    ['Ratings', ratings(record)],
    [
      'Score',
      record.catalog_score !== null &&
        html`<strong class="figures">${record.catalog_score}</strong> out of 10, ${formatCount(record.num_votes, 'vote')}`,
    ],
    ...attributesOf(record),
    ['Official website', official && html`<a href="${official}" rel="noopener nofollow">${bdi(official)}</a>`],
    ['In other databases', joined(databaseLinks(record))],
  ];
  return html`<dl class="facts">${rows.map(([name, value]) => fact(bdi(name), value))}</dl>`;
}

/** A game has several ids in a database that has an entry for each platform. */
function databaseLinks({ external_ids }: GameRecord): Html[] {
  return external_ids.flatMap((id) => {
    const url = externalUrl(id);
    return url ? html`<a href="${url}" rel="noopener nofollow">${DATABASES.get(id.source)?.name}</a>` : [];
  });
}

export function patchSection(record: GameRecord): Html {
  const patches = record.platforms.flatMap((platform) => platform.patches.map((patch) => ({ platform, ...patch })));
  if (patches.length === 0) return nothing;
  return html`<section><h2>Patches</h2><table class="facts"><tbody>${patches.map(
    ({ platform, description, release_date }) => html`<tr><th scope="row">${dateOrUnknown(release_date)}</th>
<td>${bdi(description)}</td><td class="muted">${platform.platform_name}</td></tr>`,
  )}</tbody></table></section>`;
}

/** The first release in each country on any platform. Within one year, precise dates sort before imprecise ones. */
function firstInCountries({ platforms }: GameRecord): Part {
  const releases = platforms
    .flatMap((platform) => platform.releases)
    .filter((release) => release.release_date !== null && isRegular(release))
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
  const byName = Map.groupBy(all, ({ rating }) => `${rating.rating_system_name}: ${rating.rating_name}`);
  return joined(Array.from(byName, ([name, same]) => html`${bdi(name)}${onlyOn(same, platforms)}`));
}

/** Technical attributes by category. */
function attributesOf({ platforms }: GameRecord): [name: string, value: Part][] {
  const all = platforms.flatMap((platform) => platform.attributes.map((attribute) => ({ platform, ...attribute })));
  const categories = Map.groupBy(all, ({ attribute_category_name }) => attribute_category_name);
  return Array.from(categories, ([category, list]) => {
    const values = Map.groupBy(list, ({ attribute_name }) => attribute_name);
    const texts = Array.from(
      values.values(),
      (same) => html`${linkPlay(same[0] as (typeof all)[number])}${onlyOn(same, platforms)}`,
    );
    return [category, joined(texts)];
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
function onlyOn(some: readonly { platform: RecordPlatform }[], all: readonly RecordPlatform[]): Html {
  if (some.length === all.length) return nothing;
  return html` <span class="muted">(${some.map(({ platform }) => platform.platform_name).join(', ')})</span>`;
}

/** The language of a title by the first word of its description, so that Han characters get the right forms. */
const LANGUAGES = new Map(
  Object.entries({
    Japanese: 'ja',
    Japan: 'ja',
    Chinese: 'zh',
    China: 'zh-Hans',
    Taiwan: 'zh-Hant',
    Taiwanese: 'zh-Hant',
    Korean: 'ko',
    Korea: 'ko',
    Arabic: 'ar',
    Hebrew: 'he',
  }),
);
const MAX_OPEN = 12;
/** Importers name the source whose spelling it is, which says nothing to a reader. */
const OWN_SPELLING = /^(libretro|GameDataBase|LaunchBox) spelling$/;
/** Words in the titles of demos and the like, which are listed last. */
const PARTS = /\b(demo|trial|preview|sample|taikenban|beta|prototype|catalog)\b|体験版|試玩|試遊/i;

function isOfPart({ title }: { title: string }): boolean {
  return PARTS.test(title);
}

/** Titles that only spell the main title in another way, as many lists do, are left out; the API has them. */
function otherTitles({ title: shown, alternate_titles }: GameRecord): GameRecord['alternate_titles'] {
  const others = alternate_titles.filter(({ title }) => plainTitle(title) !== plainTitle(shown));
  return [...new Map(others.map((other) => [plainTitle(other.title), other])).values()];
}

/** Other titles by country, language or kind. */
export function titleSection(record: GameRecord): Html {
  const titles = otherTitles(record);
  if (titles.length === 0) return nothing;
  const sorted = titles.toSorted((a, b) => Number(isOfPart(a)) - Number(isOfPart(b)));
  const kinds = [...Map.groupBy(sorted, ({ description }) => description.replace(OWN_SPELLING, 'Other spelling'))];
  const [first, rest] = [kinds.slice(0, MAX_OPEN), kinds.slice(MAX_OPEN)];
  return html`<section><h2>Other titles</h2>
${titleList(first)}
${rest.length > 0 && html`<details class="folded"><summary>${rest.length} more</summary>${titleList(rest)}</details>`}</section>`;
}

function titleList(kinds: readonly (readonly [string, readonly { title: string }[]])[]): Html {
  return html`<dl class="facts titles">${kinds.map(
    ([kind, same]) => html`<div><dt>${bdi(kind)}</dt><dd>${same.map(({ title }) => titleIn(kind, title))}</dd></div>`,
  )}</dl>`;
}

function titleIn(kind: string, title: string): Html {
  const language = LANGUAGES.get(kind.split(' ', 1)[0] as string);
  return html`<span class="title"${language && html` lang="${language}"`}>${bdi(title)}</span>`;
}
