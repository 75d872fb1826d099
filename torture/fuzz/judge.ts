import assert from 'node:assert/strict';
import { type Checker, openChecker } from '../../test/support/openapi.ts';
import type { Exchange, Request } from './exchange.ts';
import type { Answer, Received } from './wire.ts';

/** Fails if an exchange shows a fault of the server. */
export type Judge = (exchange: Exchange, received: Received) => Promise<void>;

/** What a server may say to a connection, whatever the request is. */
const CONNECTION_ERRORS = [400, 405, 408, 413, 414, 431];

export function openJudge(url: string): Judge {
  const check = openChecker(url);
  return async ({ requests, mostAnswers }, { answers, rest }) => {
    for (const answer of answers) checkAny(answer);
    const handled = answers.filter(isHandled).length;
    assert.ok(handled <= mostAnswers, `${handled} requests were handled, at most ${mostAnswers} are right`);
    if (requests.length === 0) return;
    // After an error of the connection, such as a URL that is too long, the server reads no more requests. It may not know any
    // more that the request was a HEAD, and send a body.
    if (answers.every(isHandled)) {
      assert.equal(rest.length, 0, `bytes after the answers: ${JSON.stringify(rest.toString('latin1', 0, 200))}`);
      assert.equal(answers.length, requests.length, 'every request is answered');
    }
    for (const [i, answer] of answers.entries()) await checkOne(check, requests[i] as Request, answer);
  };
}

function checkAny({ status, headers, text }: Answer): void {
  assert.ok(status < 500 || (status === 503 && headers.has('retry-after')), `${status}: ${text.slice(0, 200)}`);
  assert.equal(headers.get('x-injected'), null, 'a header was injected');
}

async function checkOne(check: Checker, { method, target }: Request, answer: Answer): Promise<void> {
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true && answer.text !== '';
  const body = isJson ? JSON.parse(answer.text) : undefined;
  if (!isHandled(answer)) {
    assert.ok(CONNECTION_ERRORS.includes(answer.status), `${answer.status} without a request id`);
    if (method !== 'HEAD') assert.deepEqual(Object.keys(body), ['code', 'error', 'message']);
  } else if (/^\/v1(?:[/?]|$)/.test(target) && isPlain(target)) {
    await check(target, method, { ...answer, body });
  }
}

/** Only answers of a handler have an id. The others are about the connection, such as a body that turns out to be broken. */
function isHandled({ headers }: Answer): boolean {
  return headers.has('x-request-id');
}

/** Whether a client would send the path as it is. The checker resolves `..` in others, and the server does not. */
function isPlain(target: string): boolean {
  const base = 'http://localhost';
  if (target.includes('#') || !URL.canParse(target, base)) return false;
  return target.split('?', 1)[0] === new URL(target, base).pathname;
}
