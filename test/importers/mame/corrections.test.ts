import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Corrections, NO_CORRECTIONS } from '../../../src/importers/importer.ts';
import { convert, type Lists, writeLists } from '../../support/samples/mame.ts';

/** Two families, an entry that joins one of them by its title, and a single game. */
const LISTS: Lists = {
  nes: [
    { name: 'probot', description: 'Probotector (Europe)', publisher: 'Konami', year: '1990' },
    { name: 'contra', description: 'Contra (USA)', publisher: 'Konami', year: '1988', cloneof: 'probot' },
    { name: 'contraj', description: 'Contra (Japan)', publisher: 'Konami', year: '1988', cloneof: 'probot' },
    { name: 'gryzor', description: 'Gryzor (Europe)', publisher: 'Konami', year: '1988', cloneof: 'probot' },
    { name: 'superc', description: 'Super C (USA)', publisher: 'Konami', year: '1990' },
  ],
  famicom_flop: [{ name: 'contra', description: 'Contra', publisher: 'Konami', year: '1989' }],
  snes: [{ name: 'superc', description: 'Super C (USA)', publisher: 'Konami', year: '1991' }],
};

const CASES: [name: string, corrections: Partial<Corrections>, games: string[]][] = [
  [
    'merging entries of two families merges the families',
    { merges: [['mame:nes/gryzor', 'mame:snes/superc']] },
    ['contra contra contraj gryzor probot superc', 'superc'],
  ],
  [
    'a clone is split off',
    { splits: ['mame:nes/gryzor'] },
    ['contra contra contraj probot', 'gryzor', 'superc', 'superc'],
  ],
  [
    'a parent is split off, and its clones stay one game',
    { splits: ['mame:nes/probot'] },
    ['contra contra contraj gryzor', 'probot', 'superc', 'superc'],
  ],
  [
    'an entry that was joined by title on its platform is split off',
    { splits: ['mame:famicom_flop/contra'] },
    ['contra', 'contra contraj gryzor probot', 'superc', 'superc'],
  ],
  [
    'a split entry can be merged with another game',
    { splits: ['mame:nes/gryzor'], merges: [['mame:nes/gryzor', 'mame:nes/superc']] },
    ['contra contra contraj probot', 'gryzor superc', 'superc'],
  ],
  [
    'circular merges, and merges of an entry with itself, work',
    {
      splits: ['mame:nes/gryzor', 'mame:nes/contraj'],
      merges: [
        ['mame:nes/gryzor', 'mame:nes/contraj'],
        ['mame:nes/contraj', 'mame:nes/superc', 'mame:nes/superc'],
        ['mame:nes/superc', 'mame:nes/gryzor'],
      ],
    },
    ['contra contra probot', 'contraj gryzor superc', 'superc'],
  ],
  [
    'unknown keys are ignored',
    { splits: ['mame:nes/nobody', ''], merges: [[], ['mame:nes/nobody', 'other:x'], ['mame:nes/superc', 'x:y']] },
    ['contra contra contraj gryzor probot', 'superc', 'superc'],
  ],
];

for (const [name, corrections, expected] of CASES) {
  test(`corrections: ${name}`, async () => {
    const { games } = await convert([writeLists(LISTS)], {}, { ...NO_CORRECTIONS, ...corrections });
    const members = games.map(({ members = [] }) =>
      members
        .map((key) => key.replace(/.*\//, ''))
        .toSorted()
        .join(' '),
    );
    assert.deepEqual(members.toSorted(), expected);
  });
}
