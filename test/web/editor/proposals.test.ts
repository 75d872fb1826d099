import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { picturePath } from '../../../src/pictures/picture-paths.ts';
import { addPerson, addSignedIn, PASSWORD, signIn, startWithOperator, withStore } from '../../support/accounts.ts';
import { type Browser, hiddenFields, openBrowser, readable, readForm } from '../../support/browser.ts';
import { GAME, GENRE, PLATFORM } from '../../support/samples/catalog.ts';
import { png } from '../../support/samples/pictures.ts';
import { until } from '../../support/until.ts';

const { server, boss } = await startWithOperator();
const { browser: ada } = await addSignedIn(server, 'ada@example.org');
const OWN = '/profile/proposals';
const QUEUE = '/operator/proposals';
const DONE = `${OWN}?done=proposed`;
const pathOf = (id: number) => `/propose/${id}`;
const game = async (id: number) => (await server.get(`/v1/games/${id}`)).body;

/** Proposes with the fields of the form, and these. */
async function propose(browser: Browser, path: string, fields: Record<string, string>) {
  return browser.submit(path, { ...(await readForm(browser, path)), source: 'The box', ...fields });
}

/** The path of the last proposal in the queue. */
async function lastInQueue(browser = boss): Promise<string> {
  const { text } = await browser.open(QUEUE);
  const ids = Array.from(text.matchAll(/id="proposal-(\d+)"/g), ([, id]) => Number(id));
  assert.ok(ids.length > 0, readable(text));
  return `${QUEUE}/${Math.max(...ids)}`;
}

async function decide(path: string, fields: Record<string, string>, browser = boss) {
  return browser.send(QUEUE, path, fields);
}

test('every game has a link to propose a change, which leads through the sign-in or the sign-up', async () => {
  const visitor = openBrowser(server.url);
  const path = pathOf(GAME.chess);
  assert.ok((await visitor.open(`/games/${GAME.chess}`)).text.includes(`href="${path}"`));
  const signInPage = await visitor.open(path);
  assert.equal(signInPage.path, `/signin?next=${encodeURIComponent(path)}`);
  assert.match(readable(signInPage.text), /Sign in to propose a change/);
  const signUp = await visitor.open(`/signup?next=${encodeURIComponent(path)}`);
  assert.match(readable(signUp.text), /Create an account\n[\s\S]*you can propose the change/);
  const form = await visitor.submit('/signup', { email: 'new@example.org', password: PASSWORD, terms: 'yes' });
  assert.equal(form.path, path);
  for (const id of ['0', 'x', '999999', '1e3']) assert.equal((await ada.open(`/propose/${id}`)).status, 404, id);
});

test('a proposed title is seen by nobody, is accepted with one click, and is reverted in the history', async () => {
  const id = GAME.chess;
  const { title, description } = await game(id);
  const sent = await propose(ada, pathOf(id), {
    title: 'Chess & <Draughts>',
    genre: String(GENRE.chess),
    source: 'https://manuals.example/chess, page 3',
    why: 'The subtitle is missing',
  });
  assert.equal(sent.path, DONE, readable(sent.text));
  assert.match(readable(sent.text), /Waiting for an operator[\s\S]*Chess & <Draughts>/);
  assert.equal((await game(id)).title, title);
  for (const path of ['/games', `/games/${id}`, '/feed.atom'])
    assert.ok(!(await openBrowser(server.url).open(path)).text.includes('Draughts'), path);
  const queue = readable((await boss.open(QUEUE)).text);
  assert.match(queue, /Proposals \(1\)/);
  assert.ok(queue.includes(`− ${title}\n+ Chess & <Draughts>`), queue);
  assert.match(
    queue,
    /by ada@example\.org[\s\S]*The subtitle is missing\nSource: https:\/\/manuals\.example\/chess, page 3/,
  );
  const accepted = await decide(await lastInQueue(), { decision: 'accept' });
  assert.equal(accepted.path, `${QUEUE}?done=accepted`, readable(accepted.text));
  await until(async () => (await game(id)).title === 'Chess & <Draughts>');
  assert.equal((await game(id)).description, description, 'what nobody can propose stays');
  const history = readable((await boss.open(`/operator/games/${id}`)).text);
  assert.match(history, /boss@example\.org,[^\n]*\s*Proposed by ada@example\.org\s*The subtitle is missing\nSource:/);
  assert.match(readable((await ada.open(OWN)).text), /Accepted/);
  await boss.submit(`/operator/games/${id}/revert`);
  await until(async () => (await game(id)).title === title);
});

