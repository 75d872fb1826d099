import type { GameRecord } from '../model/record.ts';
import { plainWords } from './plain-words.ts';

/** All that a game is called, in plain words, one name a line: what people find it by. */
export function namesOf({ title, alternate_titles }: Pick<GameRecord, 'title' | 'alternate_titles'>): string {
  const titles = [title, ...alternate_titles.map((alternate) => alternate.title)];
  const names = titles.flatMap((name) => [plainWords(name), ...closedUp(name)]);
  return [...new Set(names)].filter((name) => name !== '').join('\n');
}

/** `Pac-Man` is also typed as one word. */
function closedUp(name: string): string[] {
  return name.includes('-') ? [plainWords(name.replaceAll(/(?<=\p{Letter})-(?=\p{Letter})/gu, ''))] : [];
}
