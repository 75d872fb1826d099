import { readConfig } from '../../src/config.ts';
import { addPerson, PASSWORD } from '../../test/support/accounts.ts';
import { temporaryFolder } from '../../test/support/bundle.ts';
import { runHere } from '../../test/support/command.ts';
import { findUrl, startChild } from '../child.ts';

export { PASSWORD };

/** A server, and what clients know of it. */
export interface Target {
  url: string;
  port: number;
  pid: number;
  /** A key without limits. */
  key: string;
  /** An account with a password. */
  email: string;
  games: number[];
  /** Paths of thumbnails. */
  pictures: string[];
  end(): Promise<void>;
}

/** Starts the real program with two new accounts. */
export async function startTarget(data: string | undefined, settings: Record<string, string>): Promise<Target> {
  const env = { LUDEX_DATA: data ?? temporaryFolder('overload'), LUDEX_LOG_LEVEL: 'silent', ...settings };
  const server = startChild(['serve', '--port', '0'], env);
  const url = await findUrl(server);
  const suffix = `${Date.now()}@example.org`;
  const email = `person${suffix}`;
  await addPerson({ config: readConfig({}, env) }, email);
  const added = await runHere(['account', 'add', `client${suffix}`, '--plan', 'unlimited'], env);
  const key = added.stdout.trim();
  const { games, pictures } = await readCatalog(url, key);
  const end = async () => {
    server.process.kill('SIGTERM');
    await server.ended;
  };
  return { url, port: Number(new URL(url).port), pid: server.process.pid as number, key, email, games, pictures, end };
}

const PAGES = 20;
const PAGE_SIZE = 100;

async function readCatalog(url: string, key: string): Promise<Pick<Target, 'games' | 'pictures'>> {
  const found = [];
  for (let page = 0; page < PAGES; page++) {
    const path = `/v1/games?limit=${PAGE_SIZE}&offset=${page * PAGE_SIZE}`;
    const answer = await fetch(url + path, { headers: { 'x-api-key': key } });
    const { games } = (await answer.json()) as { games: Game[] };
    found.push(...games);
    if (games.length < PAGE_SIZE) break;
  }
  const thumbnails = found.flatMap(({ sample_cover }) => sample_cover?.thumbnail_image ?? []);
  const pictures = thumbnails.filter((one) => one.includes('/media/')).map((one) => new URL(one).pathname);
  return { games: found.map(({ game_id }) => game_id), pictures };
}

interface Game {
  game_id: number;
  sample_cover: { thumbnail_image: string } | null;
}
