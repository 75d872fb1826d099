import type { IncomingMessage } from 'node:http';
import { AppError } from '../../errors.ts';
import { BodyTooLarge, readBody } from '../../request-body.ts';
import type { Role } from '../../store/service-tables.ts';

/** More than any form or URL of the site has. Parsing a parameter takes 1–2 µs, and a parameter can have two bytes. */
const MAX_PARAMETERS = 200;

/** Parses the `a=1&b=2` of a query string or a form body. */
export function parseUrlEncoded(text = '', max = MAX_PARAMETERS): URLSearchParams {
  if (text.split('&', max + 1).length > max) {
    throw new AppError('badRequest', `Send at most ${max} parameters or fields.`);
  }
  return new URLSearchParams(text);
}

/** The longest field has 2,000 characters, each up to 12 bytes when percent-encoded. */
const MAX_FORM_BYTES = 32 * 1024;
/** A description has up to 100,000 characters, and a game up to a hundred releases. */
const MAX_EDITOR_BYTES = 1536 * 1024;
const MAX_EDITOR_FIELDS = 3000;

export type FormReader = (request: IncomingMessage) => Promise<Upload>;

export const readForm: FormReader = (request) => read(request, MAX_FORM_BYTES, MAX_PARAMETERS);
/** Forms of the editor, which only people who are signed in send, are larger. */
export const readEditorForm: FormReader = (request) => read(request, MAX_EDITOR_BYTES, MAX_EDITOR_FIELDS);

async function read(request: IncomingMessage, maxBytes: number, maxFields: number): Promise<Upload> {
  const body = await readBody(request, 'form', maxBytes);
  return { ...NO_FORM, form: parseUrlEncoded(body.toString(), maxFields) };
}

/** A form with its files, if it was sent as `multipart/form-data`. */
export interface Upload {
  form: URLSearchParams;
  /** In the order of the form. An empty file field is left out. */
  files: readonly UploadedFile[];
  /** The body was not read: form and files are empty, and nothing proves that the form is ours. Show the page again. */
  isTooLarge: boolean;
}

export interface UploadedFile {
  field: string;
  /** As the browser says. Only for messages. */
  name: string;
  bytes: Uint8Array;
}

export const NO_FORM: Upload = { form: new URLSearchParams(), files: [], isTooLarge: false };

/** Of operators. */
export const MAX_UPLOAD_MB = 20;
/** Of everybody else, whose pictures wait in the store. */
export const MAX_PROPOSED_MB = 5;
/** The other fields of the form are small. */
const MAX_FIELD_BYTES = 32 * 1024;

export function uploadReader(role: Role): FormReader {
  const megabytes = role === 'operator' ? MAX_UPLOAD_MB : MAX_PROPOSED_MB;
  return async (request) => {
    try {
      const body = await readBody(request, 'upload', megabytes * 1_000_000 + MAX_FIELD_BYTES);
      return await parseUpload(body, request.headers['content-type'] ?? '');
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) throw error;
      return { ...NO_FORM, isTooLarge: true };
    }
  };
}

async function parseUpload(body: Buffer, type: string): Promise<Upload> {
  const form = new URLSearchParams();
  const files: UploadedFile[] = [];
  for (const [field, value] of await parseMultipart(body, type)) {
    if (typeof value === 'string') form.append(field, value);
    else if (value.name !== '' || value.size > 0) files.push({ field, name: value.name, bytes: await value.bytes() });
  }
  return { form, files, isTooLarge: false };
}

/** Node parses forms with files itself, as the body of a response. */
function parseMultipart(body: Buffer, type: string): Promise<FormData> {
  const response = new Response(new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.length), {
    headers: { 'content-type': /^multipart\/form-data\b/i.test(type) ? type : 'multipart/form-data' },
  });
  return response.formData().catch(() => {
    throw new AppError('badRequest', 'We could not read this form. Please go back and send it again.');
  });
}
