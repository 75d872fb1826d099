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
  ['a part of the title', line('Kamen Hop Club'), line('Kamen Hop Club: Gekitotsu Shocker Land'), true],
  ['a short part', line('Hop'), line('Hop: Gekitotsu Shocker Land'), false],
  ['another number', line('World Hop Soccer'), line('World Hop Soccer V2'), false],
  ['another title', line('Hopping Safari'), line('Jambo Kingdom'), false],
  ['a compilation with the game', line('Hopping Safari / Hook', 'compilation'), line('Hopping Safari'), false],
  ['one that both call a compilation', line('Hop Safari 3', 'compilation'), line('Hop-Safary 3', 'compilation'), true],
  ['a demo', line('Hopping Safari!', 'demo'), line('Hopping Safary'), false],
  ['one that only one source calls homebrew', line('Hopping Safari!', 'homebrew'), line('Hopping Safari'), true],
];

for (const [name, a, b, isNear] of CASES)
  test(`${isNear ? 'similar' : 'no similar'} titles: ${name}`, () => {
    const found = nearness(a, b);
    assert.equal(found >= NEAR, isNear, String(found));
    assert.equal(found, nearness(b, a), 'in both directions');
  });
