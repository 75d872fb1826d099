const SECTOR = 2048;

/** A disc image with one file in its root folder: of sectors as they are, or raw with 24 bytes before the contents. */
export function discImage(name: string, text: string, isRaw = false): Buffer {
  const sectors = Array.from({ length: 20 }, () => Buffer.alloc(SECTOR));
  const [descriptor, folder, file] = [sectors[16], sectors[18], sectors[19]] as [Buffer, Buffer, Buffer];
  descriptor.write('\x01CD001\x01', 0, 'latin1');
  entry('\0', 18, SECTOR).copy(descriptor, 156);
  const entries = [entry('\0', 18, SECTOR), entry('\x01', 18, SECTOR), entry(name, 19, text.length)];
  Buffer.concat(entries).copy(folder);
  file.write(text, 'latin1');
  const raw = (sector: Buffer) =>
    Buffer.concat([Buffer.from('00ffffffffffffffffffff00', 'hex'), Buffer.alloc(12), sector, Buffer.alloc(280)]);
  return Buffer.concat(isRaw ? sectors.map(raw) : sectors);
}

function entry(name: string, first: number, length: number): Buffer {
  const bytes = Buffer.alloc(33 + name.length + ((name.length + 1) % 2));
  bytes[0] = bytes.length;
  bytes.writeUInt32LE(first, 2);
  bytes.writeUInt32LE(length, 10);
  bytes[32] = name.length;
  bytes.write(name, 33, 'latin1');
  return bytes;
}
