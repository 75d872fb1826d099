import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { catalogText, component } from '../support/appstream.ts';
import { csvOf } from '../support/gamedatabase.ts';
import { listXml } from '../support/mame.ts';
import { convertSource, writeSource } from '../support/sources.ts';
import { entity, game } from '../support/wikidata.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

/** A source with a file of many entries, some of which are broken. */
interface Case {
  source: string;
  file: string;
  /** Good entries, with the broken ones in the middle. */
  text(good: number, broken: number): string;
  /** What is said about the first of the broken entries, after two good ones. */
  says: RegExp;
  flags?: Record<string, string>;
  /** A source that takes single files is complete with each. */
  takesFiles?: true;
  /** It only adds facts to games of other sources, so a skipped entry removes no game. */
  staysComplete?: true;
}

const software = (i: number) => ({ name: `hop${i}`, description: `Hop ${i} (USA)`, year: '1990', publisher: 'Acme' });
const nesXml = (good: number, broken: number) => {
  const bad = '<software name="bad"><description>Tom & Jerry</description></software>\n'.repeat(broken);
  return listXml('nes', numbers(good).map(software)).replace('<software name="hop2"', (third) => `${bad}${third}`);
};
const insert = (lines: string[], broken: string, count: number) =>
  lines.toSpliced(2, 0, ...numbers(count).map(() => broken));

const CASES: Case[] = [
  {
    source: 'mame',
    file: 'nes.xml',
    text: nesXml,
    says: /^broken entry nes\.xml:\d+: not well-formed XML: /,
  },
  {
    source: 'gamedatabase',
    file: 'console_nintendo_famicom_nes.csv',
    text: (good, broken) => {
      const [head = '', ...rows] = csvOf(numbers(good).map((i) => ({ title: `Hop ${i}` })))
        .trim()
        .split('\n');
      return `${[head, ...insert(rows, 'Skip,=', broken)].join('\n')}\n`;
    },
    says: /^broken entry console_nintendo_famicom_nes\.csv:4: a row has more or fewer cells than the heading$/,
    staysComplete: true,
  },
  {
    source: 'wikidata',
    file: 'entities.json',
    text: (good, broken) => {
      const lines = numbers(good).map((i) => JSON.stringify(entity(game({ id: `Q${i + 1}` }))));
      return `[\n${insert(lines, '{"id":"Q7889",oops}', broken).join(',\n')}\n]\n`;
    },
    says: /^broken entry entities\.json:4: not valid JSON: /,
  },
  {
    source: 'appstream',
    file: 'Components-amd64.yml',
    text: (good, broken) => {
      const text = catalogText(
        numbers(good).map((i) => component({ ID: `org.example.Hop${i}`, Name: { C: `Hop ${i}` } })),
      );
      const [head = '', ...documents] = text.split(/^(?=---)/m);
      return [head, ...insert(documents, '---\nCategories: [Game\n', broken)].join('');
    },
    says: /^broken entry Components-amd64\.yml:\d+: not valid YAML: /,
    takesFiles: true,
  },
];

for (const { source, file, text, says, takesFiles, staysComplete = false } of CASES) {
  const convert = (content: string, flags: Record<string, string> = {}) => {
    const folder = writeSource({ [file]: content });
    return convertSource(source, [takesFiles ? join(folder, file) : folder], flags);
  };
  const isComplete = async (folder: string) => (await openBundle(folder)).manifest.complete;

  test(`${source}: a broken entry is reported and skipped, and its game is not removed`, async () => {
    const { games, unknown, folder } = await convert(text(10, 1));
    assert.equal(games.length, 10);
    assert.deepEqual([unknown.length, unknown[0]?.count], [1, 1]);
    assert.match(unknown[0]?.what ?? '', says);
    assert.equal(await isComplete(folder), staysComplete);
    assert.equal(await isComplete((await convert(text(10, 0))).folder), true);
  });

  test(`${source}: --strict refuses the first broken entry`, async () => {
    await assert.rejects(convert(text(100, 1), { strict: '' }), {
      name: 'OperatorError',
      message: new RegExp(`${file}:\\d+: .*; nothing was imported$`),
    });
  });

  test(`${source}: more than 5 % broken entries are refused, and --lenient imports the others`, async () => {
    await assert.rejects(convert(text(60, 4)), {
      name: 'OperatorError',
      message: /; 4 of 64 entries are broken, so nothing was imported\. Pass --lenient to import the others$/,
    });
    assert.equal((await convert(text(60, 4), { lenient: '' })).games.length, 60);
    assert.equal((await convert(text(76, 4))).games.length, 76);
  });
}

const entries = (...middle: string[]) =>
  ['<softwarelist name="nes">', toXml(0), ...middle, toXml(1), toXml(2), '</softwarelist>'].join('\n');
const toXml = (i: number) =>
  `<software name="hop${i}"><description>Hop ${i} (USA)</description><year>1990</year><publisher>Acme</publisher></software>`;
const bad = toXml(9);

