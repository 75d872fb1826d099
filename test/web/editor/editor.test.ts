import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPerson, signIn, startWithOperator, withStore } from '../../support/accounts.ts';
import { type Browser, hiddenFields, readable, readForm } from '../../support/browser.ts';
import { GAME, GENRE } from '../../support/samples/catalog.ts';
import { until } from '../../support/until.ts';

const { server, boss } = await startWithOperator();
await addPerson(server, 'ada@example.org');
await addPerson(server, 'chief@example.org', 'operator');
const editor = (id: number) => `/operator/games/${id}`;
const apiTitle = async (id: number) => (await server.get(`/v1/games/${id}`)).body.title;

const openForm = (browser: Browser, id: number) => readForm(browser, editor(id));

test('only operators see the link to the editor', async () => {
  const ada = await signIn(server, 'ada@example.org');
  const link = `href="${editor(GAME.chess)}"`;
  assert.ok((await boss.open(`/games/${GAME.chess}`)).text.includes(link));
  assert.ok(!(await ada.open(`/games/${GAME.chess}`)).text.includes(link));
  for (const id of ['0', '999999', 'x', '1e3'])
    assert.equal((await boss.open(`/operator/games/${id}`)).status, 404, id);
});

test('an operator edits texts; the API shows them, and the history says who and why', async () => {
  const fields = await openForm(boss, GAME.chess);
  const saved = await boss.submit(editor(GAME.chess), {
    ...fields,
    title: 'Chess for <two> & “all”',
    alternate_titles: 'Schach | German title\nŞah',
    description: 'First.\r\n\r\nSecond.',
    official_url: 'https://chess.example/',
    groups: 'mario',
    genre: String(GENRE.platform),
    why: 'From the box',
  });
  assert.equal(saved.path, `${editor(GAME.chess)}?done=edited`);
  assert.ok(!saved.text.includes('<two>'));
  const text = readable(saved.text);
  assert.match(text, /boss@example\.org/);
  assert.match(text, /From the box/);
  const history = readable(saved.text.slice(saved.text.indexOf('id="history"')));
  assert.match(history, /− Chess[^:]*\+ Platform\s*Series and themes[^:]*\+ Mario/, 'names, not keys');
  await until(async () => (await apiTitle(GAME.chess)) === 'Chess for <two> & “all”');
  const { body } = await server.get(`/v1/games/${GAME.chess}`);
  assert.equal(body.description, 'First.\n\nSecond.');
  assert.deepEqual(body.alternate_titles, [
    { title: 'Schach', description: 'German title' },
    { title: 'Şah', description: 'Alternate title' },
  ]);
  assert.equal(body.official_url, 'https://chess.example/');
  assert.equal((await openForm(boss, GAME.chess)).groups, 'Mario');
});

test('of two operators who edit a game, the second sees a sentence and what the first changed', async () => {
  const chief = await signIn(server, 'chief@example.org');
  const [first, second] = [await openForm(boss, GAME.eszett), await openForm(chief, GAME.eszett)];
  await boss.submit(editor(GAME.eszett), { ...first, title: 'Title of the boss' });
  const late = await chief.submit(editor(GAME.eszett), {
    ...second,
    title: 'Title of the chief',
    description: 'Mine.',
  });
  assert.equal(late.status, 409);
  assert.match(readable(late.text), /somebody changed this game after you opened it/);
  assert.match(readable(late.text), /History[\s\S]*Title\s*− [^\n]*\n\+ Title of the boss/);
  assert.match(late.text, /value="Title of the chief"/);
  const again = await chief.submit(editor(GAME.eszett), {
    ...second,
    ...hiddenFields(late, editor(GAME.eszett)),
    title: 'Title of the chief',
  });
  assert.equal(again.path, `${editor(GAME.eszett)}?done=edited`);
  await until(async () => (await apiTitle(GAME.eszett)) === 'Title of the chief');
});

test('an edit that breaks a rule is refused at the field, and the other fields are kept', async () => {
  const fields = await openForm(boss, GAME.greek);
  const wrong = await boss.submit(editor(GAME.greek), {
    ...fields,
    title: '<img src=x onerror=alert(1)>',
    official_url: 'javascript:alert(1)',
    description: 'Kept "as" <it> is',
    why: 'Kept, too',
  });
  assert.equal(wrong.status, 422);
  assert.ok(!wrong.text.includes('<img src=x'));
  assert.match(wrong.text, /id="title-problem">[^<]*HTML/);
  assert.match(wrong.text, /id="official_url-problem">[^<]*URL/);
  assert.ok(readable(wrong.text).includes('Kept "as" <it> is'));
  assert.match(wrong.text, /value="Kept, too"/);
  const series = await boss.submit(editor(GAME.greek), { ...fields, groups: 'No such series' });
  assert.match(series.text, /id="groups-problem">There is no series or theme called/);
  const added = await boss.submit(editor(GAME.greek), { ...fields, groups: 'No such series', allow_new: 'yes' });
  assert.equal(added.path, `${editor(GAME.greek)}?done=edited`);
  const nothing = await boss.submit(editor(GAME.greek), await openForm(boss, GAME.greek));
  assert.equal(nothing.status, 422);
  assert.match(readable(nothing.text), /You changed nothing/);
});

test('a hidden game is gone for visitors, and its editor shows it again', async () => {
  const hidden = await boss.send(editor(GAME.bare), `${editor(GAME.bare)}/hide`, { why: 'Not a game' });
  assert.match(readable(hidden.text), /This game is hidden/);
  await until(async () => (await server.get(`/v1/games/${GAME.bare}`)).status === 404);
  await boss.submit(`${editor(GAME.bare)}/revert`);
  await until(async () => (await server.get(`/v1/games/${GAME.bare}`)).status === 200);
});

test('while another import runs, an edit is refused with a sentence', async () => {
  const fields = await openForm(boss, GAME.japanese);
  await withStore(server.config, (store) =>
    store.catalog.write(async () => {
      const busy = await boss.submit(editor(GAME.japanese), { ...fields, title: 'Too early' });
      assert.equal(busy.status, 409);
      assert.match(readable(busy.text), /Not saved: Another import is running/);
      assert.match(busy.text, /value="Too early"/);
      assert.doesNotMatch(readable(busy.text), /says what is saved/);
      const hidden = await boss.submit(`${editor(GAME.japanese)}/hide`);
      assert.equal(hidden.status, 409);
      assert.match(
        readable(hidden.text),
        /Not saved: Another import is running; wait until it has finished and try again/,
      );
    }),
  );
});
