import { crc32, deflateRawSync } from 'node:zlib';

interface ZipFile {
  text: string | Buffer;
  /** Store the text without compression. */
  stored?: boolean;
  /** Write a checksum of another text. */
  damaged?: boolean;
}

/** A zip archive: for each file a local header and the data, then the central directory. */
export function zipOf(files: Record<string, string | Buffer | ZipFile>): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, file] of Object.entries(files)) {
    const {
      text,
      stored = false,
      damaged = false,
    } = typeof file === 'string' || Buffer.isBuffer(file) ? { text: file } : file;
    const data = stored ? Buffer.from(text as string) : deflateRawSync(text);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(stored ? 0 : 8, 4);
    fields.writeUInt32LE(crc32(damaged ? `${text}!` : text), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(Buffer.byteLength(text), 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const attributes = Buffer.alloc(14);
    attributes.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('504b01021400', 'hex'), fields, attributes, Buffer.from(name));
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, Buffer.from(name), data]);
    parts.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, Buffer.from('504b0506', 'hex'), end]);
}
