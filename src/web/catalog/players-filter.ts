import type { BrowseFilter } from '../../catalog/search/browse.ts';
import type { Players } from '../../store/players.ts';
import { formatNumber } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { FilterCounts } from './filter-counts.ts';
import { fieldset, option } from './filter-options.ts';

/** One number of players, or any. Each number includes the higher ones, so only one can be chosen. Then how they play. */
export function playersOptions({ players: chosen, cooperative }: BrowseFilter, counts: FilterCounts): Html {
  const isSelected = cooperative === true;
  const [known, together] = [counts.known('players'), counts.cooperative()];
  if (known === 0 && together === 0 && chosen === undefined && !isSelected) return nothing;
  const options = counts.players().map(({ id, count }) => playersOption(id, describePlayers(id), chosen === id, count));
  return fieldset(
    'Players',
    [known, counts.total],
    [playersOption('', 'Any number', chosen === undefined), ...options],
    together > 0 || isSelected
      ? option('cooperative', { id: 'yes', count: together, isSelected }, 'Cooperative')
      : nothing,
  );
}

function playersOption(value: Players | '', label: string, isSelected: boolean, count?: number): Html {
  return html`<label class="filter-option"><input type="radio" name="players" value="${value}"${isSelected && html` checked`}>
<span>${label}</span>${count !== undefined && html` <span class="count">${formatNumber(count)}</span>`}</label>`;
}

export function describePlayers(players: Players): string {
  return players === 1 ? '1 player only' : `${players} players or more`;
}
