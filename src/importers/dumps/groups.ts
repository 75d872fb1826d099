import type { Line } from '../../bundle/bundle.ts';
import type { Entry } from './entry.ts';
import type { Status } from './tags.ts';

type GroupLine = Line<'groups.jsonl'>;

interface Group {
  line: GroupLine;
  /** What follows from the entries themselves. A status makes a group of games that have no entry without it. */
  holds?: (entries: readonly Entry[]) => boolean;
  /** Says what nobody knows of the game, and so only a source that knows all of it may say so. */
  isAboutStatus?: true;
}

/** Groups that are made of facts about games. */
const GROUPS: readonly Group[] = [
  {
    line: {
      key: 'group:prototypes',
      group_name: 'Prototypes',
      group_description:
        'Games of which only unfinished versions are known. A prototype of a game that was released later is listed with that game.',
    },
    holds: only('prototype', 'unreleased'),
    isAboutStatus: true,
  },
  {
    line: {
      key: 'group:unlicensed-games',
      group_name: 'Unlicensed games',
      group_description:
        'Games that were published without the consent of the maker of the machine, or of the owner of the game.',
    },
    holds: only('unlicensed', 'pirate'),
    isAboutStatus: true,
  },
  {
    line: {
      key: 'group:homebrew-and-doujin-games',
      group_name: 'Homebrew and doujin games',
      group_description:
        'Games that amateurs made and passed on themselves, programs typed in from magazines among them.',
    },
    holds: only('homebrew'),
    isAboutStatus: true,
  },
  {
    line: {
      key: 'group:compilations',
      group_name: 'Compilations',
      group_description: 'Several games on one medium, sold as one product.',
    },
    holds: (entries) => entries.some(isCompilation),
  },
  {
    line: {
      key: 'group:light-gun-games',
      group_name: 'Light-gun games',
      group_description: 'Games that are played, or can be played, by pointing a light gun at the screen.',
    },
    holds: hasAttribute('attribute:input-devices-supported/light-gun'),
  },
  {
    line: {
      key: 'group:super-game-boy-enhanced-games',
      group_name: 'Super Game Boy enhanced games',
      group_description:
        'Game Boy games that show colors, a frame or more when they are played through the Super Game Boy.',
    },
    holds: hasAttribute('attribute:enhancement/super-game-boy'),
  },
  {
    line: {
      key: 'group:based-on-manga-and-anime',
      group_name: 'Based on manga and anime',
      group_description: 'Games that retell or continue a Japanese comic, animated series or animated film.',
    },
  },
  {
    line: {
      key: 'group:based-on-movies',
      group_name: 'Based on movies',
      group_description: 'Games that were made after a film, or tell of its world and persons.',
    },
  },
  {
    line: {
      key: 'group:arcade-ports',
      group_name: 'Arcade ports',
      group_description: 'Games for the home that were first coin-operated machines.',
    },
  },
];

/** All groups that the entries of a game put it into. */
export function listGroups(entries: readonly Entry[]): GroupLine[] {
  return GROUPS.filter(({ holds }) => holds?.(entries)).map(({ line }) => line);
}

/** Those that also hold when another source knows more of the game. */
export function listLastingGroups(entries: readonly Entry[]): GroupLine[] {
  return GROUPS.filter(({ holds, isAboutStatus }) => !isAboutStatus && holds?.(entries)).map(({ line }) => line);
}

export function findGroup(name: string): GroupLine | undefined {
  return GROUPS.find(({ line }) => line.group_name === name)?.line;
}

function isCompilation({ title, notes }: Entry): boolean {
  return / \+ |\d+[- ]in[- ]1\b/i.test(title) || notes.some((note) => /^compilation$/i.test(note));
}

function only(...wanted: Status[]) {
  return (entries: readonly Entry[]) =>
    entries.every(({ statuses }) => statuses.some((status) => wanted.includes(status)));
}

function hasAttribute(key: string) {
  return (entries: readonly Entry[]) => entries.some(({ attributes }) => attributes.includes(key));
}
