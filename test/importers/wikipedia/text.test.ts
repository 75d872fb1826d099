import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanParagraph, toDescription } from '../../../src/importers/wikipedia/text.ts';

const PARAGRAPHS: [text: string, clean: string][] = [
  ['Hop ( ) is a game.', 'Hop is a game.'],
  ['Hop (; listen) is a game.', 'Hop is a game.'],
  ['Hop ( HOP, listen ) is a game.', 'Hop (HOP) is a game.'],
  ['Hop (/hɒp/; Japanese: ホップ, Hepburn: Hoppu) is a game.', 'Hop (Japanese: ホップ, Hepburn: Hoppu) is a game.'],
  ['Hop (UK: /ˈhɒp/, US: /ˈhɑːp/) is a game.', 'Hop is a game.'],
  ['Hop (pronounced [ˈhɔp]) is a game.', 'Hop is a game.'],
  ['Hop (Japanese: ホップ, , Hepburn: Hoppu; ) is a game.', 'Hop (Japanese: ホップ, Hepburn: Hoppu) is a game.'],
  ['Hop[1][a] is a game [note 2].', 'Hop is a game.'],
  ['A hybrid of action/adventure and RTS/RPG (1990).', 'A hybrid of action/adventure and RTS/RPG (1990).'],
  ['Hop  was released\tin\u00a0Japan .', 'Hop was released in Japan.'],
  ['The tag <b> & more', 'The tag b more'],
  ['  ', ''],
];

test('footnotes and pronunciations are removed', () => {
  for (const [text, clean] of PARAGRAPHS) assert.equal(cleanParagraph(text), clean, text);
});

const URL = 'https://en.wikipedia.org/wiki/Hop';
const describe = (text: string) => toDescription(text, URL)?.split('\n\n').slice(0, -1);
const sentence = (i: number) =>
  `Sentence ${i} tells what the player does in the game by Mr. Hop and Acme Inc. of Tokyo.`;
const sentences = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => sentence(from + i)).join(' ');

test('paragraphs are separated by blank lines, and end at the first heading', () => {
  const text = `${sentence(1)}\n${sentence(2)}\n\n\n== Gameplay ==\n${sentence(3)}`;
  assert.deepEqual(describe(text), [sentence(1), sentence(2)]);
});

test('a long text ends with a whole sentence', () => {
  const paragraphs = describe(`${sentences(10, 20)}\n${sentences(20, 30)}\nThe end.`) ?? [];
  const text = paragraphs.join('\n\n');
  assert.equal(paragraphs[0], sentences(10, 20));
  assert.ok(text.length > 1300 && text.length <= 1502, String(text.length));
  assert.match(text, /of Tokyo\.$/);
  const [, first = ''] = /^(.*?)\n/.exec(`${describe(sentences(10, 60))}\n`) ?? [];
  assert.match(first, /of Tokyo\.$/);
});

test('a sentence that is too long ends with a word', () => {
  const [text = ''] = describe('hop '.repeat(1000)) ?? [];
  assert.match(text, /^(hop )+…$/);
  assert.ok(text.length <= 1502);
});

test('nothing is left of short texts and lists of articles', () => {
  for (const text of ['', 'Hop.', '== Heading ==\nText', 'Hop, the game of the year 1990 by Acme, may refer to:'])
    assert.equal(toDescription(text, URL), undefined, text);
});
