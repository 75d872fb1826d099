import type { Line } from '../bundle.ts';
import type { Entry } from './entry.ts';
import type { Status } from './tags.ts';

type GroupLine = Line<'groups.jsonl'>;

/** Groups that follow from the lists themselves. A status makes a group of games that have no entry without it. */
const GROUPS: { line: GroupLine; holds: (entries: readonly Entry[]) => boolean }[] = [
  {
    line: {
      key: 'group:prototypes',
      group_name: 'Prototypes',
      group_description:
        'Games of which only unfinished versions are known. A prototype of a game that was released later is listed with that game.',
    },
    holds: only('prototype', 'unreleased'),
  },
  {
    line: {
      key: 'group:unlicensed-games',
      group_name: 'Unlicensed games',
      group_description:
        'Games that were published without the consent of the maker of the machine, or of the owner of the game.',
    },
    holds: only('unlicensed', 'pirate'),
  },
  {
    line: {
      key: 'group:homebrew-and-doujin-games',
      group_name: 'Homebrew and doujin games',
      group_description:
        'Games that amateurs made and passed on themselves, programs typed in from magazines among them.',
    },
    holds: only('homebrew'),
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
];

export function listGroups(entries: readonly Entry[]): GroupLine[] {
  return GROUPS.filter(({ holds }) => holds(entries)).map(({ line }) => line);
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
