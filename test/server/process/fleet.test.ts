import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CATALOG } from '../../support/samples/catalog.ts';
import { ask, type FleetResponse, type Node, openFleet, whileAsking } from '../../support/servers/fleet.ts';
import { startPostgres, withPatience } from '../../support/servers/postgres.ts';
import { until } from '../../support/until.ts';

/** Three nodes, each its own process, on one PostgreSQL. */
const database = await startPostgres();
after(() => database.kill());
const fleet = openFleet(withPatience(database.url));
const GAMES = 120;

/** The same games, each changed by every wave. */
function wave(number: number) {
  const games = Array.from({ length: GAMES }, (_, i) => ({
    key: `test:${String(i).padStart(3, '0')}`,
    title: `Wave ${number} of game ${i}`,
    platforms: [{ platform: 'platform:nes' }],
  }));
  return { platforms: CATALOG.platforms, games };
}

await fleet.import(wave(1));
const nodes: Node[] = await Promise.all([fleet.startNode(), fleet.startNode(), fleet.startNode()]);
const [free, narrow, wide] = await Promise.all([fleet.newKey('none'), fleet.newKey(200), fleet.newKey(1_000_000)]);

test('of 600 concurrent requests to three nodes exactly 200, the limit, pass', async () => {
  const answers: FleetResponse[] = [];
  let left = 600;
  const client = async (number: number) => {
    while (left-- > 0) answers.push(await ask(nodes[number % 3] as Node, '/v1/games/1?format=id', narrow.key));
  };
  await Promise.all(Array.from({ length: 48 }, (_, number) => client(number)));
  const admitted = answers.filter(({ status }) => status === 200);
  assert.equal(answers.filter(({ status }) => status === 429).length, 400);
  assert.equal(admitted.length, 200);
  // Each response has a different remaining count.
  const remaining = admitted.map(({ headers }) => Number(headers.get('ratelimit-remaining'))).sort((a, b) => a - b);
  assert.deepEqual(remaining, [...Array(200).keys()]);
  assert.equal(await fleet.countedOf(narrow.keyId), 200);
});

test('imports while three nodes serve fail no request, and every response comes from one revision', async () => {
  const paths = ['/v1/games?limit=100', '/v1/games?platform=22&limit=100&offset=20', '/v1/games?title=wave&limit=50'];
  const seen = new Map<string, string>();
  const waves = nodes.map(() => 0);
  const request = async (number: number) => {
    const path = paths[Math.floor(Math.random() * paths.length)] as string;
    const at = number % 3;
    const { status, headers, text } = await ask(nodes[at] as Node, path, free.key);
    assert.equal(status, 200, text);
    const titles = (JSON.parse(text).games as { title: string }[]).map(({ title }) => title);
    const numbers = new Set(titles.map((title) => Number(/^Wave (\d+) /.exec(title)?.[1])));
    assert.equal(numbers.size, 1, `${path} mixes the waves ${[...numbers]}`);
    assert.equal(headers.get('total-count'), String(GAMES));
    // The same ETag means the same body on every node.
    const tag = `${path} ${headers.get('etag')}`;
    assert.equal(seen.get(tag) ?? text, text);
    seen.set(tag, text);
    waves[at] = Math.max(waves[at] as number, ...numbers);
  };
  const imports = async () => {
    for (const number of [2, 3]) await fleet.import(wave(number));
    await until(() => waves.every((number) => number === 3));
  };
  await whileAsking(6, request, imports);
  assert.ok(seen.size >= 2 * paths.length, `only ${seen.size} different answers`);
});

test('killing a node loses no count and does not affect the others', async () => {
  const [first, second, third] = nodes as [Node, Node, Node];
  const countedBefore = await fleet.countedOf(wide.keyId);
  let admitted = 0;
  let lost = 0;
  const request = async (number: number) => {
    const node = nodes[number % 3] as Node;
    const answer = await ask(node, '/v1/games/1?format=id', wide.key).catch((error) => {
      if (node !== third) throw error;
      lost++;
    });
    if (!answer) return;
    assert.equal(answer.status, 200, answer.text);
    admitted++;
  };
  const middle = async () => {
    await until(() => admitted > 100);
    third.process.kill('SIGKILL');
    await third.ended;
    const before = admitted;
    await until(() => admitted > before + 100);
  };
  await whileAsking(9, request, middle);
  assert.ok(lost > 0);
  const counted = (await fleet.countedOf(wide.keyId)) - countedBefore;
  // What the killed node counted but did not answer: at most one request per client, of three.
  const most = admitted + 3;
  assert.ok(counted >= admitted && counted <= most, `${counted} counted, ${admitted} admitted, at most ${most}`);
  for (const node of [first, second]) assert.equal((await ask(node, '/readyz', free.key)).status, 200);
});
