import { type Config, readConfig } from '../../src/config.ts';
import { openStore } from '../../src/store/open.ts';
import { temporaryFolder } from './bundle.ts';
import { newDatabase } from './postgres.ts';

export const ENGINES = ['sqlite', 'postgres'] as const;
export type Engine = (typeof ENGINES)[number];

/** The engine that suites run on which are written for any: a file that runs them again sets another. */
export const chosen: { engine: Engine } = { engine: 'sqlite' };

/** Settings for a new and empty store of its own. */
export async function newPlace(engine: Engine = chosen.engine, settings: Record<string, string> = {}): Promise<Config> {
  const flags = { port: '0', data: temporaryFolder('data'), 'log-level': 'silent', ...settings };
  if (engine === 'sqlite') return readConfig(flags, {});
  return readConfig(flags, { LUDEX_DATABASE_URL: await newDatabase(await madeDatabase()) });
}

let made: Promise<string> | undefined;

/** A database with all its tables, to be copied: that is quicker than to make them. */
function madeDatabase(): Promise<string> {
  made ??= (async () => {
    const url = await newDatabase();
    const store = await openStore(readConfig({ data: temporaryFolder('data') }, { LUDEX_DATABASE_URL: url }));
    await store.close();
    return url;
  })();
  return made;
}
