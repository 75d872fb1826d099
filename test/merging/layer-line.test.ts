import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createsGames } from '../../src/merging/load/layer-line.ts';
import { openStore } from '../../src/store/open.ts';
import { newPlace } from '../support/servers/engines.ts';

const CASES: [name: string, source: string, line: object, creating: boolean][] = [
  ['a game is creating', 'mame', { key: 'a', title: 'A', platforms: [] }, true],
  ['an enriching line is not creating', 'libretro', { key: 'a', title: 'A', enriches: true, platforms: [] }, false],
  ['a line with enriches: false is creating', 'libretro', { key: 'a', enriches: false, title: 'A' }, true],
  ['a line with the name of the field in its title is creating', 'mame', { key: 'a', title: '"enriches":true' }, true],
  ['a correction is not creating', 'corrections', { key: 'a', title: 'A' }, false],
];

const store = await openStore(await newPlace());
after(() => store.close());

for (const [name, source, line, creating] of CASES) {
  test(name, async () => {
    const stored = await store.catalog.write(async (writer) => {
      await writer.putLayer({ key: name, source, gameId: null, hash: '', line: JSON.stringify(line) }, []);
      return [await writer.findHead(name), await writer.findLayer(name)];
    });
    for (const layer of stored) assert.equal(layer && createsGames(layer), creating);
  });
}
