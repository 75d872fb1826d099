import { connect, createServer, type Socket } from 'node:net';

export interface SlowProxy {
  port: number;
  /** How much later everything arrives that the server says. */
  delayMs: number;
  /** How many packets the program has sent. */
  packets: number;
  close(): void;
}

/** Between a program and a server: hands on what both say, the server's words as late as it is told. */
export async function startSlowProxy(serverPort: number): Promise<SlowProxy> {
  const sockets = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = connect(serverPort, '127.0.0.1');
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
    // In their order, even where the delay becomes shorter.
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
    delayMs: 0,
    packets: 0,
    close: () => {
      proxy.close();
      for (const socket of sockets) socket.destroy();
    },
  };
  return slow;
}
