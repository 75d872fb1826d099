import type { SortedLines } from '../../bundle/sorted-lines.ts';
import type { Component } from './component.ts';

/** A game, told of by one component: the first in order of those that it has. */
export interface Game {
  component: Component;
  ids: string[];
}

/** Walks the sorted components game by game. `known` are the ids that components of their own have. */
export async function* readGames(lines: SortedLines, known: ReadonlySet<string>): AsyncGenerator<Game> {
  let current: { order: string; line: string; component: Component; ids: Set<string> } | undefined;
  for await (const { key: order, line } of lines.read()) {
    const component = JSON.parse(line) as Component;
    if (current && current.component.game !== component.game) {
      yield toGame(current.component, current.ids);
      current = undefined;
    }
    // The same component twice: which came first must not depend on the order of the files.
    if (!current) current = { order, line, component, ids: new Set() };
    else if (order === current.order && line < current.line) current = { ...current, line, component };
    for (const id of idsOf(component, known)) current.ids.add(id);
  }
  if (current) yield toGame(current.component, current.ids);
}

function toGame(component: Component, ids: ReadonlySet<string>): Game {
  return { component, ids: [...ids].toSorted() };
}

/** A former id that a component of its own still has belongs to that one. */
function idsOf({ id, formerIds }: Component, known: ReadonlySet<string>): string[] {
  return [id, ...formerIds.filter((former) => !known.has(former))];
}
