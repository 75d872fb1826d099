import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../../support/samples/bundle.ts';
import { convert, convertLists, listXml, type SoftwareSketch, writeLists } from '../../support/samples/mame.ts';
import { readJsonLines, writeTemporary } from '../../support/samples/sources.ts';

const HOP: SoftwareSketch = { name: 'hop', description: 'Hop (USA)', year: '1990', publisher: 'Acme' };

test('odd entries give a valid bundle', async () => {
  const odd = [
    { name: 'tag', description: 'A <b>bold</b> title &amp; more', publisher: 'Caf\u0065\u0301 <i>x</i>' },
    { name: 'none', description: '', publisher: 'Somebody' },
    { name: 'long', description: `${'x'.repeat(3000)} (${'y'.repeat(3000)})`, publisher: 'z'.repeat(3000) },
    { name: 'white', description: '\n  Hop\n\tOver  (\n Euro )' },
    {
      name: 'code',
      description: 'Coded',
      info: { serial: 's'.repeat(3000), alt_title: 'あ'.repeat(3000), version: '<p>' },
    },
  ];
  const { games, manifest } = await convertLists({ nes: [...odd, HOP] });
  const titles = games.map(({ title }) => title.slice(0, 20)).toSorted();
  assert.deepEqual(titles, ['?', 'A b bold /b title am', 'Coded', 'Hop', 'Hop Over', 'xxxxxxxxxxxxxxxxxxxx']);
  assert.deepEqual([manifest.sources[0]?.id, manifest.complete], ['mame', true]);
});

test('a game has the hashes of its files as ids and its entries as sources', async () => {
  const sha1 = 'ABCDEF0123456789abcdef0123456789abcdef01';
  const { games } = await convertLists({
    nes: [
      { ...HOP, roms: [{ sha1 }] },
      { ...HOP, name: 'hopa', cloneof: 'hop', roms: [{ sha1: 'none' }] },
    ],
  });
  assert.deepEqual(games[0]?.ids, { sha1: [sha1.toLowerCase()] });
  assert.deepEqual(games[0]?.platforms[0]?.releases?.[0]?.sources, ['mame:nes/hop', 'mame:nes/hopa']);
});

const CHECKSUMS: [name: string, roms: string[][], crc32: string[] | undefined][] = [
  ['of all entries, in small letters and sorted', [['DEADBEEF'], ['0badcafe', 'deadbeef']], ['0badcafe', 'deadbeef']],
  ['not of entries with more than two files', [['00000001', '00000002', '00000003'], ['00000004']], ['00000004']],
  ['not of what is no checksum', [['00000000', 'none'], ['123']], undefined],
];

test('a game has the checksums of its files as ids', async () => {
  for (const [name, entries, crc32] of CHECKSUMS) {
    const { games } = await convertLists({
      nes: entries.map((roms, i) => ({ ...HOP, name: `hop${i}`, roms: roms.map((crc) => ({ crc })) })),
    });
    assert.deepEqual(games[0]?.ids, crc32 && { crc32 }, name);
  }
});

test('the number of hashes per game is limited', async () => {
  const hex = (i: number, digits: number) => i.toString(16).padStart(digits, '0');
  const entries = Array.from({ length: 250 }, (_, i) => ({
    ...HOP,
    name: `hop${i}`,
    roms: [{ crc: hex(i + 1, 8), sha1: hex(i + 1, 40) }],
  }));
  const { ids = {} } = (await convertLists({ nes: entries })).games[0]!;
  assert.deepEqual([ids.crc32?.length, ids.sha1?.length], [200, 200]);
  assert.equal(ids.crc32?.[0], '00000001');
});

