import { type Command, JSON_FLAG } from './kit/command.ts';

const PLAN = { value: 'PLAN', help: 'free (default), commercial or unlimited' };

const SERVER_FLAGS = {
  server: { value: 'URL', help: 'Ask this server instead of the local catalog' },
  key: { value: 'KEY', help: 'API key of that server, if it needs one' },
};

const OPEN_CATALOG = ['open', 'About 15,000 games for consoles and handhelds that come with Ludex'] as const;

/** Every command. Each loads its modules when it runs, which keeps the others fast. */
export const COMMANDS: readonly Command[] = [
  {
    usage: 'serve',
    summary: 'Serve the catalog',
    takesSettings: true,
    run: async (input) => (await import('./commands/serve.ts')).serveCommand(input),
  },
  {
    usage: 'import [SOURCE] [PATH…]',
    summary:
      'Import a bundle (a folder, .tar.gz or .tar.zst), data of a source such as mame, pictures, or your own corrections',
    flags: {
      listxml: { value: 'FILE', help: 'mame: also import arcade machines from the output of "mame -listxml"' },
      catver: { value: 'FILE', help: 'mame: with --listxml, the categories of the machines (catver.ini)' },
      series: { value: 'FILE', help: 'mame: with --listxml, the series of the machines (series.ini)' },
      history: { value: 'FILE', help: 'mame: descriptions of games (history.xml)' },
      profile: { value: 'NAME', help: 'mame: console (default), or all to include computers' },
      include: {
        value: 'LIST',
        help: 'Also new games of these kinds: prototype, homebrew, pirate, hack, add-on, demo, magazine, utility, unknown-disk, or all',
      },
      'new-games': {
        help: 'gamedatabase, libretro, dats, gametdb, launchbox, zxdb: also add games that no other source has',
      },
      'new-games-on': {
        value: 'LIST',
        help: 'The same on these platforms only, such as playstation-2,dreamcast, or modern',
      },
      strict: { help: 'Refuse the import at the first broken entry of a source, instead of skipping it' },
      lenient: {
        help: 'Import also files of a source with more than 5 % broken entries, or without their end; corrections: leave out those about games that are not there',
      },
      replace: { help: 'pictures: replace earlier pictures of the same games' },
      licence: { value: 'NAME', help: 'pictures: SPDX identifier of the licence of the pictures' },
      'dry-run': { help: 'Show what would change, with examples, without changing anything' },
      'no-touch': {
        help: 'Do not update the modification time of changed games. Use it when only the import rules changed',
      },
      verbose: { help: 'List all names that an importer does not recognize, not only the most frequent' },
      fetch: { help: 'Download linked pictures, so that this server serves them' },
      undo: { help: 'Undo the last import' },
      'allow-shrink': { help: 'Allow a complete bundle to remove more than 5 % of the games of its source' },
      ...JSON_FLAG,
    },
    listChoices: async () => {
      const { IMPORTERS } = await import('../importers/importers.ts');
      return {
        heading: 'Sources',
        rows: [OPEN_CATALOG, ...IMPORTERS.map(({ name, summary }) => [name, summary] as const)],
      };
    },
    run: async (input) => (await import('./commands/import.ts')).importData(input),
  },
  {
    usage: 'export PATH',
    summary: 'Export the whole catalog as a bundle, including all ids, or only its corrections',
    flags: {
      licences: { value: 'LIST', help: 'Only data of sources under these licences, such as CC0-1.0,CC-BY-4.0' },
      corrections: { help: 'Only the corrections, as a file that other servers can import' },
      ...JSON_FLAG,
    },
    run: async (input) => (await import('./commands/export.ts')).exportData(input),
  },
  {
    usage: 'dump',
    summary:
      'Make a data dump that everybody can download at /data: the catalog as a bundle, JSON Lines, SQLite and text, as far as licences allow',
    flags: JSON_FLAG,
    run: async (input) => (await import('./commands/export.ts')).dumpData(input),
  },
  {
    usage: 'follow [URL]',
    summary: 'Make this catalog a mirror of another server: import its data dump, then its changes until it is stopped',
    flags: {
      key: {
        value: 'KEY',
        help: 'API key of that server, if it needs one; LUDEX_FOLLOW_KEY is not seen by other users',
      },
      pictures: { help: 'Copy pictures, so that this server serves them; otherwise they are links' },
      once: { help: 'End when the catalog is up to date' },
      'allow-shrink': { help: 'Allow a new start to remove more than 5 % of the games of a source' },
      end: { help: 'Follow no more: the catalog stays, and its sources can be imported here' },
    },
    run: async (input) => (await import('./commands/follow.ts')).followOriginal(input),
  },
  {
    usage: 'backup FILE',
    summary: 'Back up everything into one file: catalog, accounts, keys, counters, pictures and the encryption secret',
    run: async (input) => (await import('./commands/backup.ts')).backupData(input),
  },
  {
    usage: 'restore FILE',
    summary: 'Restore a backup into an empty data folder',
    run: async (input) => (await import('./commands/backup.ts')).restoreData(input),
  },
  {
    usage: 'check',
    summary:
      'Check the whole store: databases, records, references, indexes, keys and pictures; the exit code is 1 if something is wrong',
    flags: JSON_FLAG,
    run: async (input) => (await import('./commands/check.ts')).checkData(input),
  },
  {
    usage: 'source list',
    summary: 'List the sources with their number of games and their licences',
    flags: JSON_FLAG,
    run: async (input) => (await import('./commands/source.ts')).sourceList(input),
  },
  {
    usage: 'source remove NAME',
    summary: 'Remove all data of one source; data of other sources about the same games stays',
    flags: JSON_FLAG,
    run: async (input) => (await import('./commands/source.ts')).sourceRemove(input),
  },
  {
    usage: 'game show GAME_ID',
    summary: 'Show the keys of a game and which source provided each field',
    flags: JSON_FLAG,
    run: async (input) => (await import('./commands/status.ts')).gameShow(input),
  },
  {
    usage: 'identify PATH…',
    summary:
      'Say which game each file belongs to, also inside ZIPs and folders; the exit code is 1 if one has no match',
    flags: { ...SERVER_FLAGS, ...JSON_FLAG },
    run: async (input) => (await import('./commands/identify.ts')).identify(input),
  },
  {
    usage: 'scrape FOLDER…',
    summary:
      'Identify the files of a library and write the lists of games that EmulationStation, ES-DE, Batocera, RetroPie, Pegasus and LaunchBox read',
    flags: {
      format: { value: 'NAME', help: 'gamelist (default), es-de, pegasus, launchbox, csv or json' },
      output: { value: 'FOLDER', help: 'es-de, launchbox: the folder of the program; default of es-de: ~/ES-DE' },
      platform: {
        value: 'NAME',
        help: 'The platform of the files, if the name of the folder does not tell, such as snes',
      },
      media: { help: 'Also save covers and screenshots where the program looks for them' },
      overwrite: { help: 'Replace values that a list has already' },
      'dry-run': { help: 'Show what would be written without writing anything' },
      verbose: { help: 'Say of each file why it is this game' },
      ...SERVER_FLAGS,
    },
    run: async (input) => (await import('./commands/scrape.ts')).scrape(input),
  },
  {
    usage: 'mcp',
    summary:
      'Answer assistants that speak the Model Context Protocol, on standard input and output: they search games and identify files',
    flags: SERVER_FLAGS,
    run: async (input) => (await import('./commands/mcp.ts')).mcp(input),
  },
  {
    usage: 'audit',
    summary: 'List what looks wrong in the catalog: duplicates, impossible dates, and how to mend it',
    flags: JSON_FLAG,
    run: async (input) => (await import('./commands/check.ts')).audit(input),
  },
  {
    usage: 'media clean',
    summary: 'Remove pictures that the catalog no longer uses',
    flags: { 'dry-run': { help: 'Show what would be removed without removing anything' }, ...JSON_FLAG },
    run: async (input) => (await import('./commands/check.ts')).mediaClean(input),
  },
  {
    usage: 'move FROM TO',
    summary:
      'Copy everything from one store to an empty one; the original stays. Each is a data folder or a postgres:// URL',
    flags: JSON_FLAG,
    run: async (input) => (await import('./commands/export.ts')).moveData(input),
  },
  {
    usage: 'status',
    summary: 'Show the contents of the store and the last imports',
    flags: JSON_FLAG,
    run: async (input) => (await import('./commands/status.ts')).showStatus(input),
  },
  {
    usage: 'account add EMAIL',
    summary: 'Add an account and print its first API key',
    flags: {
      plan: PLAN,
      key: { value: 'KEY', help: 'Use this key instead of a random one' },
      operator: { help: 'Give access to the operator pages, and print a link to set a password' },
    },
    run: async (input) => (await import('./commands/account.ts')).accountAdd(input),
  },
  {
    usage: 'account list [PART]',
    summary: 'List accounts, optionally only those whose address contains PART',
    flags: JSON_FLAG,
    run: async (input) => (await import('./commands/account.ts')).accountList(input),
  },
  {
    usage: 'account plan EMAIL PLAN',
    summary: "Change an account's plan",
    run: async (input) => (await import('./commands/account.ts')).accountPlan(input),
  },
  {
    usage: 'account role EMAIL ROLE',
    summary: "Change an account's role: member or operator",
    run: async (input) => (await import('./commands/account.ts')).accountRole(input),
  },
  {
    usage: 'account email EMAIL NEW_EMAIL',
    summary: "Change an account's email address",
    run: async (input) => (await import('./commands/account.ts')).accountEmail(input),
  },
  {
    usage: 'account reset EMAIL',
    summary: 'Reset the password of an account: print a link to set a new one',
    flags: { stdin: { help: 'Read the new password from stdin instead' } },
    run: async (input) => (await import('./commands/account.ts')).accountReset(input),
  },
  {
    usage: 'account suspend EMAIL',
    summary: 'Disable the keys and the password of an account',
    run: async (input) => (await import('./commands/account.ts')).accountSuspend(input),
  },
  {
    usage: 'account resume EMAIL',
    summary: 'Enable a suspended account again',
    run: async (input) => (await import('./commands/account.ts')).accountResume(input),
  },
  {
    usage: 'account remove EMAIL',
    summary: 'Remove an account with its keys, messages and proposals',
    run: async (input) => (await import('./commands/account.ts')).accountRemove(input),
  },
  {
    usage: 'key list EMAIL',
    summary: "List an account's keys and their limits",
    flags: { ...JSON_FLAG, show: { help: 'Show the keys themselves' } },
    run: async (input) => (await import('./commands/key.ts')).keyList(input),
  },
  {
    usage: 'key add EMAIL',
    summary: 'Add a key to an account and print it',
    flags: {
      name: { value: 'NAME', help: 'What the key is for' },
      key: { value: 'KEY', help: 'Use this key instead of a random one' },
    },
    run: async (input) => (await import('./commands/key.ts')).keyAdd(input),
  },
  {
    usage: 'key rotate KEY_ID',
    summary: 'Print a new key with the same limits; the old key works for 24 more hours',
    flags: { grace: { value: 'HOURS', help: 'How many hours the old key still works; default 24' } },
    run: async (input) => (await import('./commands/key.ts')).keyRotate(input),
  },
  {
    usage: 'key revoke KEY_ID',
    summary: 'Revoke a key: it stops working within a second',
    run: async (input) => (await import('./commands/key.ts')).keyRevoke(input),
  },
  {
    usage: 'key limit KEY_ID',
    summary: 'Set the rate limits of one key',
    flags: {
      'per-hour': { value: 'N', help: 'Requests per clock hour: a number, none, or plan for the limit of the plan' },
      'per-second': { value: 'N', help: 'Requests per second: a number, none, or plan for the limit of the plan' },
    },
    run: async (input) => (await import('./commands/key.ts')).keyLimit(input),
  },
  {
    usage: 'invite add NOTE',
    summary: 'Print a one-time link for signing up; NOTE says who it is for',
    flags: { plan: PLAN },
    run: async (input) => (await import('./commands/account.ts')).inviteAdd(input),
  },
  {
    usage: 'invite list',
    summary: 'List the unused invitations',
    flags: JSON_FLAG,
    run: async (input) => (await import('./commands/account.ts')).inviteList(input),
  },
  {
    usage: 'invite remove INVITE_ID',
    summary: 'Remove an invitation: its link stops working',
    run: async (input) => (await import('./commands/account.ts')).inviteRemove(input),
  },
  {
    usage: 'usage [EMAIL]',
    summary: 'Show request counts, of all accounts or of one',
    flags: {
      by: { value: 'WHAT', help: 'day (default), key, endpoint or status' },
      days: { value: 'N', help: 'Number of days; default 30' },
      ...JSON_FLAG,
    },
    run: async (input) => (await import('./commands/key.ts')).showUsage(input),
  },
  {
    usage: 'config',
    summary: 'Show every setting and its value',
    flags: JSON_FLAG,
    takesSettings: true,
    run: async (input) => (await import('./commands/status.ts')).showConfig(input),
  },
];