test('a missing release, also on another platform, is proposed in the form of the editor', async () => {
  const id = GAME.greek;
  await ada.open(pathOf(id));
  const page = await ada.submit(`${pathOf(id)}/platforms`, { platform: String(PLATFORM.snes) });
  const path = `${pathOf(id)}/platforms/${PLATFORM.snes}`;
  assert.equal(page.path, path);
  const release = { r0_release_date: '1990-13', r0_countries: 'Japan', r0_companies: 'Published by: Nobody' };
  const wrong = await propose(ada, path, release);
  assert.equal(wrong.status, 422);
  assert.match(wrong.text, /id="r0_companies-problem">There is no company called “Nobody”/);
  assert.match(wrong.text, /value="Japan"/);
  const badDate = await propose(ada, path, { ...release, r0_companies: 'Nintendo' });
  assert.match(badDate.text, /id="r0_release_date-problem">/);
  const noDay = await propose(ada, path, { ...release, r0_release_date: '1990-02-31', r0_companies: '' });
  assert.match(readable(noDay.text), /1990-02-31, which is not a valid date/);
  const sent = await propose(ada, path, { ...release, r0_release_date: '1990-02-03', allow_new: 'yes' });
  assert.equal(sent.path, DONE, readable(sent.text));
  assert.ok(readable((await boss.open(QUEUE)).text).includes('SNES: 1990-02-03 · Japan · Published by Nobody'));
  await decide(await lastInQueue(), { decision: 'accept' });
  await until(async () =>
    (await game(id)).platforms.some((one: { platform_id: number }) => one.platform_id === PLATFORM.snes),
  );
});

test('a merge is proposed, and follows a game that was merged meanwhile; then it can only be refused', async () => {
  const [kept, gone] = [GAME.firstFiller, GAME.firstFiller + 1];
  const path = `${pathOf(gone)}/merge`;
  const page = await ada.open(`${path}?with=${kept}`);
  assert.ok(!page.text.includes('value="different"'));
  const different = await ada.submit(path, { decision: 'different', source: 'x' });
  assert.equal(different.status, 400);
  const without = await ada.send(`${path}?with=${kept}`, path, { decision: 'merge' });
  assert.match(without.text, /id="source-problem">/);
  const sent = await ada.submit(path, { decision: 'merge', source: 'Both boxes' });
  assert.equal(sent.path, DONE, readable(sent.text));
  const title = await propose(ada, pathOf(gone), { title: 'Of the game that goes' });
  assert.equal(title.path, DONE);
  const merge = `/operator/games/${gone}/merge`;
  await boss.send(`${merge}?with=${kept}`, merge, { decision: 'merge' });
  const queue = readable((await boss.open(QUEUE)).text);
  assert.match(queue, /It can only be refused: its game was removed, is hidden, or is one with the other by now/);
  const accepted = await decide(await lastInQueue(), { decision: 'accept' });
  assert.equal(accepted.path, `${QUEUE}?done=accepted`, readable(accepted.text));
  await until(async () => (await game(kept)).title === 'Of the game that goes');
  const [, left = ''] = /id="proposal-(\d+)"/.exec((await boss.open(QUEUE)).text) ?? [];
  const late = await boss.submit(`${QUEUE}/${left}`, { decision: 'accept' });
  assert.equal(late.status, 409);
  const unsaid = await boss.submit(`${QUEUE}/${left}`, { decision: 'refuse', answer: ' ' });
  assert.match(unsaid.text, new RegExp(`id="answer-${left}-problem">`));
  const refused = await boss.submit(`${QUEUE}/${left}`, { decision: 'refuse', answer: 'They are one <already>.' });
  assert.equal(refused.path, `${QUEUE}?done=refused`);
  assert.match(readable((await ada.open(OWN)).text), /Refused[\s\S]*Answer: They are one <already>\./);
});

