import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, openConnection } from '../../bench/client.ts';
import { openSlowClients, type SlowTraffic } from './slow-clients.ts';
import { type HammerResult, type StartedOptions, WORD } from './start-hammer.ts';

/** A process that gets its options, and sends requests until it gets another message. */
const [options] = (await once(process, 'message')) as [StartedOptions];
const { port, requests, connections, perSecond, slowClients, core } = options;
const TICK_MS = 5;
const REOPEN_MS = 100;
const LAST_ANSWERS_MS = 5000;
const LETTERS = 'tnrslmdkpb';
const result: HammerResult = { sent: 0, unsent: 0, statuses: {}, withoutRetryAfter: 0, servedMs: [] };
let isStopped = false;
let next = options.firstNumber;
process.once('message', () => {
  isStopped = true;
});

// In the world these clients have machines of their own: here they must not take the CPU from the server.
if (core === undefined) setPriority(constants.priority.PRIORITY_LOW);
if (slowClients) await stayOpen(slowClients);
else await (perSecond === undefined ? hammer() : keepRate(perSecond));
process.send?.(result);

async function stayOpen(counts: SlowTraffic): Promise<void> {
  const stop = await openSlowClients(port, counts);
  process.send?.('ready');
  while (!isStopped) await pause(TICK_MS);
  result.statuses = { closed: stop() };
}

/** Every connection sends its next request as soon as it has an answer. */
async function hammer(): Promise<void> {
  process.send?.('ready');
  await Promise.all(
    Array.from({ length: connections }, async () => {
      let connection = await reopen();
      while (!isStopped) if (!(await ask(connection))) connection = await reopen();
    }),
  );
}

/** Sends at a fixed rate, whatever the answers are, as long as a connection is free. In the end it waits for the answers. */
async function keepRate(rate: number): Promise<void> {
  const free = await Promise.all(Array.from({ length: connections }, reopen));
  // The system connects before the server accepts. An answer says that it has, as for clients that keep their connections.
  await Promise.all(free.map((connection) => connection.get('/healthz')));
  process.send?.('ready');
  const startedAt = performance.now();
  for (let due = 0; !isStopped; await pause(TICK_MS)) {
    const wanted = ((performance.now() - startedAt) * rate) / 1000;
    for (; due < wanted; due++) {
      const connection = free.pop();
      const dueAt = startedAt + (due * 1000) / rate;
      if (connection)
        void ask(connection, dueAt).then(async (isOpen) => free.push(isOpen ? connection : await reopen()));
      else result.unsent++;
    }
  }
  const endAt = performance.now() + LAST_ANSWERS_MS;
  while (free.length < connections && performance.now() < endAt) await pause(TICK_MS);
}

/** Returns whether the connection is still open. */
async function ask(connection: Connection, dueAt = performance.now()): Promise<boolean> {
  result.sent++;
  const reply = await connection.send(nextRequest()).catch(() => undefined);
  const status = reply?.status ?? 'closed';
  result.statuses[status] = (result.statuses[status] ?? 0) + 1;
  if (status === 503 && reply?.retryAfter === undefined) result.withoutRetryAfter++;
  if (status === 200) result.servedMs.push(performance.now() - dueAt);
  return status !== 'closed';
}

function nextRequest(): string {
  const number = String(next);
  const request = requests[next++ % requests.length] as string;
  return request.replace(WORD, () => number.replace(/\d/g, (digit) => LETTERS[Number(digit)] as string));
}

async function reopen(): Promise<Connection> {
  for (;;) {
    const connection = await openConnection(port).catch(() => undefined);
    if (connection) return connection;
    await pause(REOPEN_MS);
  }
}
