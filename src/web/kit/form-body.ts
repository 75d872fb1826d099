import type { IncomingMessage } from 'node:http';
import { createBodyReader } from '../../request-body.ts';
import { parseUrlEncoded } from './url-encoded.ts';

/** The longest field has 2,000 characters, each up to 12 bytes when percent-encoded. */
export const MAX_FORM_BYTES = 32 * 1024;

export type FormReader = (request: IncomingMessage) => Promise<URLSearchParams>;

export function createFormReader(): FormReader {
  const readBody = createBodyReader('form', MAX_FORM_BYTES);
  return async (request) => parseUrlEncoded((await readBody(request)).toString());
}
