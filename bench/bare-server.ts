import { createServer } from 'node:http';

/** A response to repeat. */
export interface Sample {
  status: number;
  /** Names and values in turn. */
  headers: string[];
  etag: string | undefined;
  /** In base64. */
  body: string;
}

/** The ceiling: a handler of `node:http` that sends the same bytes and headers every time, and does nothing else. */
process.once('disconnect', () => process.exit());
process.once('message', ({ status, headers, body }: Sample) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_request, response) => {
    response.writeHead(status, headers);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
});
