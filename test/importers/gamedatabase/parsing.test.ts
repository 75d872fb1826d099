import assert from 'node:assert/strict';
import { test } from 'node:test';
import { platformsOf } from '../../../src/importers/gamedatabase/convert.ts';
import { nativeTitles } from '../../../src/importers/gamedatabase/entry.ts';
import { interpretTags, parseTags } from '../../../src/importers/gamedatabase/tags.ts';
import { makeUnknowns } from '../../../src/importers/unknowns.ts';

test('tags are paths: colons separate subtags, and angle brackets separate their children', () => {
  const cases: [string, string[]][] = [
    ['#mameparent', ['mameparent']],
    ['#players:2:coop:vs', ['players:2', 'players:coop', 'players:vs']],
    ['#genre:action>maze>platformer:quiz', ['genre:action>maze', 'genre:action>platformer', 'genre:quiz']],
    ['#based  #lang:en $alien words', ['based', 'lang:en']],
    ['', []],
  ];
  for (const [text, paths] of cases) assert.deepEqual(parseTags(text), paths, text);
});

const interpret = (text: string) => interpretTags(parseTags(text), makeUnknowns());
const attributes = (text: string) => interpret(text).attributes.map((key) => key.replace('attribute:', ''));

test('a tag that the table lacks has the meaning of its parent', () => {
  assert.deepEqual(attributes('#addon:link>newcable'), ['multiplayer-options/link-cable']);
  assert.deepEqual(attributes('#addon:newthing>x'), []);
  assert.deepEqual(interpret('#unfinished:debug').statuses, ['prototype']);
});

test('players, languages and save methods are attributes', () => {
  assert.equal(interpret('#players:4:alt').players, 4);
  const modes = ['cooperative', 'versus', 'alternating-turns'].map((mode) => `multiplayer-options/${mode}`);
  assert.deepEqual(attributes('#players:2:coop:vs:alt'), modes);
  const languages = ['language/english', 'language/japanese'];
  assert.deepEqual(attributes('#lang:en:ja #save:password #search:tate>cw'), [
    ...languages,
    'save-methods/password',
    'video-modes/vertical-screen',
  ]);
});

test('unknown tags are counted; an unknown subgenre still has its genre', () => {
  const unknowns = makeUnknowns();
  const { genres } = interpretTags(parseTags('#colour:red #toString:x #genre:action>yodelling #lang:xx'), unknowns);
  assert.deepEqual(genres, ['genre:action']);
  assert.deepEqual(
    unknowns.list().map(({ what }) => what),
    ['tag #colour:red', 'tag #genre:action>yodelling', 'tag #lang:xx', 'tag #toString:x'],
  );
});

test('a row that is tagged only as not a game is a utility, or a magazine', () => {
  for (const [tags, kind] of [
    ['#genre:notagame>application', 'utility'],
    ['#genre:notagame>magazine', 'magazine'],
    ['#genre:notagame>educational', undefined],
    ['#genre:notagame>redemption:rhythm', undefined],
    ['#players:1', undefined],
  ] as const)
    assert.equal(interpret(tags).kind, kind, tags);
});

test('the file name gives the platform, and tags distinguish machines of one family', () => {
  const find = (path: string, ...tags: string[]) => platformsOf(path)?.(new Set(tags));
  assert.equal(find('/x/console_nintendo_virtualboy.csv'), 'platform:virtual-boy');
  assert.equal(find('/x/Console_SEGA_MarkIII_MasterSystem.csv.gz'), 'platform:sega-master-system');
  assert.equal(find('/x/arcade_newmaker.csv'), 'platform:arcade');
  const pocket = '/x/console_snk_neogeopocket_neogeopocketcolor.csv';
  assert.equal(find(pocket, 'compatibility:neogeopocket>mono'), 'platform:neo-geo-pocket');
  assert.equal(
    find(pocket, 'compatibility:neogeopocket>mono', 'compatibility:neogeopocket>color'),
    'platform:neo-geo-pocket-color',
  );
  assert.equal(platformsOf('/x/computer_unknown.csv'), undefined);
});

test('the native title is the original spelling without the romanised title', () => {
  const cases: [exact: string, title: string, found: string[]][] = [
    ['ホップ', 'Hop', ['ホップ']],
    ['Hop Over ホップ オーバー', 'Hop: Over', ['ホップ オーバー']],
    ['ホップ64 Hop 64', 'Hop 64', ['ホップ64']],
    ['Hop ホップの大冒険', 'Hop no Daibōken', ['Hop ホップの大冒険', 'ホップの大冒険']],
    ['Hop ホップ', 'Hop no Daibōken', ['Hop ホップ']],
    ['Hop ホップ Kit キットブック', 'Hop: Kit', ['Hop ホップ Kit キットブック']],
    ['H.O.P.', 'Hop', ['H.O.P.']],
    ['(ホップ)', '(Hop)', ['ホップ']],
  ];
  for (const [exact, title, found] of cases) assert.deepEqual(nativeTitles(exact, title), found, exact);
});
