import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A minimal client with one keep-alive connection, so that the measurement is about the server. */
export interface Connection {
  /** Sends a request and resolves with the complete response. One at a time. */
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  /** The same for a request as it is sent. */
  send(request: string): Promise<Reply>;
  close(): void;
}

interface Reply {
  status: number;
  /** Bytes of the body. */
  bytes: number;
  /** Of a refusal with 503. */
  retryAfter: string | undefined;
}

const END_OF_HEAD = Buffer.from('\r\n\r\n');

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const send = (request: string) => {
    socket.write(request);
    return readReply(socket);
  };
  return {
    send,
    get: (path, headers = {}) => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      return send(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${lines.join('')}\r\n`);
    },
    close: () => socket.destroy(),
  };
}

function readReply(socket: Socket): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  let head: Buffer | undefined = Buffer.alloc(0);
  let status = 0;
  let length = 0;
  let retryAfter: string | undefined;
  let received = 0;
  const end = () => {
    socket.off('data', onData).off('error', onClose).off('close', onClose);
  };
  const onClose = () => {
    end();
    reject(new Error('the server closed the connection'));
  };
  const onData = (chunk: Buffer) => {
    received += chunk.length;
    if (head) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const headEnd = head.indexOf(END_OF_HEAD);
      if (headEnd < 0) return;
      ({ status, length, retryAfter } = parseHead(head.toString('latin1', 0, headEnd)));
      received = head.length - headEnd - END_OF_HEAD.length;
      head = undefined;
    }
    if (received < length) return;
    end();
    resolve({ status, bytes: length, retryAfter });
  };
  socket.on('data', onData).on('error', onClose).on('close', onClose);
  return promise;
}

/** Every response has a Content-Length. */
function parseHead(head: string): Pick<Reply, 'status' | 'retryAfter'> & { length: number } {
  const length = /^content-length: *(\d+)/im.exec(head)?.[1];
  const status = Number(head.slice(9, 12));
  const retryAfter = status === 503 ? /^retry-after: *(\S+)/im.exec(head)?.[1] : undefined;
  return { status, length: Number(length ?? 0), retryAfter };
}
