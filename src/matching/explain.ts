import type { Reason } from './compare.ts';

/** What the rules say in words, by the name of the rule, or by name and weight where one rule has several. */
const WORDS: Record<string, string> = {
  'names another': 'One source says that one of them is another game',
  'known namesakes': 'Known as different games of one title',
  'title of another game': 'One of them is known to be another game than the one that its source has it with',
  'title of several games': 'Several games are known to have this title',
  'known as one game': 'Known as one game',
  'known titles of one game': 'Their titles are known as those of one game',
  'same file or external id': 'They share a file, or an id in another database',
  'names the entry': 'One source says that one of them is the other',
  'other external ids': 'Another database has different ids for them',
  'id alone': 'Only an id is the same; titles and companies differ',
  'same product code': 'The same product code',
  'title +3': 'The same title',
  'title +2': 'The title of one is another title of the other',
  'alternate title alone': 'Only a short other title is the same',
  'native title': 'The same title in the original script',
  'native title alone': 'Only the title in the original script is the same, years apart',
  'common title': 'Many games have this title',
  'length of the title': 'The title is long, so this is hardly chance',
  'same platform': 'On the same platform',
  company: 'The same company',
  'other companies': 'Different companies',
  'other developers': 'Different developers',
  'named by a list of games': 'A list of games has this title on the platform, in the same year',
  'arcade machine and home version': 'One is an arcade machine, the other came to homes soon after',
  'machines of one time': 'The same title for machines of one time',
  'nothing but the title': 'Nothing but the title is known to be the same',
  'handheld version': 'One is for a handheld that had games of its own under the titles of others',
  'uncommon title': 'The title is uncommon, and one of them is on many platforms',
  'title by chance': 'The title is of common words, so this may be chance',
  'before the machine': 'One came years before the arcade machine',
  'number and subtitle': 'The title has a number and a subtitle, so this is hardly chance',
  'years +2': 'Released at most a year apart',
  'years +1': 'Released at most three years apart',
  'years -1': 'Released more than three years apart',
  'years -3': 'Released more than eight years apart',
  'years -5': 'Released more than 15 years apart',
  'other names in Japan': 'Different titles in Japan',
  'other numbers': 'Their titles have different numbers',
  'other subtitles': 'Different subtitles',
  expansion: 'One is an expansion or another edition',
  'one source lists both': 'One source lists both as separate games',
  'dedicated machine': 'One is a machine with a built-in game, or for a toy computer',
  compilation: 'One is a compilation',
  'made by amateurs -6': 'One was made by amateurs',
  'made by amateurs -3': 'Both were made by amateurs, and by others',
  'pirate or hack': 'One is a pirate copy or a hack',
};

export function explain(reason: Reason): string {
  return WORDS[formatReason(reason)] ?? WORDS[reason.name] ?? reason.name;
}

export function formatReason({ name, weight }: Reason): string {
  return `${name} ${weight > 0 ? '+' : ''}${weight}`;
}
