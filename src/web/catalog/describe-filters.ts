import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { bdi, formatList } from '../kit/format.ts';
import { type Html, html } from '../kit/html.ts';
import { nameCompany } from './company-filter.ts';
import { FACET_NAMES, FACETS, findFacetValue } from './facets.ts';
import { type ListQuery, MAX_YEAR } from './list-query.ts';
import { describePlayers } from './players-filter.ts';

interface Description {
  text: string;
  markup: Html;
}

const HAS_NAMES: Readonly<Record<string, string>> = {
  cover: 'a cover',
  screenshot: 'screenshots',
  description: 'a description',
};

/** `with “mario” in the title, on NES or SNES, first released in the 1980s`. */
export function describeFilters(snapshot: Snapshot, { filter }: ListQuery, isApproximate: boolean): Description {
  const parts: Description[] = [];
  const add = (before: string, names: readonly string[], word: string, quotes = ['', '']) => {
    if (names.length === 0) return;
    const [open, close] = quotes;
    const between = (i: number) => (i === 0 ? '' : ` ${word} `);
    parts.push({
      text: `${before} ${names.map((name, i) => between(i) + open + name + close).join('')}`,
      markup: html`${before} ${names.map((name, i) => html`${between(i)}${open}${bdi(name)}${close}`)}`,
    });
  };
  const word = filter.match === 'any' ? 'or' : 'and';
  const titles = filter.title === '' ? [] : [filter.title];
  if (isApproximate) add('similar to', titles, '', ['“', '”']);
  else add('with', titles, '', ['“', '” in the title']);
  const before = { platform: 'on', genre: 'of genre', group: 'in series or theme' };
  for (const facet of FACET_NAMES) {
    const names = filter[facet].map(
      (id) => findFacetValue(snapshot, facet, id)?.name ?? `${FACETS[facet].one.toLowerCase()} ${id} (unknown)`,
    );
    add(before[facet], names, word);
  }
  const companies = filter.company.map((id) => nameCompany(snapshot, id));
  add(filter.role ? `${filter.role} by` : 'by', companies, word);
  if (filter.years) add('first released', [describeYears(filter.years)], '');
  if (filter.players) add('for', [describePlayers(filter.players)], '');
  if (filter.cooperative) add('played', ['cooperatively'], '');
  add('released in', filter.country ?? [], word);
  const has = (filter.has ?? []).map((flag) => HAS_NAMES[flag] ?? flag);
  if (has.length > 0) add('with', [formatList(has)], '');
  return {
    text: parts.map(({ text }) => text).join(', '),
    markup: html`${parts.map(({ markup }, i) => html`${i > 0 && ', '}${markup}`)}`,
  };
}

/** `in 1987`, `in the 1980s`, `from 1987 to 1990`, `since 1987`, `until 1990`. */
export function describeYears({ from, to }: { from: number; to: number }): string {
  if (from === to) return `in ${from}`;
  if (from > 0 && from % 10 === 0 && to === from + 9) return `in the ${from}s`;
  if (to === MAX_YEAR) return `since ${from}`;
  return from === 0 ? `until ${to}` : `from ${from} to ${to}`;
}
