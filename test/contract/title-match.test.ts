import { testLists } from '../support/cases.ts';
import { startServer } from '../support/servers/server.ts';

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

/** A title as it is asked for, and the games that it finds. */
const FOUND: Record<string, number[]> = {
  'Zelda - A Link': [1], // a dash for a colon
  'Zelda: A Link': [1], // a colon
  'zelda a link': [1], // neither
  'Legend of Zelda, The': [1], // the article at the end, as in file names
  'Legend of Zelda, The - A Link to the Past': [1], // the article before a subtitle
  'Schtroumpfs, Les': [9], // a French article at the end
  'schtroumpfs, les: le retour': [9], // a French article before a subtitle
  "Affaire Sydney, L'": [10], // an article with an apostrophe
  'Motas da Morte, As': [10], // a Portuguese article
  'Pac-Man%27s Arcade': [8], // an apostrophe that is encoded twice
  'Legend of Zelda%2C The': [1], // a comma that is encoded twice
  'Legend+of+Zelda%2C+The': [1], // the same with spaces as plus signs
  'pac-man%': [8], // a percent sign that encodes nothing
  'GI Joe': [2], // without full stops
  'G. I. Joe!': [2], // with more signs than the title
  'pac man': [8], // a hyphen as a space
  pacmans: [8], // a hyphen left out
  'pac+man': [8], // a space sent as a plus sign
  'pocket monsters - aka': [3], // an alternate title
  ハザード: [4], // an alternate title in another script
  'pokemon red': [3], // accents
  'on Red': [3], // part of the main title, as without the setting
  'Fantasy V': [5], // the beginning of a numeral, as without the setting
  'Final Fantasy 6': [5], // a number for a Roman numeral
  'Final Fantasy III': [5, 6], // games of two kinds of match, each once and by id
  '!': [7], // punctuation alone is looked for as it is
  '?': [], // punctuation alone that no title has
  evilbiohazard: [], // no part of two titles together
  'zelda ii': [], // nothing
};
testLists(
  server,
  'titles are compared by their words, without articles and punctuation, by any title of a game',
  Object.fromEntries(Object.entries(FOUND).map(([title, games]) => [`title=${encodeURIComponent(title)}`, games])),
);
