import { crc32 } from 'node:zlib';

/** 1 January 1980, the earliest date: the archive of the same file is always the same. */
const DATE = 0x21;
const VERSION = 20;
const UTF8_NAME = 0x800;

/** A ZIP archive with one file, which is stored as it is: the response is compressed. */
export function zipOf(name: string, bytes: Buffer): Buffer {
  const file = Buffer.from(name);
  // The part that the header of the file and its entry in the list have in common.
  const common = Buffer.alloc(26);
  common.writeUInt16LE(VERSION, 0);
  common.writeUInt16LE(UTF8_NAME, 2);
  common.writeUInt16LE(DATE, 8);
  common.writeUInt32LE(crc32(bytes), 10);
  common.writeUInt32LE(bytes.length, 14);
  common.writeUInt32LE(bytes.length, 18);
  common.writeUInt16LE(file.length, 22);
  const head = Buffer.concat([Buffer.from('PK\x03\x04'), common, file]);
  const list = Buffer.concat([
    Buffer.from(`PK\x01\x02${String.fromCharCode(VERSION)}\0`),
    common,
    Buffer.alloc(14),
    file,
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(head.length + bytes.length, 16);
  return Buffer.concat([head, bytes, list, end]);
}
