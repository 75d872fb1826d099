import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestServer } from './server.ts';

/** A case of a contract test: a request and its expected response. */
export interface Case {
  /** The name, with the numbers of the contract gaps it covers (docs/api.md). */
  name: string;
  path: string;
  /** The ids of a list, requested with `format=id`. */
  games?: number[];
  /** The whole body. */
  body?: unknown;
  /** A pattern for the error message. */
  says?: RegExp;
}

/** The error of each status that has only one. */
const ERROR_CODES: Record<number, { code: number; error: string }> = {
  400: { code: 6, error: 'Error parsing parameters' },
  401: { code: 401, error: 'Authorization required' },
  404: { code: 1, error: 'Game not found' },
  422: { code: 10, error: 'Invalid value' },
};

/** Runs cases, grouped by expected status. */
export function runCases(server: TestServer, groups: Record<number, readonly Case[]>): void {
  for (const [status, cases] of Object.entries(groups)) {
    for (const one of cases) {
      test(`${status}: ${one.name}`, async () => {
        const answer = await server.get(one.path);
        assert.equal(answer.status, Number(status), answer.text);
        if (one.games) assert.deepEqual(answer.body, { games: one.games });
        if (one.body !== undefined) assert.deepEqual(answer.body, one.body);
        if (one.says) assert.match(answer.body.message, one.says);
        const expected = ERROR_CODES[answer.status];
        if (expected && one.body === undefined) {
          assert.deepEqual({ code: answer.body.code, error: answer.body.error }, expected);
        }
      });
    }
  }
}
