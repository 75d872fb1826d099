import type { BrowseFilter } from '../../catalog/search/browse.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { findPlatform } from '../../vocabulary/platforms.ts';
import { bdi } from '../kit/format.ts';
import { type Html, html } from '../kit/html.ts';
import { findFacetValue } from './facets.ts';
import type { FilterCounts } from './filter-counts.ts';
import { type Choice, fieldset, option, optionList } from './filter-options.ts';

const NO_MAKER = 'Other platforms';
/** Of more platforms, a script finds one by its name. */
const MAX_WITHOUT_SEARCH = 12;

/** The names that half of the world knows these platforms by. Of the other names in the vocabulary, most are models. */
const REGIONAL_NAMES = new Map(
  Object.entries({
    Genesis: 'Mega Drive',
    NES: 'Famicom',
    SNES: 'Super Famicom',
    'SEGA CD': 'Mega-CD',
    'TurboGrafx-16': 'PC Engine',
    'TurboGrafx CD': 'PC Engine CD',
    'Odyssey 2': 'Videopac',
  }),
);

/** All platforms that have games, by maker, those with the most games first. */
export function platformOptions(snapshot: Snapshot, { platform }: BrowseFilter, counts: FilterCounts): Html {
  const { shown } = optionList(counts.facet('platform'), platform);
  const makers = Map.groupBy(shown, ({ id }) => findPlatform(id)?.maker ?? NO_MAKER);
  const sorted = Array.from(makers).toSorted(
    ([maker, own], [other, its]) => Number(maker === NO_MAKER) - Number(other === NO_MAKER) || sum(its) - sum(own),
  );
  const nameOf = (id: number) => {
    const name = findFacetValue(snapshot, 'platform', id)?.name ?? `Unknown (${id})`;
    const other = REGIONAL_NAMES.get(name);
    return other === undefined ? name : `${name} / ${other}`;
  };
  const groups = sorted.map(
    ([maker, choices]) =>
      html`<fieldset class="maker"><legend>${bdi(maker)}</legend>${choices.map((choice) => option('platform', choice, nameOf(choice.id)))}</fieldset>`,
  );
  const search = shown.length > MAX_WITHOUT_SEARCH && PLATFORM_SEARCH;
  const list = groups.length === 0 ? [] : [html`${search}<div class="makers">${groups}</div>`];
  return fieldset('Platform', [counts.known('platform'), counts.total], list);
}

/** Without a name, so that it is not sent. The script shows it. */
const PLATFORM_SEARCH = html`<input id="platform-search" type="search" autocomplete="off" placeholder="Find a platform" aria-label="Find a platform" hidden>`;

/** A selected platform puts its maker first. */
function sum(choices: readonly Choice<number>[]): number {
  return choices.reduce((total, { count, isSelected }) => total + (isSelected ? Number.MAX_SAFE_INTEGER : count), 0);
}
