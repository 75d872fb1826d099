import { connect, createServer, type Socket } from 'node:net';

export interface SlowProxy {
  port: number;
  /** Where new connections lead to. */
  serverPort: number;
  /** The delay of the server's packets. */
  delayMs: number;
  /** The number of packets from the program. */
  packets: number;
  close(): void;
}

/** A TCP proxy that delays the packets of the server. */
export async function startSlowProxy(serverPort: number): Promise<SlowProxy> {
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(slow.serverPort, '127.0.0.1');
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
    client.on('data', () => slow.packets++);
    client.pipe(server);
    // Keeps their order, even if the delay shrinks.
    let last = Promise.resolve();
    server.on('data', (chunk) => {
      const { promise: passed, resolve } = Promise.withResolvers<void>();
      setTimeout(resolve, slow.delayMs);
      last = Promise.all([last, passed]).then(() => void client.write(chunk));
    });
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  proxy.listen(0, '127.0.0.1', resolve);
  await listening;
  const slow: SlowProxy = {
    port: (proxy.address() as { port: number }).port,
    serverPort,
    delayMs: 0,
    packets: 0,
    close: () => {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return slow;
}
