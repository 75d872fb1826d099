import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, PASSWORD, signIn } from '../../support/accounts.ts';
import { openBrowser, readable } from '../../support/browser.ts';
import { GAME } from '../../support/samples/catalog.ts';
import { startServer } from '../../support/servers/server.ts';

const server = await startServer();
await addPerson(server, 'ada@example.org');
await addPerson(server, 'boss@example.org', 'operator');
const ada = await signIn(server, 'ada@example.org');
const path = `/report/${GAME.chess}`;

test('every game has a link to report a mistake, which leads through the sign-in', async () => {
  const visitor = openBrowser(server.url);
  assert.ok((await visitor.open(`/games/${GAME.chess}`)).text.includes(`href="${path}"`));
  assert.equal((await visitor.open(path)).path, `/signin?next=${encodeURIComponent(path)}`);
  for (const id of ['0', 'x', '999999']) assert.equal((await ada.open(`/report/${id}`)).status, 404, id);
});

test('a visitor who signs up to report a mistake is told why, and comes to the report', async () => {
  const visitor = openBrowser(server.url);
  const signInPage = await visitor.open(path);
  assert.match(readable(signInPage.text), /Sign in to report a mistake/);
  const signUpPath = `/signup?next=${encodeURIComponent(path)}`;
  assert.ok(signInPage.text.includes(`<a href="${signUpPath.replace('=', '&#61;')}">Create an account</a>`));
  const signUpPage = await visitor.open(signUpPath);
  assert.match(readable(signUpPage.text), /Create an account\n[\s\S]*you can report the mistake/);
  const weak = await visitor.submit('/signup', { email: 'eve@example.org', password: 'short', terms: 'yes' });
  assert.equal(weak.status, 422);
  const report = await visitor.submit('/signup', { email: 'eve@example.org', password: PASSWORD, terms: 'yes' });
  assert.equal(report.path, path);
});

test('a report reaches the operator with the game, as text, and opens the editor', async () => {
  const empty = await ada.send(path, path, { message: ' ' });
  assert.equal(empty.status, 422);
  const sent = await ada.submit(path, { message: 'It is <script>alert(1)</script> 1979' });
  assert.match(readable(sent.text), /The operator got your report/);
  const boss = await signIn(server, 'boss@example.org');
  const messages = await boss.open('/operator/messages');
  assert.ok(!messages.text.includes('<script>alert'));
  assert.match(readable(messages.text), /Mistake in game 2 “.+”\n\nIt is <script>alert\(1\)<\/script> 1979/);
  assert.ok(messages.text.includes(`<a href="/operator/games/${GAME.chess}">Open the game in the editor</a>`));
});

test('an account can report ten mistakes a day', async () => {
  for (let i = 1; i < 10; i++) {
    assert.equal((await ada.send(path, path, { message: `Mistake ${i}` })).status, 200);
  }
  const refused = await ada.send(path, path, { message: 'One more' });
  assert.equal(refused.status, 429);
  assert.match(readable(refused.text), /You can report 10 mistakes a day/);
  assert.match(refused.text, /One more/);
  const other = await ada.send('/profile', '/profile/messages', { message: 'A question' });
  assert.equal(other.path, '/profile?done=message', 'reports do not count as open questions');
  server.now += 25 * 60 * 60 * 1000;
  assert.equal((await ada.send(path, path, { message: 'The next day' })).status, 200);
});
