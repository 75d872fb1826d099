import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestServer } from './server.ts';

/** A case of a contract test: what is asked, and what comes back. */
export interface Case {
  /** What it shows, with the numbers of the contract gaps it covers (docs/api.md). */
  name: string;
  path: string;
  /** The games of a list, as ids; asked with `format=id`. */
  games?: number[];
  /** The whole body. */
  body?: unknown;
  /** What the message of an error must say. */
  says?: RegExp;
}

/** The error that a status stands for, where it is always the same. */
const ERROR_CODES: Record<number, { code: number; error: string }> = {
  400: { code: 6, error: 'Error parsing parameters' },
  401: { code: 401, error: 'Authorization required' },
  404: { code: 1, error: 'Game not found' },
  422: { code: 10, error: 'Invalid value' },
};

/** Runs cases grouped by the status they must have. */
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
