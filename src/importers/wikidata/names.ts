import type { AlternateTitle } from '../../bundle/lines.ts';
import { toPlainText } from '../../bundle/plain-text.ts';
import { titleKey } from '../../folding.ts';
import { chooseLabel, type Item, LANGUAGES } from './item.ts';

export type Names = ReturnType<typeof makeNames>;

/** The start of an entity: its id comes before the first inner object. */
const HEAD = /^\{[^{}[\]]*?"id"\s*:\s*"(Q\d+)"/;
const HEAD_BYTES = 300;

/** The names of items that games refer to: companies, series and unknown items. */
export function makeNames() {
  const names = new Map<string, { name: string; revision: number }>();
  return {
    /** The ids of items whose names are needed. */
    wanted: new Set<string>(),
    /** Stores the name of an item, from its newest version. */
    add: ({ id, labels, revision }: Pick<Item, 'id' | 'labels' | 'revision'>) => {
      const name = chooseLabel(labels);
      const known = names.get(id);
      if (name === undefined || (known && !isNewer({ name, revision }, known))) return;
      names.set(id, { name, revision });
    },
    find: (id: string) => names.get(id)?.name,
  };
}

/** The id of the entity on a line, without parsing it. Undefined if it is not at the start. */
export function findId(line: Buffer): string | undefined {
  return HEAD.exec(line.toString('latin1', 0, HEAD_BYTES))?.[1];
}

/** Compares the names of equal revisions, so that the order of the input does not matter. */
function isNewer(a: { name: string; revision: number }, b: { name: string; revision: number }): boolean {
  return a.revision === b.revision ? a.name < b.name : a.revision > b.revision;
}

/** Aliases include abbreviations and misspellings; the first ones are the most common. */
const MAX_ALIASES_OF_A_LANGUAGE = 3;
const MAX_TITLES = 20;
const NOT_LATIN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;
/** A disambiguation such as `Doom (1993 video game)` is not part of the title. */
const DISAMBIGUATION = /(?<=\S) ?[(（][^()（）]*[)）]$/;
const GAME_DISAMBIGUATION = /(?<=\S) \((\d{4} )?(video|computer) game\)$/i;

export function chooseTitle({ labels }: Item): string | undefined {
  return chooseLabel(labels)?.replace(GAME_DISAMBIGUATION, '');
}

/** Labels and aliases in the main languages that differ from the title, each once. */
export function listAlternateTitles({ labels, aliases }: Item, title: string): AlternateTitle[] {
  const found = new Map<string, AlternateTitle>();
  const seen = new Set([titleKey(title)]);
  for (const { code, native, latin } of LANGUAGES) {
    const texts = [labels[code] ?? '', ...(aliases[code] ?? []).slice(0, MAX_ALIASES_OF_A_LANGUAGE)];
    for (const text of texts.map((text) => toPlainText(text))) {
      const key = titleKey(text);
      if (!isTitle(text) || seen.has(key) || seen.has(titleKey(text.replace(DISAMBIGUATION, '')))) continue;
      seen.add(key);
      found.set(key, { title: text, description: NOT_LATIN.test(text) ? native : latin });
    }
  }
  return [...found.values()].slice(0, MAX_TITLES);
}

function isTitle(text: string): boolean {
  return /[\p{Letter}\p{Number}]/u.test(text);
}
