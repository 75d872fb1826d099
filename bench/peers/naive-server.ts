import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import Fastify from 'fastify';

/**
 * What one would write first: Fastify and `node:sqlite` over the same games, as JSON in a table. No keys, limits, ETags,
 * compression or log. Usage: node naive-server.ts DATA
 */
const database = new DatabaseSync(join(process.argv[2] as string, 'catalog.db'), { readOnly: true });
const PUBLIC_URL = 'http://localhost:8080';
const DEFAULT_LIMIT = 100;

interface Query {
  limit?: string;
  offset?: string;
  format?: string;
  title?: string;
  platform?: string;
}

interface Brief {
  game_id: number;
  title: string;
  catalog_url: string;
}

/** A card begins with the version of its generated cover. */
const JSON_OF_CARD = "substr(card, instr(card, '{'))";

const one = database.prepare('SELECT card FROM cards WHERE game_id = ?');
const page = database.prepare('SELECT card FROM cards ORDER BY game_id LIMIT ? OFFSET ?');
const byTitle = database.prepare(
  `SELECT card FROM cards WHERE ${JSON_OF_CARD} ->> '$.title' LIKE ? ORDER BY game_id LIMIT ? OFFSET ?`,
);
const byPlatform = database.prepare(`
  SELECT card FROM cards
  WHERE EXISTS (SELECT 1 FROM json_each(${JSON_OF_CARD}, '$.platforms') WHERE value ->> '$.platform_id' = ?)
  ORDER BY game_id LIMIT ? OFFSET ?`);

const server = Fastify();
server.get<{ Params: { id: string }; Querystring: Query }>('/v1/games/:id', ({ params, query }, reply) => {
  const found = one.get(Number(params.id));
  if (!found) return reply.code(404).send({ error: 'Not Found' });
  return JSON.parse(inFormat(textOf(found), query.format));
});
server.get<{ Querystring: Query }>('/v1/games', ({ query }, reply) => {
  const games = readPage(query).map((row) => inFormat(textOf(row), query.format));
  return reply.type('application/json; charset=utf-8').send(`{"games":[${games.join()}]}`);
});

function readPage({ limit, offset, title, platform }: Query) {
  const [count, skipped] = [Number(limit ?? DEFAULT_LIMIT), Number(offset ?? 0)];
  if (title !== undefined) return byTitle.all(`%${title}%`, count, skipped);
  if (platform !== undefined) return byPlatform.all(Number(platform), count, skipped);
  return page.all(count, skipped);
}

function textOf(row: Record<string, unknown>): string {
  const card = String(row.card);
  return card.slice(card.indexOf('{')).replaceAll('\u0001', PUBLIC_URL);
}

function inFormat(card: string, format: string | undefined): string {
  if (format === undefined || format === 'normal') return card;
  const { game_id, title, catalog_url } = JSON.parse(card) as Brief;
  return format === 'id' ? String(game_id) : JSON.stringify({ game_id, title, catalog_url });
}

process.once('disconnect', () => process.exit());
await server.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ port: (server.server.address() as { port: number }).port });
