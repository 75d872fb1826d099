import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { OperatorError } from '../../errors.ts';

export type Attributes = Readonly<Partial<Record<string, string>>>;

/** What a reader of one kind of document wants to hear of. */
export interface XmlReader {
  open(name: string, attributes: Attributes): void;
  close(name: string, text: string): void;
}

export interface XmlOptions {
  /** The names that the outermost element may have. */
  roots: readonly string[];
  /** Told the bytes of the file as they come. */
  onChunk: (chunk: Buffer) => void;
}

/** No element or text of a real list comes near it; without a limit, one could fill the memory. */
const MOST_BYTES_BETWEEN_ELEMENTS = 16 * 1024 * 1024;

/**
 * Reads an XML file (or its .gz) piece by piece. The parser knows the five entities of XML itself and no others, and the
 * DOCTYPE is skipped: nothing is ever fetched, and nothing grows. What is not well-formed is told with file and line.
 */
export async function readXml(path: string, reader: XmlReader, options: XmlOptions): Promise<void> {
  const parser = new SaxesParser({ position: true });
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  const fail = (what: string): never => {
    throw new OperatorError(`${path}:${parser.line}: ${what}; nothing was imported`);
  };
  listen(parser, reader, options.roots, fail, () => {
    bytes = 0;
  });
  for await (const chunk of readBytes(path, options.onChunk)) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES_BETWEEN_ELEMENTS) fail('16 MB without an element, which no list has');
    parser.write(decode(decoder, chunk, fail));
  }
  parser.write(decode(decoder, undefined, fail)).close();
}

function listen(
  parser: SaxesParser,
  reader: XmlReader,
  roots: readonly string[],
  fail: (what: string) => never,
  onElement: () => void,
): void {
  let text = '';
  let depth = 0;
  parser.on('error', (error) =>
    fail(`not well-formed XML: ${error.message.replace(/^(.*?\d+:\d+: )?/, '').replace(/\.$/, '')}`),
  );
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('cdata', (piece) => {
    text += piece;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (depth === 0 && !roots.includes(name)) fail(`it begins with <${name}>, where <${roots[0]}> was expected`);
    depth++;
    text = '';
    onElement();
    reader.open(name, attributes as Attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    reader.close(name, text);
    text = '';
  });
}

async function* readBytes(path: string, onChunk: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  const file = createReadStream(path, { highWaterMark: 1 << 16 });
  file.on('data', (chunk) => onChunk(chunk as Buffer));
  const source: Readable = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  file.on('error', (error) => source.destroy(error));
  try {
    yield* source;
  } catch (error) {
    if (error instanceof OperatorError || !(error as NodeJS.ErrnoException).code) throw error;
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}; nothing was imported`);
  }
}

function decode(decoder: TextDecoder, chunk: Buffer | undefined, fail: (what: string) => never): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    return fail('it is not UTF-8 from here on');
  }
}
