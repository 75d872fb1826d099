import { AppError } from '../../errors.ts';

/** More than any form or address of the site has. Each pair costs a microsecond or two, and two bytes can be a pair. */
const MOST_PAIRS = 200;

/** `a=1&b=2` of a query or a form, if it is not far more than we ever ask for. */
export function parsePairs(text = ''): URLSearchParams {
  if (text.split('&', MOST_PAIRS + 1).length > MOST_PAIRS) {
    throw new AppError('badRequest', `Send at most ${MOST_PAIRS} parameters or fields.`);
  }
  return new URLSearchParams(text);
}
