import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GameRecord, RecordPlatform } from '../../src/catalog/model/record.ts';
import { detailsOf } from '../../src/catalog/render/render.ts';

const ORDERS: [about: string, before: (string | null)[], after: (string | null)[]][] = [
  ['nothing to move', [null, 'Rev 1'], [null, 'Rev 1']],
  [
    'each kind of irregular release',
    ['Prototype', 'Demo', 'Pirate', 'Hack', 'Cracked', 'Unreleased', 'Bootleg', null],
    [null, 'Prototype', 'Demo', 'Pirate', 'Hack', 'Cracked', 'Unreleased', 'Bootleg'],
  ],
  [
    'a kind among others',
    ['Demo; Prototype; Version 0.9', 'Unlicensed; Pirate', 'Unlicensed'],
    ['Unlicensed', 'Demo; Prototype; Version 0.9', 'Unlicensed; Pirate'],
  ],
  [
    'a kind with more words',
    ['prototype 2', 'pirate (Famicom)', 'Budget'],
    ['Budget', 'prototype 2', 'pirate (Famicom)'],
  ],
  [
    'words that only look like a kind',
    ['Hacker Edition', 'Demolition Pack', 'With demo disc', 'Homebrew'],
    ['Hacker Edition', 'Demolition Pack', 'With demo disc', 'Homebrew'],
  ],
  ['only irregular releases', ['Pirate', 'Hack'], ['Pirate', 'Hack']],
  ['none', [], []],
];

for (const [about, before, after] of ORDERS) {
  test(`regular releases come first: ${about} (contract gap 32)`, () => {
    const releases = before.map((description) => ({
      release_date: null,
      countries: [],
      companies: [],
      description,
      product_codes: [],
    }));
    const details = detailsOf({ game_id: 1 } as GameRecord, { releases } as unknown as RecordPlatform, {
      originalFields: false,
    });
    assert.deepEqual(
      details.releases.map(({ description }) => description),
      after,
    );
  });
}
