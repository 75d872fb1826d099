import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestServer } from './servers/server.ts';

/**
 * Paths, separated by spaces, and their response. What is expected is a pattern for the message of an error, a list for the
 * ids of `games`, and otherwise the whole body.
 */
type Case = [paths: string, status: number, expected?: unknown];

/** The error of each status that has only one. */
const ERRORS: Record<number, { code: number; error: string }> = {
  400: { code: 6, error: 'Error parsing parameters' },
  404: { code: 1, error: 'Game not found' },
  422: { code: 10, error: 'Invalid value' },
};

/** One test of requests that show one rule. Its name has the numbers of the contract gaps it covers (docs/api.md). */
export function testCases(server: TestServer, name: string, cases: readonly Case[]): void {
  test(name, async () => {
    for (const [path, status, expected] of cases.flatMap(splitPaths)) {
      const { body, ...answer } = await server.get(path);
      assert.equal(answer.status, status, `${path}: ${answer.text}`);
      if (expected !== undefined && !(expected instanceof RegExp)) {
        assert.deepEqual({ path, body }, { path, body: Array.isArray(expected) ? { games: expected } : expected });
        continue;
      }
      if (expected) assert.match(body.message, expected, path);
      const { code, error } = body;
      if (status in ERRORS) assert.deepEqual({ path, code, error }, { path, ...ERRORS[status] });
    }
  });
}

function splitPaths([paths, ...response]: Case): Case[] {
  return paths.split(' ').map((path) => [path, ...response]);
}

/** The same for lists of games: queries, and the ids that they find. */
export function testLists(server: TestServer, name: string, lists: Record<string, number[]>, path = '/v1/games'): void {
  testCases(
    server,
    name,
    Object.entries(lists).map(([query, games]) => [`${path}?format=id&${query}`, 200, games]),
  );
}
