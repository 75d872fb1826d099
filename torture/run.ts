import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { type PostgresServer, startPostgres, withPatience } from '../test/support/servers/postgres.ts';
import { browse } from './browse.ts';
import { crash } from './crash/crash.ts';
import { openRequests } from './fuzz/requests.ts';
import { openBundles } from './inputs/bundles.ts';
import { openForms } from './inputs/forms.ts';
import { openImporters } from './inputs/importers.ts';
import { feedInputs, type Input, type InputOptions, type Subject } from './inputs/inputs.ts';
import { openPictures } from './inputs/pictures.ts';
import { describeMemory } from './memory.ts';
import { ATTACKS } from './overload/attacks.ts';
import { findBrokenPromise, overload } from './overload/overload.ts';
import { assertFlatSoak, soak, writeSoakReport } from './soak/soak.ts';

const HELP = `Tries to break the program for as long as you like.

Usage: npm run torture                         A short round of everything, about ten minutes
       npm run torture -- COMMAND [flags]

  all              All of them, each for its part of --minutes; the default
  crash            Starts commands and kills them
  fuzz             Sends generated requests and bytes to a server
  soak             Mixes requests, imports, edits and sign-ins, and compares every answer with a model
  overload         Measures a client with a key while others ask for too much
  browse           Reads pages and pictures for a long time, and measures the memory of the server
  bundles          Loads generated bundles
  importers        Converts damaged files of every source
  pictures         Decodes damaged picture files
  forms            Sends the forms of the site with hostile fields

  --seed N         Seed of the random choices; default 1
  --rounds N       crash: number of commands that are started; default 100
  --only NAME      crash: import, undo, account add, account remove, backup, restore or serve; default all
                   overload: attacks, separated by commas, such as "search,thumbnails,slow clients,crowd"; default all
  --engine NAME    crash, soak: sqlite (default) or postgres
  --kill-database  crash: kills PostgreSQL during the commands, instead of the commands
  --seconds N      overload: duration of each measurement; default 20, or less to end within --minutes.
                   From 10 on, a p99 of the key above three times the quiet one, or of served calls above
                   250 ms with ten times the capacity, makes the run fail, also if other work is the reason
  --connections N  overload: connections of the client without a key; default 64
  --data FOLDER    browse, overload: folder to serve, to which a game or accounts are added; default a new one, starter
                   catalog
  --count N        Number of inputs; default 200000 for fuzz, 100000 for others, 10000 for pictures, 40000 for browse
  --from N         Number of the first one; default 0
  --minutes N      Stops after so many minutes, whatever the count; default 10 for soak and all
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '100' },
    only: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
    'kill-database': { type: 'boolean', default: false },
    count: { type: 'string' },
    from: { type: 'string', default: '0' },
    minutes: { type: 'string' },
    seconds: { type: 'string' },
    connections: { type: 'string', default: '64' },
    data: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});

/** A killed PostgreSQL keeps what was committed. */
const DURABLE = { synchronous_commit: 'on' };
const BROWSED = 40_000;
const SOAK_MINUTES = 10;
const ALL_MINUTES = 10;

const COMMANDS: Record<string, () => Promise<string>> = {
  crash: crashRounds,
  soak: soakServer,
  overload: overloadServer,
  browse: browseServer,
  fuzz: () => feed(openRequests, 200_000),
  bundles: () => feed(openBundles, 100_000),
  importers: () => feed(openImporters, 100_000),
  pictures: () => feed(openPictures, 10_000),
  forms: () => feed(openForms, 100_000),
};
const name = positionals.join() || 'all';
const command = name === 'all' ? runAll : COMMANDS[name];
const startedAt = Date.now();
if (values.help) process.stdout.write(HELP);
else if (!command) throw new Error(`There is no command "${positionals.join(' ')}"; see npm run torture -- --help`);
else print(`${await command()}\n${Math.round((Date.now() - startedAt) / 1000)} s`);

/** Each in a process of its own: one that fails does not end the others. */
async function runAll(): Promise<string> {
  const names = Object.keys(COMMANDS);
  const minutes = Number(values.minutes ?? ALL_MINUTES) / names.length;
  const failed: string[] = [];
  for (const one of names) {
    print(`\n${one}, ${minutes.toFixed(1)} minutes`);
    const args = [import.meta.filename, one, '--seed', values.seed, '--minutes', String(minutes)];
    const child = spawn(process.execPath, args, { stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    if (code !== 0) failed.push(one);
  }
  if (failed.length > 0)
    throw new Error(`Failed: ${failed.join(', ')}. Repeat one with npm run torture -- COMMAND --seed ${values.seed}`);
  return `\nSeed ${values.seed}: nothing was broken by ${names.join(', ')}`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Runs the work on a PostgreSQL of its own, or on SQLite. */
async function onEngine<T>(engine: string, work: (postgres: PostgresServer | undefined) => Promise<T>): Promise<T> {
  const postgres = engine === 'postgres' ? await startPostgres(DURABLE) : undefined;
  return work(postgres).finally(() => postgres?.stop());
}

function browseServer(): Promise<string> {
  const { seed, count = BROWSED, minutes = Infinity, data } = values;
  return browse({ seed: Number(seed), count: Number(count), minutes: Number(minutes), data, onMemory: print });
}

function crashRounds(): Promise<string> {
  const isKilled = values['kill-database'];
  const engine = isKilled ? 'postgres' : values.engine;
  return onEngine(engine, async (postgres) => {
    const { killed, finished } = await crash({
      seed: Number(values.seed),
      rounds: Number(values.rounds),
      minutes: Number(values.minutes ?? Infinity),
      databaseUrl: postgres?.url,
      only: values.only,
      killedDatabase: isKilled ? postgres : undefined,
      onRound: print,
    });
    return (
      `Seed ${values.seed}, ${engine}: ${killed} kills, ${finished} commands that ended first. ` +
      'Nothing was damaged, and nothing acknowledged was lost'
    );
  });
}

function soakServer(): Promise<string> {
  const [seed, minutes] = [Number(values.seed), Number(values.minutes ?? SOAK_MINUTES)];
  return onEngine(values.engine, async (postgres) => {
    const settings = postgres && { LUDEX_DATABASE_URL: withPatience(postgres.url) };
    const result = await soak({ seed, minutes, ...(settings && { settings }), onProgress: print });
    assertFlatSoak(result, minutes);
    return `Seed ${seed}, ${values.engine}: ${writeSoakReport(result, minutes)}`;
  });
}

async function overloadServer(): Promise<string> {
  const minutes = Number(values.minutes ?? Infinity);
  const result = await overload({
    seed: Number(values.seed),
    seconds: Number(values.seconds ?? secondsWithin(minutes)),
    minutes,
    connections: Number(values.connections),
    slowClients: { idle: 5000, slowHeaders: 500, slowReaders: 500 },
    data: values.data,
    only: values.only?.split(','),
    onLine: print,
  });
  const broken = findBrokenPromise(result);
  if (broken !== undefined) throw new Error(broken);
  const { attacks, crowd, leftOut } = result;
  const measured = [...attacks.map((attack) => attack.name), ...(crowd ? ['crowd'] : [])];
  if (measured.length === 0) throw new Error('Nothing was measured: allow more --minutes.');
  const missing = leftOut.length > 0 ? `. No time was left for ${leftOut.join(', ')}` : '';
  return `Seed ${values.seed}: all promises were kept during ${measured.join(', ')}${missing}`;
}

/** Two measurements for each attack, a few seconds to prepare each, and those before the first one and of the crowd. */
function secondsWithin(minutes: number): number {
  const [prepareSeconds, most] = [60, 20];
  const measurements = 2 * (ATTACKS.length + 1) + 6;
  return Math.min(most, Math.max(1, Math.floor((60 * minutes - prepareSeconds) / measurements)));
}

async function feed<T extends Input>(open: () => Promise<Subject<T>>, wholeRun: number): Promise<string> {
  const options: InputOptions = {
    seed: Number(values.seed),
    from: Number(values.from),
    count: Number(values.count ?? wholeRun),
    minutes: Number(values.minutes ?? Infinity),
    onProgress: print,
  };
  const { accepted, refused, memory } = await feedInputs(await open(), options);
  return `Seed ${values.seed}: ${accepted} accepted, ${refused} refused, without a fault. ${describeMemory(memory)}`;
}
