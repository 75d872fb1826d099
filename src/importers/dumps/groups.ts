import type { Line } from '../../bundle/bundle.ts';
import { entryKey } from '../../vocabulary/vocabulary.ts';
import type { Entry } from './entry.ts';
import { kindOf } from './kinds.ts';
import type { Status } from './tags.ts';

type GroupLine = Line<'groups.jsonl'>;

interface Group {
  name: string;
  description: string;
  /** Tests whether a game belongs to the group. Without it, only a tag of a source assigns the group. */
  matches?: (entries: readonly Entry[]) => boolean;
  /** The statuses that every entry must have one of. Only a source that knows all entries of a game can tell. */
  statuses?: readonly Status[];
}

const GROUPS: readonly Group[] = [
  {
    name: 'Prototypes',
    description:
      'Games of which only unfinished versions are known. A prototype of a game that was released later is listed with that game.',
    statuses: ['prototype', 'unreleased'],
  },
  {
    name: 'Unlicensed games',
    description:
      'Games that were published without the consent of the maker of the machine, or of the owner of the game.',
    statuses: ['unlicensed', 'pirate'],
  },
  {
    name: 'Homebrew and doujin games',
    description: 'Games that amateurs made and passed on themselves, programs typed in from magazines among them.',
    statuses: ['homebrew'],
  },
  {
    name: 'Compilations',
    description: 'Several games on one medium, sold as one product.',
    matches: (entries) => kindOf(entries) === 'compilation',
  },
  {
    name: 'Light-gun games',
    description: 'Games that are played, or can be played, by pointing a light gun at the screen.',
    matches: hasAttribute('attribute:input-devices-supported/light-gun'),
  },
  {
    name: 'Super Game Boy enhanced games',
    description: 'Game Boy games that show colors, a frame or more when they are played through the Super Game Boy.',
    matches: hasAttribute('attribute:enhancement/super-game-boy'),
  },
  {
    name: 'Based on manga and anime',
    description: 'Games that retell or continue a Japanese comic, animated series or animated film.',
  },
  {
    name: 'Based on movies',
    description: 'Games that were made after a film, or tell of its world and persons.',
  },
  {
    name: 'Arcade ports',
    description: 'Games for the home that were first coin-operated machines.',
  },
];

const groups = GROUPS.map(({ name, description, ...group }) => ({
  ...group,
  line: { key: entryKey('group', name), group_name: name, group_description: description },
}));

/** The groups of a game. An enriching source may not know all entries of the game, so groups by status are skipped. */
export function listGroups(entries: readonly Entry[], enriches = false): GroupLine[] {
  const found = groups.filter(({ matches, statuses }) =>
    statuses
      ? !enriches && entries.every((entry) => entry.statuses.some((one) => statuses.includes(one)))
      : matches?.(entries),
  );
  return found.map(({ line }) => line);
}

export function findGroup(name: string): GroupLine | undefined {
  return groups.find(({ line }) => line.group_name === name)?.line;
}

function hasAttribute(key: string) {
  return (entries: readonly Entry[]) => entries.some(({ attributes }) => attributes.includes(key));
}
