import { existsSync, readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type Connection, openConnection } from '../../bench/connection.ts';
import { openSlowClients, type SlowTraffic } from './slow-clients.ts';
import type { HammerOptions, HammerResult } from './start-hammer.ts';

/** A thread that sends requests until it gets a message. */
const { port, requests, connections, perSecond, slowClients } = workerData as HammerOptions;
const TICK_MS = 5;
const REOPEN_MS = 100;
const result: HammerResult = { sent: 0, unsent: 0, statuses: {}, servedMs: [] };
let isStopped = false;
let next = 0;
parentPort?.once('message', () => {
  isStopped = true;
});

lowerOwnPriority();
if (slowClients) await stayOpen(slowClients);
else await (perSecond === undefined ? hammer() : keepRate(perSecond));
parentPort?.postMessage(result);

/** In the world these clients have machines of their own: here they must not take the CPU from the server. Linux only. */
function lowerOwnPriority(): void {
  const link = '/proc/thread-self';
  if (existsSync(link)) setPriority(Number(basename(readlinkSync(link))), constants.priority.PRIORITY_LOW);
}

async function stayOpen(counts: SlowTraffic): Promise<void> {
  const stop = await openSlowClients(port, counts);
  parentPort?.postMessage('ready');
  while (!isStopped) await pause(TICK_MS);
  result.statuses = { closed: stop() };
}

/** Every connection sends its next request as soon as it has an answer. */
async function hammer(): Promise<void> {
  parentPort?.postMessage('ready');
  await Promise.all(
    Array.from({ length: connections }, async () => {
      let connection = await reopen();
      while (!isStopped) if (!(await ask(connection))) connection = await reopen();
    }),
  );
}

/** Sends at a fixed rate, whatever the answers are, as long as a connection is free. */
async function keepRate(rate: number): Promise<void> {
  const free = await Promise.all(Array.from({ length: connections }, reopen));
  parentPort?.postMessage('ready');
  const startedAt = performance.now();
  for (let due = 0; !isStopped; await pause(TICK_MS)) {
    const wanted = ((performance.now() - startedAt) * rate) / 1000;
    for (; due < wanted; due++) {
      const connection = free.pop();
      if (connection) void ask(connection).then(async (isOpen) => free.push(isOpen ? connection : await reopen()));
      else result.unsent++;
    }
  }
}

/** Returns whether the connection is still open. */
async function ask(connection: Connection): Promise<boolean> {
  const startedAt = performance.now();
  result.sent++;
  const status = await connection.send(requests[next++ % requests.length] as string).then(
    (reply) => reply.status,
    () => 'closed' as const,
  );
  result.statuses[status] = (result.statuses[status] ?? 0) + 1;
  if (status === 200) result.servedMs.push(performance.now() - startedAt);
  return status !== 'closed';
}

async function reopen(): Promise<Connection> {
  for (;;) {
    const connection = await openConnection(port).catch(() => undefined);
    if (connection) return connection;
    await pause(REOPEN_MS);
  }
}
