import assert from 'node:assert/strict';
import { test } from 'node:test';
import { convertGame, type ItemSketch } from '../../support/samples/wikidata.ts';

const TITLES: [name: string, labels: Record<string, string>, title: string][] = [
  ['English first', { de: 'Hüpf', en: 'Hop', mul: 'HOP' }, 'Hop'],
  ['then the one for all languages', { ja: 'ホップ', mul: 'HOP' }, 'HOP'],
  ['then English of some country', { ja: 'ホップ', 'en-gb': 'Hop!' }, 'Hop!'],
  ['then in the order of the table', { de: 'Hüpf', fr: 'Saute', ja: 'ホップ' }, 'ホップ'],
  ['then any', { th: 'กระโดด', eo: 'Saltu' }, 'Saltu'],
  ['not an empty one', { en: ' ', mul: '\n', de: 'Hüpf' }, 'Hüpf'],
  ['without a disambiguation', { en: 'Hop (1990 video game)' }, 'Hop'],
  ['with other words in parentheses', { en: 'Hop (Again)' }, 'Hop (Again)'],
];

test('the title is the label in the best language', async () => {
  for (const [name, labels, title] of TITLES)
    assert.equal((await convertGame({ label: undefined, labels })).title, title, name);
});

async function alternates(sketch: Partial<ItemSketch>): Promise<string[]> {
  const { alternate_titles = [] } = await convertGame(sketch);
  return alternate_titles.map(({ title, description }) => `${title}: ${description}`);
}

test('alternate titles are described by language and script', async () => {
  const labels = {
    ja: 'ホップ',
    ko: '홉',
    zh: '跳跃',
    ru: 'Прыжок',
    de: 'Hüpf',
    'pt-br': 'Pulo',
    sw: 'Ruka',
  };
  const aliases = { en: ['Super Hop'], ja: ['Bon Hop'] };
  assert.deepEqual(await alternates({ labels, aliases }), [
    'Super Hop: Alternate title',
    'ホップ: Japanese spelling',
    'Bon Hop: Japanese title',
    '홉: Korean spelling',
    '跳跃: Chinese title',
    'Прыжок: Russian title',
    'Hüpf: German title',
    'Pulo: Brazilian title',
  ]);
});

test('a spelling that differs only in case or punctuation is not an alternate title', async () => {
  const labels = {
    de: 'HOP',
    fr: 'Hop!',
    es: 'Hop (videojuego)',
    it: 'The Hop',
    pl: 'Skok',
    cs: 'Skok',
    ja: 'Hop（ゲーム）',
  };
  assert.deepEqual(await alternates({ labels, aliases: { en: ['hop', '!?'] } }), ['Skok: Polish title']);
});

test('the number of aliases is limited', async () => {
  const many = (code: string) => Array.from({ length: 9 }, (_, i) => `${code} ${i}`);
  const codes = ['en', 'ja', 'de', 'fr', 'es', 'it', 'pl', 'ru', 'ko', 'zh'];
  const found = await alternates({ aliases: Object.fromEntries(codes.map((code) => [code, many(code)])) });
  assert.equal(found.length, 20);
  assert.deepEqual(found.slice(0, 4), [
    'en 0: Alternate title',
    'en 1: Alternate title',
    'en 2: Alternate title',
    'ja 0: Japanese title',
  ]);
});