test('a proposal for a game that changed meanwhile shows the value then and now, and nothing is accepted unseen', async () => {
  const id = GAME.eszett;
  const before = (await game(id)).title;
  await propose(ada, pathOf(id), { title: 'Proposed title' });
  const path = await lastInQueue();
  const seen = hiddenFields(await boss.open(QUEUE), path);
  const editor = `/operator/games/${id}`;
  await boss.submit(editor, { ...(await readForm(boss, editor)), title: 'Title by now' });
  const unseen = await decide(path, { ...seen, decision: 'accept' });
  assert.equal(unseen.status, 409);
  assert.match(readable(unseen.text), /this game was changed after you opened the page/);
  const queue = readable(unseen.text);
  assert.ok(queue.includes('− Title by now\n+ Proposed title'), queue);
  assert.match(queue, new RegExp(`Changed since it was proposed:\\s*Title\\s*− ${before}\n\\+ Title by now`));
  await decide(path, { decision: 'accept' });
  await until(async () => (await game(id)).title === 'Proposed title');
});

test('of two operators who accept at once one wins, and the other is told', async () => {
  await addPerson(server, 'chief@example.org', 'operator');
  const chief = await signIn(server, 'chief@example.org');
  await propose(ada, pathOf(GAME.japanese), { title: 'Once' });
  const path = await lastInQueue();
  await chief.open(QUEUE);
  await boss.open(QUEUE);
  const both = await Promise.all([boss, chief].map((browser) => browser.submit(path, { decision: 'accept' })));
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409]);
  assert.match(
    readable(both.find(({ status }) => status === 409)?.text ?? ''),
    /this proposal was decided meanwhile|this game was changed/,
  );
  const history = readable((await boss.open(`/operator/games/${GAME.japanese}`)).text);
  assert.equal(history.match(/Proposed by/g)?.length, 1);
});

