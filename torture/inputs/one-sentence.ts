import assert from 'node:assert/strict';
import { OperatorError } from '../../src/errors.ts';

const LONGEST = 20_000;
/** What a message shows if the code forgot a case. */
const CARELESS = /\[object Object\]|undefined|Cannot read prop|is not a function|is not iterable|NaN|\n\s+at /;

/** Resolves to false if the work is refused with a message for the operator, and rejects with any other error. */
export async function wasAccepted(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    assert.ok(error.message.length < LONGEST, `a message of ${error.message.length} characters`);
    // The quoted input may hold such words.
    const [sentence = ''] = error.message.split(/[\n:]/, 1);
    assert.doesNotMatch(sentence, CARELESS);
    return false;
  }
}
