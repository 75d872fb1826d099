import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GameLine } from '../../src/bundle/lines.ts';
import { NEAR, nearness } from '../../src/matching/near-titles.ts';

function line(title: string, attribute?: string): GameLine {
  const attributes = attribute ? [`attribute:kind/${attribute}`] : [];
  return { key: 'a', title, platforms: [{ platform: 'platform:nes', attributes }] };
}

const CASES: [name: string, a: GameLine, b: GameLine, isNear: boolean][] = [
  ['a romanisation', line('Hoppu Man: Sekai wo Mezase!'), line('Hop-Man: Sekai o Mezase'), true],
  ['a volume', line('Hop Collection Vol. 2'), line('Hop Collection Volume II'), true],
  ['a first volume', line('Hop Collection Vol. 1'), line('Hop Collection Volume I'), true],
  ['a number beside another', line('Hop Gensokyoku 2: 2nd Album'), line('Hop Gensoukyoku 2nd Album'), true],
  ['a part of the title', line('Kamen Hop Club'), line('Kamen Hop Club: Gekitotsu Shocker Land'), true],
  ['a short part', line('Hop'), line('Hop: Gekitotsu Shocker Land'), false],
  ['another number', line('World Hop Soccer'), line('World Hop Soccer V2'), false],
  ['another title', line('Hopping Safari'), line('Jambo Kingdom'), false],
  ['a compilation with the game', line('Hopping Safari / Hook', 'compilation'), line('Hopping Safari'), false],
  ['one that both call a compilation', line('Hop Safari 3', 'compilation'), line('Hop-Safary 3', 'compilation'), true],
  ['a disc of extras', line('Hopping Safari 3'), line('Hopping Safari 3 Premium Disc'), false],
  ['a demo', line('Hopping Safari!', 'demo'), line('Hopping Safary'), false],
  ['one that only one source calls homebrew', line('Hopping Safari!', 'homebrew'), line('Hopping Safari'), true],
];

/** Of one maker, platform and day. */
const ON_DAY: typeof CASES = [
  ['a number that one leaves out', line('Hop Mix Vol. 1: Skip Leap'), line('Hop Mix: Leap Skip'), true],
  ['two volumes', line('Hop Mix Vol. 1'), line('Hop Mix Vol. 2'), false],
  ['a compilation for one', line('Hop Gears Vol. 4: Skip & Jump', 'compilation'), line('Skip and Jump'), true],
  ['a disc of extras', line('Hopping Safari 3'), line('Hopping Safari 3 Premium Disc'), false],
  ['another title', line('Hopping Safari'), line('Jambo Kingdom'), false],
];

for (const [cases, isSameDay] of [
  [CASES, false],
  [ON_DAY, true],
] as const)
  for (const [name, a, b, isNear] of cases)
    test(`${isNear ? 'similar' : 'no similar'} titles${isSameDay ? ' of one day' : ''}: ${name}`, () => {
      const found = nearness(a, b, isSameDay);
      assert.equal(found >= NEAR, isNear, String(found));
      assert.equal(found, nearness(b, a, isSameDay), 'in both directions');
    });