test('the same entries in another order make the same bundle', async () => {
  const entries = ['Hop (USA)', 'Hop (Europe)', 'Skip (Japan)', 'Hop (USA, alt)'].map((description, i) => ({
    ...HOP,
    name: `x${i}`,
    description,
    publisher: i % 2 ? 'ACME' : 'Acme',
  }));
  const one = await convertLists({ nes: entries, snes: entries });
  const other = await convertLists({ snes: entries.toReversed(), nes: entries.toReversed() });
  assert.deepEqual(other.games, one.games);
  const companies = (folder: string) => readJsonLines(join(folder, 'companies.jsonl'));
  assert.deepEqual(companies(other.folder), companies(one.folder));
});

test('the console profile skips computers, and every profile skips lists without games', async () => {
  const lists = { nes: [HOP], st_flop: [{ ...HOP, description: 'Skip' }], vgmplay: [{ ...HOP, description: 'Song' }] };
  const titles = async (flags: Record<string, string>) =>
    (await convertLists(lists, flags)).games.map(({ title }) => title);
  assert.deepEqual(await titles({}), ['Hop']);
  assert.deepEqual(await titles({ profile: 'all' }), ['Hop', 'Skip']);
});

test('unknown names are counted, the most frequent first', async () => {
  const odd = { ...HOP, info: { colour: 'red', alt_tilte: 'ホップ', language: 'Klingon', release: 'last week' } };
  const { unknown, games } = await convertLists({
    nes: [odd, { ...HOP, name: 'b', cloneof: 'hop', info: { colour: 'blue' }, feature: { peripheral: 'trumpet' } }],
    new_list: [HOP],
  });
  const names = ['info colour', 'language Klingon', 'list new_list', 'peripheral trumpet', 'release last week'];
  assert.deepEqual(unknown[0], { what: 'info colour', count: 2 });
  assert.deepEqual(unknown.map(({ what }) => what).toSorted(), names);
  assert.deepEqual(games[0]?.alternate_titles, [{ title: 'ホップ', description: 'Japanese spelling' }]);
});

test('tools and entries with an unknown title are skipped', async () => {
  const { games, unknown } = await convertLists(
    { cpc_flop: [HOP, { name: 'u', description: 'Unknown' }, { name: 't', description: 'Copier [UTILITAIRE]' }] },
    { profile: 'all' },
  );
  assert.equal(games.map(({ title }) => title).join('; '), 'Hop');
  assert.deepEqual(unknown, [{ what: 'entry without a title in cpc_flop', count: 1 }]);
});

test('an entry without a name, or with white space or control characters in it, is skipped', async () => {
  const names = ['', 'a b', 'x'.repeat(201), 'a\u0081b', 'e\u0301'];
  const nameless = [HOP, ...names.map((name) => ({ ...HOP, name }))];
  const { counts, unknown } = await convertLists({ nes: nameless });
  assert.equal(counts.entries, 1);
  assert.deepEqual(unknown, [{ what: 'entry without a name in nes', count: names.length }]);
});

test('the entries of a list with control characters in its name are skipped', async () => {
  const text = listXml('a\u0081b', [HOP]);
  const files = [text, listXml('nes', [HOP])].map((one) => writeTemporary('nes.xml', one));
  assert.equal((await convert(files)).counts.entries, 1);
});

test('a duplicate entry is skipped and counted', async () => {
  const { counts, unknown } = await convertLists({ nes: [HOP, HOP] });
  assert.equal(counts.entries, 1);
  assert.deepEqual(unknown, [{ what: 'duplicate entry on platform:nes', count: 1 }]);
});

test('wrong paths and flags are reported in a sentence', async () => {
  const path = writeLists({ nes: [HOP] });
  const cases: [path: string, flags: Record<string, string>, message: RegExp][] = [
    ['/no/such/folder', {}, /\/no\/such\/folder cannot be read \(no such file or directory\)/],
    [temporaryFolder('empty'), {}, /has no software lists/],
    [path, { profile: 'some' }, /"some" is not a profile; use one of console, all/],
    [path, { include: 'demo, bad' }, /"bad" is not a kind; --include takes any of compilation, .*, or all/],
  ];
  for (const [from, flags, message] of cases)
    await assert.rejects(convert([from], flags), { name: 'OperatorError', message });
});
