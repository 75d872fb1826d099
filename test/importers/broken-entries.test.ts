import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBundle } from '../../src/bundle/bundle.ts';
import { convertSource, writeSource } from '../support/samples/sources.ts';
import { entity, game } from '../support/samples/wikidata.ts';

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

/** A source with a file of many entries, some of which are broken. */
interface Case {
  source: string;
  file: string;
  /** Good entries, with the broken ones in the middle. */
  text(good: number, broken: number): string;
  /** What is said about the first of the broken entries, after two good ones. */
  says: RegExp;
  /** It only adds facts to games of other sources, so a skipped entry removes no game. */
  staysComplete?: true;
}

const insert = (lines: string[], broken: string, count: number) =>
  lines.toSpliced(2, 0, ...numbers(count).map(() => broken));

const CASES: Case[] = [
  {
    source: 'libretro',
    file: 'Nintendo - Virtual Boy.dat',
    text: (good, broken) => {
      const entry = (i: number) => `game (\n\tname "Hop ${i}"\n\tgenre "Puzzle"\n\trom ( crc AAAA1${100 + i} )\n)\n`;
      return insert(numbers(good).map(entry), 'game (\n\tname "Skip\n\trom ( crc AAAA0001 )\n', broken).join('');
    },
    says: /^broken entry Nintendo - Virtual Boy\.dat:12: a quote is not closed, or is inside a word: "Skip$/,
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
];

for (const { source, file, text, says, staysComplete = false } of CASES) {
  const convert = (content: string, flags: Record<string, string> = {}) => {
    const folder = writeSource({ [file]: content });
    return convertSource(source, [folder], flags);
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
