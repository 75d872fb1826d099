import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, normalize } from 'node:path';

/** The baseline for pictures: a minimal static file server in Node. */
const [folder = '.', port = '0'] = process.argv.slice(2);

createServer(async (request, response) => {
  const path = join(folder, normalize(new URL(request.url ?? '/', 'http://x').pathname));
  try {
    const { size, mtime } = await stat(path);
    response.writeHead(200, {
      'content-type': 'image/webp',
      'content-length': size,
      'last-modified': mtime.toUTCString(),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    createReadStream(path).pipe(response);
  } catch {
    response.writeHead(404).end();
  }
}).listen(Number(port), '127.0.0.1', () => process.send?.('ready'));
process.once('disconnect', () => process.exit());
