import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { addPerson, signIn, startWithOperator, withStore } from '../../support/accounts.ts';
import { type Browser, hiddenFields, readable, type Shown } from '../../support/browser.ts';
import { TWINS, TWINS_CATALOG } from '../../support/samples/entries.ts';
import { until } from '../../support/until.ts';

const PATH = '/operator/duplicates';

async function startQueue() {
  const started = await startWithOperator({}, TWINS_CATALOG);
  await until(async () => /Pair 1 of 3,/.test((await started.boss.open(PATH)).text));
  return started;
}

const titleOf = ({ text }: Shown) =>
  TWINS.find((title) => readable(text.slice(text.indexOf('class="pair"'))).includes(title));
const keep = (boss: Browser, decision: string) => boss.submit(PATH, { decision });

test('a pair is shown side by side with its evidence, and the navigation has the number of pairs', async () => {
  const { boss } = await startQueue();
  const page = await boss.open(PATH);
  const text = readable(page.text).replaceAll(/\s+/g, ' ');
  assert.equal(titleOf(page), TWINS[0]);
  for (const shown of ['NES, 1990', 'SNES, 1993', 'Acme', 'Bolt', 'test:0a', 'test:0b', 'Number 1', 'Number 2'])
    assert.ok(text.includes(shown), shown);
  assert.match(text, /Why they may be one game ?The same title.*Why they may be two ?Different companies/);
  assert.equal(page.text.match(/class="cover /g)?.length, 2);
  assert.match(readable((await boss.open('/operator')).text), /Duplicates \(3\)/);
  assert.equal(titleOf(await boss.open(`${PATH}?skip=1`)), TWINS[1]);
  for (const skip of ['99', '-1', 'x']) assert.equal((await boss.open(`${PATH}?skip=${skip}`)).status, 200, skip);
});

test('a decided pair does not come back, until that is reverted in the history of the games', async () => {
  const { server, boss } = await startQueue();
  await boss.open(`${PATH}?skip=1`);
  const merged = await keep(boss, 'merge');
  const [, title] = TWINS;
  assert.match(
    readable(merged.text),
    new RegExp(`Merged ${title} \\(4\\) into ${title} \\(3\\)\\..*Pair 2 of 2,`, 's'),
  );
  assert.match(merged.text, /role="status">Merged <a href="\/operator\/games\/4">/);
  assert.equal(titleOf(merged), TWINS[2]);
  await until(async () => (await fetch(`${server.url}/games/4`)).url.includes('/games/3/'));
  await boss.open(PATH);
  const apart = await keep(boss, 'different');
  assert.match(readable(apart.text), /Hop Quest \(1\) and Hop Quest \(2\) are different\. .*Pair 1 of 1,/s);
  await boss.send('/operator/games/3', '/operator/games/3/revert');
  await until(async () => /Pair 1 of 2,/.test((await boss.open(PATH)).text));
  assert.equal(titleOf(await boss.open(PATH)), TWINS[1]);
  await keep(boss, 'different');
  const last = await keep(boss, 'merge');
  assert.match(readable(last.text), /No likely duplicates are left\./);
  assert.match(readable((await boss.open(PATH)).text), /No likely duplicates are left\./);
});

test('a pair that somebody changed or decided meanwhile is shown again, or skipped', async () => {
  const { server, boss } = await startQueue();
  await addPerson(server, 'chief@example.org', 'operator');
  const chief = await signIn(server, 'chief@example.org');
  const first = await chief.open(PATH);
  const fields = hiddenFields(first, PATH);
  await boss.send('/operator/games/1', '/operator/games/1', { title: 'Hop Quest!', description: '' });
  const late = await chief.post(PATH, { ...fields, decision: 'merge' });
  assert.equal(late.status, 409);
  assert.match(readable(late.text), /Not saved: this game was changed after you opened the page/);
  await boss.send('/operator/games/1/merge?with=2', '/operator/games/1/merge', { decision: 'merge' });
  assert.equal(titleOf(await chief.open(PATH)), TWINS[1]);
});

test('a request without a pair or a decision, or with strange numbers changes nothing', async () => {
  const { server, boss } = await startQueue();
  const fields = hiddenFields(await boss.open(PATH), PATH);
  const wrong = [{ decision: '' }, { decision: 'both' }, { pair: '' }, { pair: '2-1' }, { pair: '1-1' }, { pair: '1' }];
  for (const change of wrong)
    assert.equal(
      (await boss.post(PATH, { decision: 'merge', ...fields, ...change })).status,
      400,
      JSON.stringify(change),
    );
  assert.equal((await boss.post(PATH, { ...fields, decision: 'merge', pair: '1-999' })).status, 422);
  assert.equal((await boss.post(PATH, { ...fields, decision: 'merge', form_token: '' })).status, 403);
  const corrections = await withStore(server.config, ({ catalog }) =>
    catalog.read((reader) => reader.listKeys('corrections')),
  );
  assert.deepEqual(corrections, []);
});

test('a damaged list is made again', async () => {
  const { server, boss } = await startQueue();
  const file = join(server.config.data, 'duplicates.json');
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).pairs.length, 3);
  writeFileSync(file, '{"pairs":');
  await until(async () => /Pair 1 of 3,/.test((await boss.open(PATH)).text));
});
