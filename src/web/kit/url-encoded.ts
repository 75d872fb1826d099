import { AppError } from '../../errors.ts';

/** More than any form or URL of the site has. Parsing a parameter takes 1–2 µs, and a parameter can have two bytes. */
const MAX_PARAMETERS = 200;

/** Parses the `a=1&b=2` of a query string or a form body. */
export function parseUrlEncoded(text = '', max = MAX_PARAMETERS): URLSearchParams {
  if (text.split('&', max + 1).length > max) {
    throw new AppError('badRequest', `Send at most ${max} parameters or fields.`);
  }
  return new URLSearchParams(text);
}