test('a cover waits where nobody can fetch it, and is shown with author and licence when it is accepted', async () => {
  const id = GAME.accented;
  const path = `${pathOf(id)}/pictures`;
  const form = hiddenFields(await ada.open(path), path);
  const fields = { ...form, kind: 'Front Cover', platform: 'NES', source: 'My shelf', caption: 'The box' };
  const red = await png({ colour: 'red' });
  const unnamed = await ada.upload(path, fields, [['red.png', red]]);
  assert.equal(unnamed.status, 422);
  assert.match(unnamed.text, /id="credit-problem">/);
  const credited = { ...fields, credit: 'Ada, CC BY-SA 4.0' };
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const notOne = await ada.upload(path, credited, [['x.svg', script]]);
  assert.match(readable(notOne.text), /SVG is not supported/);
  const two = await ada.upload(path, credited, [
    ['a.png', red],
    ['b.png', red],
  ]);
  assert.match(two.text, /Propose one picture at a time/);
  const large = await ada.upload(path, credited, [['large.png', Buffer.alloc(6_000_000)]]);
  assert.equal(large.status, 413);
  const sent = await ada.upload(path, credited, [['red.png', red]]);
  assert.equal(sent.headers.get('location'), DONE, readable(sent.text));
  const image = picturePath({ sha256: hash('sha256', red, 'hex'), type: 'png' });
  assert.equal((await fetch(server.url + image)).status, 404);
  assert.match((await boss.open(QUEUE)).text, /<img class="preview" src="data:image\/webp;base64,/);
  await decide(await lastInQueue(), { decision: 'accept' });
  await until(async () => (await game(id)).sample_cover?.image === server.url + image);
  assert.equal((await fetch(server.url + image)).status, 200);
  const page = readable((await openBrowser(server.url).open(`/games/${id}`)).text);
  assert.match(page, /The box\. Ada, CC BY-SA 4\.0/);
});

test('a stranger can neither withdraw nor decide a proposal; its owner can', async () => {
  await propose(ada, pathOf(GAME.bare), { title: 'Mine' });
  const path = await lastInQueue();
  const withdraw = `${OWN}/${path.split('/').at(-1)}/withdraw`;
  const { browser: eve } = await addSignedIn(server, 'eve@example.org');
  const token = hiddenFields(await eve.open('/profile'), '/profile/keys');
  assert.ok(!(await eve.open(OWN)).text.includes('Mine'));
  assert.equal((await eve.post(withdraw, token)).status, 404);
  assert.equal((await eve.post(path, { ...token, decision: 'accept' })).status, 403);
  assert.equal((await ada.post(withdraw, {})).status, 403, 'without the token');
  const own = await ada.send(OWN, withdraw);
  assert.equal(own.path, `${OWN}?done=withdrawn`);
  assert.equal((await boss.submit(path, { decision: 'accept' })).status, 409);
  const again = await ada.post(withdraw, hiddenFields(await ada.open('/profile'), '/profile/keys'));
  assert.equal(again.status, 409);
});

test('hidden games, markup and huge texts are refused, and nothing that operators do alone is in the form', async () => {
  const id = GAME.bare;
  const path = pathOf(id);
  const fields = await readForm(ada, path);
  assert.ok(!('description' in fields) && !(await ada.open(path)).text.includes('/hide'));
  const markup = await propose(ada, path, { title: '<img src=x onerror=alert(1)>' });
  assert.match(markup.text, /id="title-problem">[^<]*HTML/);
  const long = await propose(ada, path, { alternate_titles: 'x'.repeat(70_000) });
  assert.equal(long.status, 422);
  assert.match(readable(long.text), /This is too much for one proposal/);
  const unsourced = await propose(ada, path, { title: 'Other', source: '\u0000' });
  assert.match(unsourced.text, /id="source-problem">Remove control characters/);
  const unchanged = await propose(ada, path, {});
  assert.match(readable(unchanged.text), /You changed nothing/);
  for (const tail of ['/hide', '/revert', '/split', '/pictures/change'])
    assert.equal((await ada.post(`${path}${tail}`, fields)).status, 404, tail);
  await boss.send(`/operator/games/${id}`, `/operator/games/${id}/hide`);
  assert.equal((await ada.open(path)).status, 404);
  const merge = `${pathOf(GAME.last)}/merge`;
  const form = hiddenFields(await ada.open(`${merge}?with=${GAME.chess}`), merge);
  const pair = [id, GAME.last].toSorted((a, b) => a - b).join('-');
  const hidden = await ada.post(merge, { ...form, decision: 'merge', source: 'x', pair });
  assert.equal(hidden.status, 404, 'its title would be shown');
});

test('an operator sees all that one click would publish', async () => {
  const titles = Array.from({ length: 25 }, (_, i) => `Other ${i} | Title of a port`).join('\n');
  const sent = await propose(ada, pathOf(GAME.last), { alternate_titles: titles });
  assert.equal(sent.path, DONE, readable(sent.text));
  assert.match(readable((await boss.open(QUEUE)).text), /Other 24/);
});

test('while another import runs, changes are proposed all the same', async () => {
  await withStore(server.config, (store) =>
    store.catalog.write(async () => {
      const sent = await propose(ada, pathOf(GAME.last), { title: 'Not too early' });
      assert.equal(sent.path, DONE, readable(sent.text));
    }),
  );
});

test('an account that sends too much waits, one that is suspended is out, and one that is deleted takes what is open along', async () => {
  const { browser: mob, accountId } = await addSignedIn(server, 'mob@example.org');
  let answer = await propose(mob, pathOf(GAME.everything), { title: 'Spam 0' });
  for (let i = 1; answer.status === 200 && i < 40; i++)
    answer = await propose(mob, pathOf(GAME.everything), { title: `Spam ${i}` });
  assert.equal(answer.status, 429);
  assert.match(readable(answer.text), /you sent many proposals; wait 30 minutes/);
  assert.match(answer.text, /value="Spam 30"/);
  const suspended = await decide(await lastInQueue(), { decision: 'suspend', answer: 'No spam.' });
  assert.equal(suspended.path, `/operator/accounts/${accountId}?done=suspended`);
  assert.ok(!(await boss.open(QUEUE)).text.includes('Spam'));
  assert.match((await mob.open(pathOf(GAME.everything))).path, /^\/signin/);
  await boss.send(`/operator/accounts/${accountId}`, `/operator/accounts/${accountId}/resume`);
  server.now += 60 * 60 * 1000;
  const back = await signIn(server, 'mob@example.org');
  assert.equal(readable((await back.open(OWN)).text).match(/No spam\./g)?.length, 30);
  assert.equal((await propose(back, pathOf(GAME.everything), { title: 'Sorry' })).path, DONE);
  const path = await lastInQueue();
  await withStore(server.config, (store) => store.accounts.removeAccount(accountId));
  assert.ok(!(await boss.open(QUEUE)).text.includes(`action="${path}"`));
});
