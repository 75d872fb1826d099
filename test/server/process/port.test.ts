import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimPort } from '../../../src/server/listeners.ts';
import { serve } from '../../../src/server/serve.ts';
import { newPlace } from '../../support/servers/engines.ts';
import { freePort } from '../../support/servers/free-port.ts';

test('of two servers that start together on one port, the second is refused', {
  skip: process.platform !== 'linux',
}, async () => {
  const config = await newPlace('sqlite', { port: String(await freePort()), threads: '2' });
  const release = await claimPort(config);
  await assert.rejects(serve(config), /^OperatorError: Another program uses port \d+ of /);
  await release();
  const first = await serve(config);
  await assert.rejects(serve(config), /^OperatorError: Another program uses port \d+ of /);
  await first.close();
});
