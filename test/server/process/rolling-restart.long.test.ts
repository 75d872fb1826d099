import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CATALOG } from '../../support/samples/catalog.ts';
import { ask, type FleetResponse, type Node, openFleet, whileAsking } from '../../support/servers/fleet.ts';
import { startPostgres, withPatience } from '../../support/servers/postgres.ts';
import { until } from '../../support/until.ts';

const database = await startPostgres();
after(() => database.kill());
const fleet = openFleet(withPatience(database.url));
await fleet.import(CATALOG);

test('a rolling restart fails no request of a client that retries on the next node', async () => {
  const nodes: Node[] = await Promise.all([fleet.startNode(), fleet.startNode()]);
  const { key, keyId } = await fleet.newKey(1_000_000);
  let answered = 0;
  let retried = 0;
  /** Like a proxy: retries a failed connection on another node, but never a response. */
  const askAny = async (from: number): Promise<FleetResponse> => {
    for (let tried = 0; ; tried++) {
      try {
        return await ask(nodes[(from + tried) % 2] as Node, '/v1/games/1', key);
      } catch (error) {
        if (tried === 1) throw error;
        retried++;
      }
    }
  };
  const request = async (number: number) => {
    const { status, text } = await askAny(number + answered);
    assert.equal(status, 200, text);
    answered++;
  };
  const restarts = async () => {
    for (const [at, node] of nodes.entries()) {
      const before = answered;
      await until(() => answered > before + 30);
      node.process.kill('SIGTERM');
      const { code, stderr } = await node.ended;
      assert.deepEqual([code, stderr], [0, '']);
      nodes[at] = await fleet.startNode({}, node.port);
    }
  };
  await whileAsking(6, request, restarts);
  assert.ok(retried > 0);
  const counted = await fleet.countedOf(keyId);
  assert.ok(counted >= answered && counted <= answered + retried, `${counted} counted, ${answered} answered`);
});
