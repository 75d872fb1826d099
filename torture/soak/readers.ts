import assert from 'node:assert/strict';
import type { Random } from '../../test/support/random.ts';
import {
  descriptionOf,
  EDITED,
  GROUPS,
  gamesIn,
  groupName,
  listGroup,
  type Model,
  type ModelGame,
  sortGames,
  titleOf,
} from './model.ts';
import type { SoakServer } from './server.ts';

/** One request and the comparison of its answer with the model. Throws if they differ. */
type Check = (reader: Reader) => Promise<void>;

export interface Reader {
  server: SoakServer;
  model: Model;
  random: Random;
}

/** In the frequency of ordinary use. */
const CHECKS: { share: number; check: Check }[] = [
  { share: 6, check: readGame },
  { share: 6, check: readGroup },
  { share: 4, check: searchGame },
  { share: 2, check: readEdited },
  { share: 2, check: askInVain },
  { share: 3, check: openGamePage },
  { share: 2, check: openList },
  { share: 2, check: openSuggestions },
  { share: 2, check: openOther },
];

export async function readOnce(reader: Reader): Promise<void> {
  await reader.random.pickShare(CHECKS).check(reader);
}

async function readGame({ server, model, random }: Reader): Promise<void> {
  const game = EDITED + random.below(gamesIn(1) - EDITED);
  const { body, versions } = await ask<ModelGame>(server, model, `/v1/games/${server.ids[game]}`);
  assert.equal(body.title, titleOf(game));
  assertOneOf(
    body.description,
    versions.map((version) => descriptionOf(game, version)),
  );
}

/** All games of an answer are of the same version. */
async function readGroup({ server, model, random }: Reader): Promise<void> {
  const group = random.below(GROUPS);
  const path = `/v1/games?limit=100&title=${encodeURIComponent(groupName(group))}`;
  const { body, versions } = await ask<{ games: ModelGame[] }>(server, model, path);
  const found = sortGames(body.games.map(({ title, description }) => ({ title, description })));
  assertOneOf(
    found,
    versions.map((version) => listGroup(group, version)),
  );
}

async function searchGame({ server, model, random }: Reader): Promise<void> {
  const game = EDITED + random.below(gamesIn(1) - EDITED);
  const path = `/v1/games/search?q=${encodeURIComponent(titleOf(game))}&limit=5`;
  const { body } = await ask<{ games: ModelGame[] }>(server, model, path);
  assert.equal(body.games[0]?.title, titleOf(game));
}

async function readEdited({ server, model, random }: Reader): Promise<void> {
  const game = random.below(EDITED);
  const fromMs = performance.now();
  const { body } = await ask<ModelGame>(server, model, `/v1/games/${server.ids[game]}`);
  assertOneOf(body.title, model.titles[game]?.between(fromMs, performance.now()) ?? []);
}

async function askInVain({ server, model, random }: Reader): Promise<void> {
  if (random.below(2) === 0) await ask(server, model, '/v1/games/99999999', 404);
  else await ask({ ...server, key: '' }, model, '/v1/games', 401);
}

async function openGamePage({ server, random }: Reader): Promise<void> {
  const game = EDITED + random.below(gamesIn(1) - EDITED);
  const page = await open(server, `/games/${server.ids[game]}`, random);
  const heading = /<h1[^>]*>(?:<bdi>)?([^<]*)/.exec(page)?.[1];
  assert.equal(heading, titleOf(game));
}

async function openList({ server, random, model }: Reader): Promise<void> {
  const group = random.below(GROUPS);
  const fromMs = performance.now();
  const page = await open(server, `/games?title=${encodeURIComponent(groupName(group))}&sort=id`, random);
  const count = Number(/<strong>(\d+) games<\/strong>/.exec(page)?.[1]);
  const versions = model.version.between(fromMs, performance.now());
  assertOneOf(
    count,
    versions.map((version) => listGroup(group, version).length),
  );
}

async function openSuggestions({ server, random }: Reader): Promise<void> {
  const game = EDITED + random.below(gamesIn(1) - EDITED);
  const text = await open(server, `/suggest?title=${encodeURIComponent(titleOf(game))}`, random);
  const [, names] = JSON.parse(text) as [string, string[]];
  assert.equal(names[0], titleOf(game));
}

async function openOther({ server, random }: Reader): Promise<void> {
  const cover = `/covers/${server.ids[random.below(gamesIn(1))]}-360.png`;
  await open(server, random.pick([cover, cover, '/', '/docs', '/docs/api', '/platforms']), random);
}

const VISITORS = 50;

/** Each visitor has an address, so that the pace of one does not matter. */
async function open({ url }: SoakServer, path: string, random: Random): Promise<string> {
  const headers = { 'x-forwarded-for': `192.0.2.${1 + random.below(VISITORS)}` };
  const answer = await fetch(url + path, { headers });
  const text = await answer.text();
  assert.equal(answer.status, 200, `${path}: ${answer.status}`);
  return text;
}

async function ask<T>({ url, key }: SoakServer, model: Model, path: string, status = 200) {
  const fromMs = performance.now();
  const answer = await fetch(url + path, { headers: { 'x-api-key': key } });
  const body = (await answer.json()) as T;
  assert.equal(answer.status, status, `${path}: ${JSON.stringify(body)}`);
  return { body, versions: model.version.between(fromMs, performance.now()) };
}

function assertOneOf<T>(found: T, possible: readonly T[]): void {
  const texts = possible.map((value) => JSON.stringify(value));
  assert.ok(texts.includes(JSON.stringify(found)), `${JSON.stringify(found)} is none of ${texts.join(' or ')}`);
}
