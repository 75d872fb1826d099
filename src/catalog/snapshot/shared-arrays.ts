export type NumberArray = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float64Array;

export interface ArrayType<A extends NumberArray> {
  new (buffer: SharedArrayBuffer): A;
  BYTES_PER_ELEMENT: number;
}

/** An array in shared memory, readable by all threads: of this length, or with these numbers. */
export function shared<A extends NumberArray>(type: ArrayType<A>, content: number | ArrayLike<number>): A {
  const length = typeof content === 'number' ? content : content.length;
  const array = new type(new SharedArrayBuffer(length * type.BYTES_PER_ELEMENT));
  if (typeof content !== 'number') array.set(content);
  return array;
}

/** The same with the type of another array. */
export function sharedLike<A extends NumberArray>(like: A, content: number | ArrayLike<number>): A {
  return shared(like.constructor as unknown as ArrayType<A>, content);
}

/** Packed texts: text i has the bytes from offsets[i] to offsets[i + 1]. */
export interface Texts {
  bytes: Uint8Array;
  offsets: Uint32Array;
}

export function packTexts(texts: readonly string[], terminator = ''): Texts {
  const offsets = shared(Uint32Array, texts.length + 1);
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

export function textAt(texts: Texts, index: number): string {
  return textBytes(texts, index).toString();
}

/** The texts from one index to another, by default all. */
export function listTexts(texts: Texts, from = 0, to = countTexts(texts)): string[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => textAt(texts, from + i));
}

export function countTexts(texts: Texts): number {
  return texts.offsets.length - 1;
}
