import { parseArgs } from 'node:util';
import { startPostgres } from '../test/support/postgres.ts';
import { crash } from './crash/crash.ts';

const HELP = `Tries to break the program for as long as you like.

Usage: npm run torture -- crash [flags]

  --seed N         Seed of the random choices; default 1
  --rounds N       Number of commands that are started; default 100
  --engine NAME    sqlite (default) or postgres
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '100' },
    engine: { type: 'string', default: 'sqlite' },
    help: { type: 'boolean', short: 'h' },
  },
});

if (values.help || positionals.join() !== 'crash') process.stdout.write(HELP);
else await crashRounds();

async function crashRounds(): Promise<void> {
  const postgres = values.engine === 'postgres' ? await startPostgres() : undefined;
  const startedAt = Date.now();
  try {
    const { killed, finished } = await crash({
      seed: Number(values.seed),
      rounds: Number(values.rounds),
      databaseUrl: postgres?.url,
      onRound: (line) => void process.stdout.write(`${line}\n`),
    });
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    process.stdout.write(
      `Seed ${values.seed}, ${values.engine}: ${killed} kills, ${finished} commands that ended first, ${seconds} s. ` +
        'Nothing was damaged, and nothing acknowledged was lost\n',
    );
  } finally {
    await postgres?.stop();
  }
}
