import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openImportProgress } from '../../../src/merging/load/import-progress.ts';
import { openStore } from '../../../src/store/open.ts';
import { startWithOperator, withStore } from '../../support/accounts.ts';
import { hiddenFields, readable, type Shown } from '../../support/browser.ts';
import { manyTitles, writeGames } from '../../support/samples/bundle.ts';
import { until } from '../../support/until.ts';

const { server, boss } = await startWithOperator();
const UNDO = '/operator/imports/undo';

const bundle = (count: number, source: string) => writeGames(manyTitles(count, source), source);

/** Undoes the last import, and opens the page that follows it when it has ended. */
async function undoLast(): Promise<Shown> {
  const answered = await boss.submit(UNDO);
  assert.equal(answered.path, '/operator/imports?done=undoing');
  assert.match(readable(answered.text), /The import is being undone/);
  let page = answered;
  await until(async () => {
    page = await boss.open('/operator/imports');
    return !/<progress |Undoing/.test(page.text);
  });
  return page;
}

/** Posts an undo that is refused. Says why. */
async function postRefused(fields: Record<string, string>): Promise<string> {
  const { status, headers } = await boss.post(UNDO, fields);
  assert.deepEqual([status, headers.get('location')], [303, '/operator/imports?done=undoing']);
  let page = '';
  await until(async () => {
    page = (await boss.open('/operator/imports')).text;
    return / failed: /.test(page);
  });
  return readable(page);
}

test('the page shows a running import, and none after its end', async () => {
  const { status, close } = await openStore(server.config);
  const progress = await openImportProgress(status, { action: 'import', source: 'large' }, () => server.now);
  progress.show(9000, 20_000, 'games');
  let page = '';
  await until(async () => {
    page = (await boss.open('/operator/imports')).text;
    return /<progress /.test(page);
  });
  assert.match(readable(page), /Importing large/);
  assert.match(readable(page), /Merging games: 9,000 of 20,000 games/);
  assert.match(page, /<noscript><meta http-equiv="refresh" content="5"><\/noscript>/);
  assert.doesNotMatch(page, /href="\/operator\/imports\/undo"/, 'a running import cannot be undone');
  assert.match(readable((await boss.open(UNDO)).text), /An import is running/);
  await progress.end();
  await close();
  page = (await boss.open('/operator/imports')).text;
  assert.doesNotMatch(page, /<progress |http-equiv="refresh"|running\.js/);
});

test('an import that stopped reporting is marked, and its source is shown as text', async () => {
  const { status, close } = await openStore(server.config);
  const what = { action: 'import', source: '<b>bold</b>', dryRun: true } as const;
  const progress = await openImportProgress(status, what, () => server.now - 30_000);
  const { text } = await boss.open('/operator/imports');
  assert.ok(!text.includes('<b>bold</b>'));
  assert.match(
    readable(text),
    /Importing <b>bold<\/b> \(dry run\)\s+Starting\. Started[\s\S]*No sign of life for 30 seconds/,
  );
  await progress.end();
  await close();
});

test('the last import is undone after a page that says what will change', async () => {
  await server.import(bundle(3, 'small'));
  assert.match((await boss.open('/operator/imports')).text, /href="\/operator\/imports\/undo"/);
  const page = await boss.open(UNDO);
  assert.match(readable(page.text), /The import of small, version/);
  assert.match(readable(page.text), /3 games that it added will be removed\./);
  assert.doesNotMatch(readable(page.text), /will be as before|will be back/);
  const games = () => withStore(server.config, async ({ catalog }) => (await catalog.countAll()).games);
  const before = await games();
  const undone = await undoLast();
  assert.match(readable(undone.text), /undo\s*small/);
  assert.equal(await games(), before - 3);
  assert.doesNotMatch(undone.text, /href="\/operator\/imports\/undo"/);
  assert.match(readable((await boss.open(UNDO)).text), /already undone/);
});

test('an import that is no longer the last one is not undone', async () => {
  await server.import(bundle(4, 'first'));
  const seen = hiddenFields(await boss.open(UNDO), UNDO);
  await server.import(bundle(5, 'second'));
  assert.match(await postRefused(seen), /Another import has run meanwhile/);
  const sources = await withStore(server.config, ({ catalog }) => catalog.listSources());
  assert.ok(sources.some(({ source }) => source === 'second'));
});

test('an undo that takes long is followed on the page, which also shows why it failed', async () => {
  const page = await boss.open(UNDO);
  assert.match(readable(page.text), /5 games that it added/);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { catalog, close } = await openStore(server.config);
  // While another import has the catalog, the undo waits for some seconds, then gives up.
  const other = catalog.write(async () => released);
  const answered = await boss.submit(UNDO);
  assert.equal(answered.path, '/operator/imports?done=undoing');
  assert.match(readable(answered.text), /Undoing the import of second/);
  await until(async () => /failed: Another import is running/.test((await boss.open('/operator/imports')).text));
  release();
  await other;
  await close();
  await boss.open(UNDO);
  await undoLast();
  assert.doesNotMatch((await boss.open('/operator/imports')).text, /failed:/);
});
