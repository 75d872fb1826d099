import type { AlternateTitle } from '../../bundle/lines.ts';
import { toPlainText } from '../../bundle/plain-text.ts';
import { titleKey } from '../../folding.ts';
import type { Item } from './item.ts';
import { chooseLabel, LANGUAGES } from './languages.ts';

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
