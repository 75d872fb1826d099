import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { writeBundle } from '../../test/support/bundle.ts';
import { runHere } from '../../test/support/command.ts';

const TITLE = 'Overload page';
const SOURCE = 'overload-page';
const PLATFORM = 'platform:nes';
/** As long as a text may be. Each character takes five bytes in HTML. */
const DESCRIPTION = '&'.repeat(100_000);
const LARGE_BYTES = 440_000;
const POLL_MS = 100;

/** Imports a game whose page is large, beside the server, and returns the path of the page. */
export async function addLargePage(url: string, key: string, env: Record<string, string>): Promise<string> {
  const bundle = writeBundle(
    {
      platforms: [{ key: PLATFORM, platform_name: 'NES' }],
      games: [{ key: `${SOURCE}:1`, title: TITLE, description: DESCRIPTION, platforms: [{ platform: PLATFORM }] }],
    },
    { source: SOURCE },
  );
  const { code, stderr } = await runHere(['import', bundle], env);
  assert.equal(code, 0, stderr);
  for (;;) {
    const path = `/v1/games?format=id&title=${encodeURIComponent(TITLE)}`;
    const answer = await fetch(url + path, { headers: { 'x-api-key': key } });
    const { games } = (await answer.json()) as { games: number[] };
    if (games[0] !== undefined) return findPage(url, games[0]);
    await pause(POLL_MS);
  }
}

async function findPage(url: string, gameId: number): Promise<string> {
  const page = await fetch(`${url}/games/${gameId}`);
  const { length } = await page.bytes();
  assert.ok(page.status === 200 && length > LARGE_BYTES, `${page.status}, ${length} bytes`);
  return new URL(page.url).pathname;
}
