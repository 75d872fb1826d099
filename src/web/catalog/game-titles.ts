import type { GameRecord } from '../../catalog/model/record.ts';
import { bdi } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import { otherTitles } from './game-summary.ts';

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

/** Other titles by country, language or kind. */
export function titleSection(record: GameRecord): Html {
  const shown = new Set(otherTitles(record));
  const titles = record.alternate_titles.filter(({ title }) => shown.has(title));
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
