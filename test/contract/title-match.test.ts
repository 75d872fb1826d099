import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { serve } from '../../src/server/serve.ts';
import { runCases } from '../support/cases.ts';
import { startServer } from '../support/server.ts';

const platforms = [{ platform: 'platform:nes' }];
const spelt = (title: string) => ({ title, description: 'Alternate spelling' });

/** Ids follow the order of the keys. */
const server = await startServer(
  { 'title-match': 'wide' },
  {
    platforms: [{ key: 'platform:nes', platform_name: 'NES' }],
    games: [
      { key: 'test:1', title: 'The Legend of Zelda: A Link to the Past', platforms },
      { key: 'test:2', title: 'G.I. Joe', platforms },
      { key: 'test:3', title: 'Pokémon Red', alternate_titles: [spelt('Pocket Monsters: Aka')], platforms },
      {
        key: 'test:4',
        title: 'Resident Evil',
        alternate_titles: [spelt('バイオハザード'), spelt('Biohazard')],
        platforms,
      },
      { key: 'test:5', title: 'Final Fantasy VI', alternate_titles: [spelt('Final Fantasy III')], platforms },
      { key: 'test:6', title: 'Final Fantasy III', platforms },
      { key: 'test:7', title: '!', platforms },
      { key: 'test:8', title: "Pac-Man's Arcade", platforms },
      { key: 'test:9', title: 'Les Schtroumpfs: Le Retour', platforms },
      { key: 'test:a', title: 'As Motas da Morte', alternate_titles: [spelt("L'Affaire Sydney")], platforms },
    ],
  },
);

const found = (name: string, title: string, games: number[]) => ({
  name: `${name}: ${title}`,
  path: `/v1/games?format=id&title=${encodeURIComponent(title)}`,
  games,
});

runCases(server, {
  200: [
    found('a dash for a colon', 'Zelda - A Link', [1]),
    found('a colon', 'Zelda: A Link', [1]),
    found('neither', 'zelda a link', [1]),
    found('the article at the end, as in file names', 'Legend of Zelda, The', [1]),
    found('the article before a subtitle', 'Legend of Zelda, The - A Link to the Past', [1]),
    found('a French article at the end', 'Schtroumpfs, Les', [9]),
    found('a French article before a subtitle', 'schtroumpfs, les: le retour', [9]),
    found('an article with an apostrophe', "Affaire Sydney, L'", [10]),
    found('a Portuguese article', 'Motas da Morte, As', [10]),
    found('an apostrophe that is encoded twice', 'Pac-Man%27s Arcade', [8]),
    found('a comma that is encoded twice', 'Legend of Zelda%2C The', [1]),
    found('the same with spaces as plus signs', 'Legend+of+Zelda%2C+The', [1]),
    found('a percent sign that encodes nothing', 'pac-man%', [8]),
    found('without full stops', 'GI Joe', [2]),
    found('with more signs than the title', 'G. I. Joe!', [2]),
    found('a hyphen as a space', 'pac man', [8]),
    found('a hyphen left out', 'pacmans', [8]),
    found('a space sent as a plus sign', 'pac+man', [8]),
    found('an alternate title', 'pocket monsters - aka', [3]),
    found('an alternate title in another script', 'ハザード', [4]),
    found('accents', 'pokemon red', [3]),
    found('part of the main title, as without the setting', 'on Red', [3]),
    found('the beginning of a numeral, as without the setting', 'Fantasy V', [5]),
    found('a number for a Roman numeral', 'Final Fantasy 6', [5]),
    found('games of two kinds of match, each once and by id', 'Final Fantasy III', [5, 6]),
    found('punctuation alone is looked for as it is', '!', [7]),
    found('punctuation alone that no title has', '?', []),
    found('no part of two titles together', 'evilbiohazard', []),
    found('nothing', 'zelda ii', []),
  ],
});

test('the setting changes the ETag', async () => {
  const other = await serve({ ...server.config, title_match: 'contract' }, () => server.now);
  after(() => other.close());
  const path = `/v1/games?title=joe&api_key=${server.key}`;
  const [wide, contract] = await Promise.all([
    fetch(server.url + path),
    fetch(`http://localhost:${other.port}${path}`),
  ]);
  assert.deepEqual([wide.status, contract.status], [200, 200]);
  assert.notEqual(wide.headers.get('etag'), contract.headers.get('etag'));
});
