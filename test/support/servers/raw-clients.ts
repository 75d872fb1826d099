import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after } from 'node:test';
import { until } from '../until.ts';

/** A connection on which a test sends requests as they are. */
export interface RawClient {
  socket: Socket;
  /** The statuses of the responses so far. */
  statuses(): string[];
  text(): string;
  /** Increases with every response that any of these clients gets, so that two can be compared; 0 before the first one. */
  answeredAt(): number;
}

let answers = 0;

/** Clients whose connections the server has accepted: it accepts one per turn of the event loop. */
export async function openRawClients(url: string, count: number): Promise<RawClient[]> {
  const clients = await Promise.all(Array.from({ length: count }, () => openRawClient(url)));
  // From a network each: one network has a pace.
  for (const [i, { socket }] of clients.entries())
    socket.write(ask('/healthz', `X-Forwarded-For: 2001:db8:${i.toString(16)}::1\r\n`));
  await until(() => clients.every((client) => client.text().includes('{"status":"ok"}')));
  for (const client of clients) client.forget();
  return clients;
}

async function openRawClient(url: string): Promise<RawClient & { forget(): void }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let text = '';
  let answeredAt = 0;
  socket.on('data', (chunk) => {
    text += chunk;
    answeredAt = ++answers;
  });
  await once(socket, 'connect');
  after(() => socket.destroy());
  return {
    socket,
    statuses: () => text.match(/HTTP\/1\.1 \d+/g)?.map((line) => line.slice(-3)) ?? [],
    text: () => text,
    answeredAt: () => answeredAt,
    forget: () => {
      text = '';
      answeredAt = 0;
    },
  };
}

export function ask(path: string, headers = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`;
}

/** Waits for one response each, and returns their statuses. */
export async function readStatuses(clients: readonly RawClient[]): Promise<string[]> {
  await until(() => clients.every((client) => client.statuses().length > 0));
  return clients.map((client) => client.statuses()[0] as string);
}

/** Asserts that these were answered before the last one of those. */
export function assertFirst(these: readonly RawClient[], those: readonly RawClient[]): void {
  const last = Math.max(...those.map((client) => client.answeredAt()));
  for (const client of these) assert.ok(client.answeredAt() < last, 'it did not wait for all others');
}
