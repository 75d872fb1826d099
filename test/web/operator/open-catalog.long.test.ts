import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../../src/config.ts';
import { addSignedIn, startWithOperator, withStore } from '../../support/accounts.ts';
import { readable } from '../../support/browser.ts';
import { temporaryFolder, writeBundle } from '../../support/samples/bundle.ts';
import { runProgram, startServing } from '../../support/servers/program.ts';
import { until } from '../../support/until.ts';

const { server, boss } = await startWithOperator({}, { games: [] }, 'starter');
const OPEN = '/operator/imports/open';
const isOffered = ({ text }: { text: string }) => text.includes(`action="${OPEN}"`);

test('an operator fills a new catalog with one button, which is gone afterwards', async () => {
  assert.ok(isOffered(await boss.open('/operator')));
  const answered = await boss.submit(OPEN);
  assert.equal(answered.path, '/operator/imports?done=importing');
  assert.match(readable(answered.text), /Importing mame/);
  assert.ok(!isOffered(answered), 'not offered while it runs');
  let page = '';
  const isDone = async () => {
    page = (await boss.open('/operator/imports')).text;
    return !page.includes('Importing mame');
  };
  await until(isDone, 300_000);
  assert.doesNotMatch(readable(page), /failed/);
  assert.match(readable(page), /import\s*mame/);
  await until(async () => !isOffered(await boss.open('/operator')));
  assert.match(
    (await boss.open('/operator/imports')).text,
    /href="\/operator\/imports\/undo"/,
    'the undo is still there',
  );
  const { games } = await withStore(server.config, ({ catalog }) => catalog.countAll());
  assert.ok(games >= 15_000, `${games} games`);
});

const KNOWN = [
  ['Chrono Trigger', 'SNES', '1995'],
  ['Sonic the Hedgehog', 'Genesis', '1991'],
  ['Castlevania: Symphony of the Night', 'PlayStation', '1997'],
  ['Tetris', 'Game Boy', '1989'],
  ["Yars' Revenge", 'Atari 2600', '1982'],
];

test('its games have titles, platforms and years', async () => {
  await until(async () => (await server.get('/v1/games?limit=1')).body.games.length > 0);
  for (const [title, platform, year] of KNOWN) {
    const { body } = await server.get(`/v1/games/search?q=${encodeURIComponent(title as string)}&limit=5`);
    const found = body.games.some((game: { platforms: { platform_name: string; first_release_date: string }[] }) =>
      game.platforms.some(
        (own) => own.platform_name.includes(platform as string) && own.first_release_date.startsWith(year as string),
      ),
    );
    assert.ok(found, `${title}: ${JSON.stringify(body.games.slice(0, 2)).slice(0, 600)}`);
  }
});

test('an import ends with its server, and changes nothing', async () => {
  const env = { LUDEX_DATA: join(temporaryFolder('killed'), 'data'), LUDEX_STARTER: 'false' };
  const config = readConfig({ data: env.LUDEX_DATA });
  const killed = await startServing(env);
  const { browser } = await addSignedIn({ url: killed.url, config }, 'boss@example.org', 'operator');
  await browser.send('/operator', OPEN);
  await until(async () => / of [\d,]+ lines/.test(readable((await browser.open('/operator/imports')).text)), 60_000);
  killed.process.kill('SIGKILL');
  await killed.ended;
  const imported = () => runProgram(['import', writeBundle({ games: [] }, { source: 'next' })], env);
  await until(async () => (await imported()).code === 0, 60_000);
  const { stdout } = await runProgram(['source', 'list', '--json'], env);
  assert.doesNotMatch(stdout, /"mame"/);
});
