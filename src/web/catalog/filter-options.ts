import { bdi, formatNumber } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';

/** A value that a filter offers. */
export interface Choice<Id extends string | number> {
  id: Id;
  /** The number of games. */
  count: number;
  isSelected?: boolean;
}

/** The selected values, then those with the most games, and what is left. */
export function optionList<Id extends string | number>(
  counts: readonly { id: Id; count: number }[],
  selected: readonly Id[],
  size = Number.POSITIVE_INFINITY,
): { shown: Choice<Id>[]; others: { id: Id; count: number }[] } {
  const rest = counts.filter(({ id }) => !selected.includes(id)).toSorted((a, b) => b.count - a.count);
  const countOf = (wanted: Id) => counts.find(({ id }) => id === wanted)?.count ?? 0;
  const first = selected.map((id) => ({ id, count: countOf(id), isSelected: true }));
  const most = rest.slice(0, size).map((choice) => ({ ...choice, isSelected: false }));
  return { shown: [...first, ...most], others: rest.slice(size) };
}

/** A named group of options. It says of how many games the fact is known, unless of all. */
export function fieldset(
  name: string,
  known: [known: number, total: number] | undefined,
  options: readonly Html[],
  more = nothing,
): Html {
  if (options.length === 0) return nothing;
  return html`<fieldset><legend>${name}</legend>${knownHint(known)}
${options}${more}
</fieldset>`;
}

export function knownHint(numbers: [known: number, total: number] | undefined): Html {
  if (!numbers || numbers[0] === numbers[1]) return nothing;
  const [known, total] = numbers;
  return html`<p class="hint known">Known for ${formatNumber(known)} of ${formatNumber(total)}</p>`;
}

export function option(name: string, { id, count, isSelected = false }: Choice<string | number>, label: string): Html {
  return html`<label class="filter-option"><input type="checkbox" name="${name}" value="${id}"${isSelected && html` checked`}>
<span>${bdi(label)}</span> <span class="count">${formatNumber(count)}</span></label>`;
}
