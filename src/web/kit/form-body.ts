import type { IncomingMessage } from 'node:http';
import { createBodyReader } from '../../request-body.ts';
import { parseUrlEncoded } from './url-encoded.ts';

/** The longest field has 2,000 characters, each up to 12 bytes when percent-encoded. */
const MAX_FORM_BYTES = 32 * 1024;
/** A description has up to 100,000 characters, and a game up to a hundred releases. */
const MAX_EDITOR_BYTES = 1536 * 1024;
const MAX_EDITOR_FIELDS = 3000;

export type FormReader = (request: IncomingMessage) => Promise<URLSearchParams>;

export function createFormReader(): FormReader {
  const readBody = createBodyReader('form', MAX_FORM_BYTES);
  return async (request) => parseUrlEncoded((await readBody(request)).toString());
}

/** For the forms of the editor, which only operators send. */
export function createEditorFormReader(): FormReader {
  const readBody = createBodyReader('form', MAX_EDITOR_BYTES);
  return async (request) => parseUrlEncoded((await readBody(request)).toString(), MAX_EDITOR_FIELDS);
}
