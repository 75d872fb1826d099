import { type BrowseFilter, type Choice, countChoices, matchBrowsed, sumDecades } from '../../catalog/search/browse.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { PageRequest } from '../kit/page.ts';
import { grouped, isolated } from '../kit/words.ts';
import { facetOf, findReference, KIND, KINDS, type Kind } from './facets.ts';
import { type ListQuery, usualSort } from './list-query.ts';

/** How many choices of a kind are shown beside those that are taken; all are on the page of the kind. */
const SHOWN = 12;

/** What the list can be narrowed by, with how many games each choice has: a form that needs no script. */
export function choicesForm({ snapshot }: PageRequest, { filter, sort }: ListQuery): Html {
  const several = KINDS.some((kind) => filter[kind].length > 1);
  const matches = matchBrowsed(snapshot, filter);
  const kinds = KINDS.map((kind) => kindChoices(snapshot, kind, filter, matches));
  return html`<details class="choices"><summary>Narrow the list</summary>
<form action="/games">
<label for="narrow-title">Title</label>
<input id="narrow-title" type="search" name="title" value="${filter.title}" maxlength="128">
${kinds}
${decadeChoices(snapshot, filter, matches)}
${
  kinds.some((choices) => choices !== nothing) &&
  html`<fieldset><legend>Several of one kind</legend>
${matchChoice('all', 'A game must have all', filter.match === 'all')}
${matchChoice('any', 'Any is enough', filter.match === 'any')}
${!several && html`<p class="hint">Counts only when more than one is chosen.</p>`}
</fieldset>`
}
${sort !== usualSort(filter.title) && html`<input type="hidden" name="sort" value="${sort}">`}
<button>Show</button> <a href="/games">Clear</a>
</form>
</details>`;
}

type Positions = Uint32Array | undefined;

function kindChoices(snapshot: Snapshot, kind: Kind, filter: BrowseFilter, matches: Positions): Html {
  const taken = filter[kind];
  // Where any is enough, a further choice widens: it counts among the games that the other filters leave.
  const widens = filter.match === 'any' && taken.length > 0;
  const among = widens ? matchBrowsed(snapshot, { ...filter, [kind]: [] }) : matches;
  const choices = countChoices(facetOf(snapshot, kind), among, snapshot.ids.length);
  const counts = new Map(choices.map(({ id, count }) => [id, count]));
  const most = choices
    .filter(({ id }) => !taken.includes(id))
    .toSorted((a, b) => b.count - a.count || a.id - b.id)
    .slice(0, SHOWN);
  const shown = [...taken.map((id) => ({ id, count: counts.get(id) ?? 0 })), ...most];
  if (shown.length === 0) return nothing;
  return html`<fieldset><legend>${KIND[kind].one}</legend>
${shown.map(({ id, count }) => {
  const name = findReference(snapshot, kind, id)?.name ?? `Unknown (${id})`;
  return choice({ name: kind, id, label: name, count, taken: taken.includes(id) });
})}
<p class="hint"><a href="${KIND[kind].path}">All ${KIND[kind].many.toLowerCase()}</a></p>
</fieldset>`;
}

function decadeChoices(snapshot: Snapshot, filter: BrowseFilter, matches: Positions): Html {
  const among = filter.decade.length > 0 ? matchBrowsed(snapshot, { ...filter, decade: [] }) : matches;
  const decades = sumDecades(countChoices(snapshot.year, among, snapshot.ids.length));
  const missing: Choice[] = filter.decade
    .filter((id) => !decades.some((decade) => decade.id === id))
    .map((id) => ({ id, count: 0 }));
  if (decades.length + missing.length === 0) return nothing;
  return html`<fieldset><legend>First release</legend>
${[...decades, ...missing].map(({ id, count }) =>
  choice({ name: 'decade', id, label: `${id}s`, count, taken: filter.decade.includes(id) }),
)}
</fieldset>`;
}

function choice(of: { name: string; id: number; label: string; count: number; taken: boolean }): Html {
  return html`<label class="choice"><input type="checkbox" name="${of.name}" value="${of.id}"${of.taken && html` checked`}>
<span>${isolated(of.label)}</span> <span class="count">${grouped(of.count)}</span></label>`;
}

function matchChoice(value: string, label: string, taken: boolean): Html {
  return html`<label class="choice"><input type="radio" name="match" value="${value}"${taken && html` checked`}>
<span>${label}</span></label>`;
}
