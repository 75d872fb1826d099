/** An array in shared memory, readable by all threads: of this length, or with these numbers. */
export function sharedUint32(content: number | ArrayLike<number>): Uint32Array {
  if (typeof content === 'number') return new Uint32Array(new SharedArrayBuffer(content * 4));
  const array = sharedUint32(content.length);
  array.set(content);
  return array;
}

export function sharedUint8(content: number | ArrayLike<number>): Uint8Array {
  if (typeof content === 'number') return new Uint8Array(new SharedArrayBuffer(content));
  const array = sharedUint8(content.length);
  array.set(content);
  return array;
}

export function sharedUint16(content: number | ArrayLike<number>): Uint16Array {
  if (typeof content === 'number') return new Uint16Array(new SharedArrayBuffer(content * 2));
  const array = sharedUint16(content.length);
  array.set(content);
  return array;
}

export function sharedFloat64(content: number | ArrayLike<number>): Float64Array {
  if (typeof content === 'number') return new Float64Array(new SharedArrayBuffer(content * 8));
  const array = sharedFloat64(content.length);
  array.set(content);
  return array;
}

/** The numbers in shared memory, in an array of the same type as `like`. */
export function sharedLike<A extends Uint32Array | Float64Array>(like: A, numbers: ArrayLike<number>): A {
  return (like instanceof Uint32Array ? sharedUint32(numbers) : sharedFloat64(numbers)) as A;
}

/** Packed texts: text i has the bytes from offsets[i] to offsets[i + 1]. */
export interface Texts {
  bytes: Uint8Array;
  offsets: Uint32Array;
}

export function packTexts(texts: readonly string[], terminator = ''): Texts {
  const offsets = sharedUint32(texts.length + 1);
  let length = 0;
  for (let i = 0; i < texts.length; i++) {
    length += Buffer.byteLength(texts[i] as string) + terminator.length;
    offsets[i + 1] = length;
  }
  const bytes = Buffer.from(new SharedArrayBuffer(length));
  for (let i = 0; i < texts.length; i++) bytes.write((texts[i] as string) + terminator, offsets[i] as number);
  return { bytes: new Uint8Array(bytes.buffer), offsets };
}

export function textBytes(texts: Texts, index: number): Buffer {
  const start = texts.offsets[index] as number;
  return Buffer.from(texts.bytes.buffer, start, (texts.offsets[index + 1] as number) - start);
}

export function countTexts(texts: Texts): number {
  return texts.offsets.length - 1;
}