/** What is broken in line 3 of a list, and the name of the line that is reported. */
const XML: [name: string, middle: string, line: number][] = [
  ['an ampersand', bad.replace('Hop', 'Hop & Skip'), 3],
  ['an element that is not closed', bad.replace('</year>', ''), 3],
  ['an entry that is not closed', bad.replace('</software>', ''), 3],
  ['an entry that is closed twice', `${bad.replace('Hop', '&')}</software>`, 3],
  ['a quote that is not closed', bad.replace('hop9"', 'hop9'), 3],
  ['an attribute without quotes', bad.replace('"hop9"', 'hop9'), 3],
  ['a control character', bad.replace('Hop', 'H\u0007p'), 3],
  ['a tag that is not closed', bad.replace('<year>', '<year'), 3],
];

for (const [name, middle, line] of XML) {
  test(`mame: ${name} breaks its own entry only`, async () => {
    const { games, unknown } = await convertSource('mame', [writeSource({ 'nes.xml': entries(middle) })]);
    assert.deepEqual(
      games.map(({ title }) => title),
      ['Hop 0', 'Hop 1', 'Hop 2'],
    );
    assert.ok(unknown.length >= 1);
    assert.match(unknown[0]?.what ?? '', new RegExp(`^broken entry nes\\.xml:${line}: not well-formed XML: `));
  });
}

test('mame: the last entry of a list is broken if it is not closed', async () => {
  const text = entries().replace('</software>\n</softwarelist>', '\n</softwarelist>');
  const { games, unknown } = await convertSource('mame', [writeSource({ 'nes.xml': text })]);
  assert.deepEqual(
    [games.length, unknown.map(({ what }) => what)],
    [2, ['broken entry nes.xml:5: not well-formed XML: unexpected close tag']],
  );
});

test('mame: a comment inside of an entry may contain another entry', async () => {
  const commented = bad.replace('<year>', `<!-- ${bad} <![CDATA[ ${bad} --><year>`);
  const { games, unknown } = await convertSource('mame', [
    writeSource({ 'nes.xml': entries(commented, `<!-- ${bad} -->`) }),
  ]);
  assert.deepEqual([games.length, unknown], [4, []]);
});

/** Errors between entries, in line 3. */
const BETWEEN: [name: string, text: string][] = [
  ['an unknown entity', '&hop;'],
  ['an element that is not closed', '<foo></bar>'],
  ['an end of an entry', '</software>'],
  ['an end of another element', '</bar>'],
];

for (const [name, text] of BETWEEN) {
  test(`mame: ${name} between entries breaks neither of them`, async () => {
    const { games, unknown } = await convertSource('mame', [writeSource({ 'nes.xml': entries(text) })]);
    assert.equal(games.length, 3);
    assert.equal(unknown.length, 1);
    assert.match(unknown[0]?.what ?? '', /^broken entry nes\.xml:3: not well-formed XML: /);
  });
}

const LARGE: [name: string, inside: string, says: string][] = [
  ['5,000 nested elements', `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`, 'more than 100 nested elements'],
  ['200,000 elements', '<a/>'.repeat(200_000), 'an entry of more than 100000 elements'],
];

for (const [name, inside, says] of LARGE) {
  test(`mame: an entry of ${name} is broken`, async () => {
    const text = entries(bad.replace('<year>', `${inside}<year>`));
    const { games, unknown } = await convertSource('mame', [writeSource({ 'nes.xml': text })]);
    assert.equal(games.length, 3);
    assert.deepEqual(unknown, [{ what: `broken entry nes.xml:3: ${says}`, count: 1 }]);
  });
}

/** What follows the end of the list. */
const AFTER: [name: string, text: string][] = [
  ['a second document', entries().replace('<software', '<?xml version="1.0"?>\n<software')],
  ['a second root', entries()],
  ['another root', '<html/>'],
  ['an entry', bad],
  ['a text', 'hop'],
  ['a character NUL', '\0'],
  ['a comment that is not closed', '<!-- '],
];

for (const [name, text] of AFTER) {
  test(`mame: ${name} after the root is refused`, async () => {
    const convert = convertSource('mame', [writeSource({ 'nes.xml': `${entries()}\n${text}` })]);
    await assert.rejects(convert, /nes\.xml:6: .*; nothing was imported$/);
  });
}

test('mame: a start of a comment in CDATA is text', async () => {
  const text = bad.replace('<year>', `<notes><![CDATA[ <!-- ]]></notes><year>`);
  const { games, unknown } = await convertSource('mame', [
    writeSource({ 'nes.xml': entries(text, bad.replace('Hop', 'Hop & Skip')) }),
  ]);
  assert.deepEqual([games.length, unknown.length], [4, 1]);
});

test('a file without its end is refused, because nobody knows what is missing, unless --lenient', async () => {
  const whole = entries();
  const cut = writeSource({ 'nes.xml': whole.slice(0, whole.indexOf('name="hop2"')) });
  await assert.rejects(convertSource('mame', [cut]), /nes\.xml:4: not well-formed XML: .*; nothing was imported$/);
  const { games, folder } = await convertSource('mame', [cut], { lenient: '' });
  assert.equal(games.length, 2);
  assert.equal((await openBundle(folder)).manifest.complete, false);
});
