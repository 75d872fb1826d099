import { type Command, JSON_FLAG } from './command.ts';

const PLAN = { value: 'PLAN', help: 'free (default), commercial or unlimited' };

/** Every command of the program. What a command needs is loaded when it runs: the others start as fast without it. */
export const COMMANDS: readonly Command[] = [
  {
    name: 'serve',
    words: '',
    summary: 'Serve the catalog',
    takesSettings: true,
    run: async (input) => (await import('./serve.ts')).serveCommand(input),
  },
  {
    name: 'import',
    words: '[SOURCE] [PATH…]',
    summary: 'Load a bundle (a folder or .tar.gz), what a source such as mame publishes, or corrections of your own',
    flags: {
      bundle: { value: 'PATH', help: 'Write the source as a bundle there, a folder or .tar.gz, instead of loading it' },
      listxml: { value: 'FILE', help: 'mame: also the arcade machines, from the output of "mame -listxml"' },
      catver: { value: 'FILE', help: 'mame: with --listxml, the categories of machines (catver.ini)' },
      profile: { value: 'NAME', help: 'mame: console (default), or all for computers as well' },
      'exclude-status': {
        value: 'LIST',
        help: 'mame: leave out any of prototype, demo, unreleased, pirate, hack, crack, unlicensed, homebrew',
      },
      'new-games': { help: 'gamedatabase, libretro: also make games of what no other source knows' },
      'dry-run': { help: 'Say what would change, with examples, and change nothing' },
      'no-touch': {
        help: 'Leave the time of modification of changed games as it is: our rules changed, not the games',
      },
      undo: { help: 'Take the last import back' },
      'allow-shrink': { help: 'Let a complete bundle remove more than 5 % of its source' },
      ...JSON_FLAG,
    },
    run: async (input) => (await import('./import.ts')).importData(input),
  },
  {
    name: 'export',
    words: 'PATH',
    summary: 'Write the whole catalog as a bundle, with its ids',
    flags: {
      licences: { value: 'LIST', help: 'Only what sources under these licences said, such as CC0-1.0,CC-BY-4.0' },
      ...JSON_FLAG,
    },
    run: async (input) => (await import('./export.ts')).exportData(input),
  },
  {
    name: 'source list',
    words: '',
    summary: 'List the sources of the catalog with their games and licences',
    flags: JSON_FLAG,
    run: async (input) => (await import('./source.ts')).sourceList(input),
  },
  {
    name: 'source remove',
    words: 'NAME',
    summary: 'Remove all that one source said; what others said of the same games stays',
    flags: JSON_FLAG,
    run: async (input) => (await import('./source.ts')).sourceRemove(input),
  },
  {
    name: 'game show',
    words: 'GAME_ID',
    summary: 'Show what a game is made of: its keys, and which source gave what',
    flags: JSON_FLAG,
    run: async (input) => (await import('./game.ts')).gameShow(input),
  },
  {
    name: 'status',
    words: '',
    summary: 'Show what the store holds and the last imports',
    flags: JSON_FLAG,
    run: async (input) => (await import('./status.ts')).showStatus(input),
  },
  {
    name: 'account add',
    words: 'EMAIL',
    summary: 'Add an account and print its key, and nothing else',
    flags: {
      plan: PLAN,
      key: { value: 'KEY', help: 'Bring a key along instead of a random one' },
    },
    run: async (input) => (await import('./account.ts')).accountAdd(input),
  },
  {
    name: 'account list',
    words: '',
    summary: 'List the accounts',
    flags: JSON_FLAG,
    run: async (input) => (await import('./account.ts')).accountList(input),
  },
  {
    name: 'account plan',
    words: 'EMAIL PLAN',
    summary: "Change an account's plan",
    run: async (input) => (await import('./account.ts')).accountPlan(input),
  },
  {
    name: 'account remove',
    words: 'EMAIL',
    summary: 'Remove an account with its keys',
    run: async (input) => (await import('./account.ts')).accountRemove(input),
  },
  {
    name: 'key list',
    words: 'EMAIL',
    summary: "List an account's keys and their limits",
    flags: { ...JSON_FLAG, show: { help: 'Show the keys themselves' } },
    run: async (input) => (await import('./key.ts')).keyList(input),
  },
  {
    name: 'key add',
    words: 'EMAIL',
    summary: 'Add a key to an account and print it',
    flags: {
      name: { value: 'NAME', help: 'What the key is for' },
      key: { value: 'KEY', help: 'Bring a key along instead of a random one' },
    },
    run: async (input) => (await import('./key.ts')).keyAdd(input),
  },
  {
    name: 'key rotate',
    words: 'KEY_ID',
    summary: 'Print a new key with the limits of the old one, which ends after a grace time',
    flags: { grace: { value: 'HOURS', help: 'How long the old key still works; default 24' } },
    run: async (input) => (await import('./key.ts')).keyRotate(input),
  },
  {
    name: 'key revoke',
    words: 'KEY_ID',
    summary: 'End a key at once',
    run: async (input) => (await import('./key.ts')).keyRevoke(input),
  },
  {
    name: 'key limit',
    words: 'KEY_ID',
    summary: 'Give a key limits of its own',
    flags: {
      'per-hour': { value: 'N', help: 'Requests per clock hour: a number, none, or plan to follow the plan again' },
      'per-second': { value: 'N', help: 'Requests per second: a number, none, or plan to follow the plan again' },
    },
    run: async (input) => (await import('./key.ts')).keyLimit(input),
  },
  {
    name: 'config',
    words: '',
    summary: 'Show every setting and its value',
    flags: JSON_FLAG,
    takesSettings: true,
    run: async (input) => (await import('./config.ts')).showConfig(input),
  },
];
