import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, signIn, startWithOperator } from '../../support/accounts.ts';
import { hiddenFields, readable } from '../../support/browser.ts';
import { GAME } from '../../support/samples/catalog.ts';

const { server, boss } = await startWithOperator();
await addPerson(server, 'ada@example.org');
const PATH = '/operator/corrections';

async function hide(gameId: number, why: string) {
  const hidden = await boss.send(`/operator/games/${gameId}`, `/operator/games/${gameId}/hide`, { why });
  assert.equal(hidden.path, `/operator/games/${gameId}?done=hidden`);
  server.now += 1000;
}

test('all corrections are listed, newest first, with game, person and reason, and are reverted', async () => {
  assert.match(readable((await boss.open(PATH)).text), /No corrections yet/);
  await hide(GAME.chess, 'Not a game & 1 < 2');
  await hide(GAME.bare, 'A test');
  const page = await boss.open(PATH);
  const words = readable(page.text);
  assert.match(words, /A test[\s\S]+Not a game & 1 < 2/);
  assert.match(words, /boss@example\.org, 2026-11-15 12:\d\d UTC/);
  assert.ok(page.text.includes(`href="/operator/games/${GAME.chess}"`), 'a hidden game is found again');
  const revert = `/operator/games/${GAME.chess}/revert`;
  assert.ok(hiddenFields(page, revert).key);
  assert.equal((await boss.submit(revert)).path, `/operator/games/${GAME.chess}?done=reverted`);
  assert.match(readable((await boss.open(PATH)).text), /Reverted by boss@example\.org/);
});

test('more corrections than fit on a page are on the next one', async () => {
  const [newest = ''] = /correction:edit-[\w-]+/.exec((await boss.open(PATH)).text) ?? [];
  const older = readable((await boss.open(`${PATH}?before=${newest}`)).text);
  assert.match(older, /Not a game & 1 < 2/);
  assert.doesNotMatch(older, /A test/);
});

test('imports are listed without edits, which stay when the last import is undone', async () => {
  const { text } = await boss.open('/operator/imports');
  assert.doesNotMatch(readable(text), /Account \d+ in the browser/);
  assert.ok(text.includes('href="/operator/imports/undo"') && text.includes(`href="${PATH}"`));
  const asked = readable((await boss.open('/operator/imports/undo')).text);
  assert.match(asked, /The import of test, version/);
  assert.match(asked, /[^\d ]\s*Edits in the browser since then stay: see Corrections/);
});

test('the tab of messages says how many wait for an answer', async () => {
  const tabs = async () =>
    readable(/<nav class="tabs"[\s\S]*?<\/nav>/.exec((await boss.open('/operator')).text)?.[0] ?? '');
  assert.match(await tabs(), /MessagesInvitations/);
  const ada = await signIn(server, 'ada@example.org');
  await ada.send('/profile', '/profile/messages', { message: 'A question' });
  assert.match(await tabs(), /Messages \(1\)/);
});
