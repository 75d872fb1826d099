import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startPostgres, withPatience } from '../test/support/postgres.ts';
import { crash } from './crash/crash.ts';
import { fuzz } from './fuzz/fuzz.ts';
import { assertFlatFuzz, writeFuzzReport } from './fuzz/report.ts';
import { feedInputs } from './inputs/inputs.ts';
import { SUBJECTS } from './inputs/subjects.ts';
import { overload } from './overload/overload.ts';
import { plotMemory } from './soak/plot.ts';
import { assertFlatSoak, writeSoakReport } from './soak/report.ts';
import { soak } from './soak/soak.ts';

const HELP = `Tries to break the program for as long as you like.

Usage: npm run torture -- COMMAND [flags]

  crash            Starts commands and kills them
  fuzz             Sends generated requests and bytes to a server
  soak             Mixes requests, imports, edits and sign-ins, and compares every answer with a model
  overload         Measures a client with a key while others ask for too much
  bundles          Loads generated bundles
  importers        Converts damaged files of every source
  pictures         Decodes damaged picture files
  forms            Sends the forms of the site with hostile fields

  --seed N         Seed of the random choices; default 1
  --rounds N       crash: number of commands that are started; default 100
  --only NAME      crash: import, undo, account add, account remove, backup, restore,
                   restore --replace, upgrade or serve; default all
                   overload: attacks, separated by commas, such as "search,thumbnails,slow clients,crowd"; default all
  --engine NAME    crash, soak: sqlite (default) or postgres
  --kill-database  crash: kills PostgreSQL during the commands, instead of the commands
  --seconds N      overload: duration of each measurement; default 20
  --connections N  overload: connections of the client without a key; default 64
  --data FOLDER    overload: folder to serve, to which two accounts are added; default a new one, starter catalog
  --count N        Number of exchanges or inputs; default 200000 for fuzz, 100000 for others, 10000 for pictures
  --from N         Number of the first one; default 0
  --minutes N      Stops after so many minutes, whatever the count; default 10 for soak
  --leak N         fuzz, soak: plants a leak of N bytes for each request, which the run must find
  --plot FILE      soak: writes the memory over time as SVG; default soak.svg
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
    leak: { type: 'string' },
    plot: { type: 'string', default: 'soak.svg' },
    seconds: { type: 'string', default: '20' },
    connections: { type: 'string', default: '64' },
    data: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});

const SLOW_CLIENTS = 50;
const EXCHANGES = 200_000;
/** A killed PostgreSQL keeps what was committed. */
const DURABLE = { synchronous_commit: 'on' };
const SOAK_MINUTES = 10;
const leakBytes = values.leak === undefined ? undefined : Number(values.leak);

const COMMANDS: Record<string, () => Promise<string>> = {
  crash: crashRounds,
  fuzz: fuzzServer,
  soak: soakServer,
  overload: overloadServer,
  ...Object.fromEntries(Object.keys(SUBJECTS).map((name) => [name, () => feed(name)])),
};

// The servers that were started end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const command = COMMANDS[positionals.join()];
const startedAt = Date.now();
if (values.help || positionals.length === 0) process.stdout.write(HELP);
else if (!command) {
  process.stderr.write(`There is no command "${positionals.join(' ')}"; see npm run torture -- --help\n`);
  process.exitCode = 1;
} else process.stdout.write(`${await command()}\n${Math.round((Date.now() - startedAt) / 1000)} s\n`);

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function crashRounds(): Promise<string> {
  const isKilled = values['kill-database'];
  const postgres = values.engine === 'postgres' || isKilled ? await startPostgres(DURABLE) : undefined;
  try {
    const { killed, finished } = await crash({
      seed: Number(values.seed),
      rounds: Number(values.rounds),
      databaseUrl: postgres?.url,
      only: values.only,
      killedDatabase: isKilled ? postgres : undefined,
      onRound: print,
    });
    return (
      `Seed ${values.seed}, ${postgres ? 'postgres' : 'sqlite'}: ${killed} kills, ${finished} commands that ended first. ` +
      'Nothing was damaged, and nothing acknowledged was lost'
    );
  } finally {
    await postgres?.stop();
  }
}

async function fuzzServer(): Promise<string> {
  const [seed, count, from] = [Number(values.seed), Number(values.count ?? EXCHANGES), Number(values.from)];
  const minutes = Number(values.minutes ?? Infinity);
  const result = await fuzz({ seed, count, from, minutes, leakBytes, slowClients: SLOW_CLIENTS, onProgress: print });
  assertFlatFuzz(result);
  return `Seed ${seed}: ${writeFuzzReport(result)}`;
}

async function soakServer(): Promise<string> {
  const [seed, minutes] = [Number(values.seed), Number(values.minutes ?? SOAK_MINUTES)];
  const postgres = values.engine === 'postgres' ? await startPostgres(DURABLE) : undefined;
  const settings = postgres && { LUDEX_DATABASE_URL: withPatience(postgres.url) };
  try {
    const result = await soak({ seed, minutes, ...(settings && { settings }), leakBytes, onProgress: print });
    writeFileSync(values.plot, plotMemory(result.samples));
    assertFlatSoak(result, minutes);
    return `Seed ${seed}, ${values.engine}: ${writeSoakReport(result)}; ${values.plot}`;
  } finally {
    await postgres?.stop();
  }
}

async function overloadServer(): Promise<string> {
  await overload({
    seed: Number(values.seed),
    seconds: Number(values.seconds),
    connections: Number(values.connections),
    slowClients: { idle: 5000, slowHeaders: 500, slowReaders: 500 },
    data: values.data,
    only: values.only?.split(','),
    onLine: print,
  });
  return `Seed ${values.seed}: the key was always served`;
}

async function feed(name: string): Promise<string> {
  const { open, count } = SUBJECTS[name] as (typeof SUBJECTS)[string];
  const options = { seed: Number(values.seed), from: Number(values.from), count: Number(values.count ?? count) };
  const minutes = Number(values.minutes ?? Infinity);
  const { accepted, refused, memoryMb } = await feedInputs(await open(), { ...options, minutes, onProgress: print });
  const [settled, last, peak] = [memoryMb.settled, memoryMb.last, memoryMb.peak].map(Math.round);
  return (
    `Seed ${options.seed}: ${accepted} ${name} accepted, ${refused} refused, without a fault. ` +
    `Resident memory: ${settled} MB after a third, ${last} MB at the end, at most ${peak} MB`
  );
}
