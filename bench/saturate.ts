import { setTimeout as wait } from 'node:timers/promises';
import { type Load, type LoadReport, openConnection } from './client.ts';

/** The load process: sends requests as fast as the server answers. */
async function saturate({ port, connections, seconds, requests, status = 200 }: Load): Promise<LoadReport> {
  const clients = await Promise.all(Array.from({ length: connections }, () => openConnection(port)));
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1000;
  const bytes = requests.map((request) => Buffer.from(request, 'latin1'));
  let next = 0;
  let refused = 0;
  await Promise.all(
    clients.map(async (client) => {
      for (let now = startedAt; now < endAt; now = performance.now()) {
        const request = next++ % bytes.length;
        const reply = await client.send(bytes[request] as Buffer);
        if (reply.status === 503 && reply.retryAfter) {
          refused++;
          await wait(Math.min(Number(reply.retryAfter) * 1000, endAt - performance.now()));
        } else if (reply.status !== status)
          throw new Error(`status ${reply.status} for ${requests[request]?.split('\r', 1)}`);
        else latenciesMs.push(performance.now() - now);
      }
      client.close();
    }),
  );
  return { requests: latenciesMs.length, refused, seconds: (performance.now() - startedAt) / 1000, latenciesMs };
}

process.once('disconnect', () => process.exit());
process.on('message', async (load) => {
  process.send?.(await saturate(load as Load));
});
