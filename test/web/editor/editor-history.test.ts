import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWithOperator } from '../../support/accounts.ts';
import { hiddenFields, readable, type Shown } from '../../support/browser.ts';
import { writeBundle } from '../../support/samples/bundle.ts';
import { TWINS_CATALOG } from '../../support/samples/entries.ts';
import { on, release } from '../../support/samples/layers.ts';

const { server, boss } = await startWithOperator({}, TWINS_CATALOG);

const TEXT = `A frog hops from stone to stone. ${'The river is wide and the stones are few. '.repeat(5)}It drowns easily.`;
const GAMES = [
  {
    key: 'own:frog',
    title: 'Frog',
    description: TEXT,
    alternate_titles: [
      { title: 'Grenouille', description: 'French title' },
      { title: 'Frosch', description: 'German title' },
    ],
    platforms: [on('nes', release('1990', 'Japan', 'acme'), release('1991', 'France', 'bolt'))],
  },
  { key: 'own:toad', title: 'Toad', platforms: [on('nes')] },
];
const { platforms, companies } = TWINS_CATALOG;
await server.import(writeBundle({ platforms, companies, games: GAMES }, { source: 'own' }));
const [FROG, TOAD] = [7, 8];
const editor = (id: number) => `/operator/games/${id}`;
const historyOf = ({ text }: Shown) => readable(text.slice(text.indexOf('id="history"'))).replaceAll(/\s+/g, ' ');

async function edit(id: number, fields: Record<string, string>): Promise<Shown> {
  const saved = await boss.submit(editor(id), { ...hiddenFields(await boss.open(editor(id)), editor(id)), ...fields });
  assert.equal(saved.path, `${editor(id)}?done=edited`, readable(saved.text));
  return saved;
}

test('the history has the old and the new value of each field, here and on the page of all corrections', async () => {
  const titles = 'Grenouille | French title\nRana | Spanish title';
  const saved = await edit(FROG, {
    title: 'The <Frog>',
    description: TEXT.replace('easily', 'at once').replace('hops', 'leaps'),
    alternate_titles: titles,
  });
  const changes = [
    /Title ?− Frog \+ The <Frog> ?Other titles/,
    /Other titles ?− Frosch \(German title\) \+ Rana \(Spanish title\) ?Description/,
    /Description ?− A frog hops from stone to stone\. ?− It drowns easily\. ?\+ A frog leaps from stone to stone\. ?\+ It drowns at once\./,
  ];
  for (const page of [saved, await boss.open('/operator/corrections')])
    for (const change of changes)
      assert.match(page === saved ? historyOf(page) : readable(page.text).replaceAll(/\s+/g, ' '), change);
  assert.match(saved.text, /<del>− <bdi>Frog<\/bdi><\/del>/);
});

test('a reverted change says what came back', async () => {
  const reverted = await boss.submit(`${editor(FROG)}/revert`);
  const [, undone = ''] = historyOf(reverted).split('Reverted by boss@example.org');
  assert.match(
    undone,
    /Title ?− The <Frog> \+ Frog ?Other titles ?− Rana \(Spanish title\) \+ Frosch \(German title\) ?Description/,
  );
});

test('a value that was empty, or is now, is called none', async () => {
  await edit(TOAD, { title: 'Toad', description: 'Warts.' });
  const history = historyOf(await edit(TOAD, { title: 'Toad', description: '' }));
  assert.match(history, /Description ?− Warts\. .*Description ?\+ Warts\./);
});

test('of changed releases, those that were removed and added are listed', async () => {
  const path = `${editor(FROG)}/platforms/${/platforms\/(\d+)"/.exec((await boss.open(editor(FROG))).text)?.[1]}`;
  const saved = await boss.send(path, path, {
    releases: '2',
    r0_release_date: '1990',
    r0_countries: 'Japan',
    r0_companies: 'Published by: Acme',
    r1_release_date: '1992',
    r1_countries: 'France',
    r1_companies: 'Published by: Bolt',
  });
  assert.equal(saved.path, `${path}?done=edited`, readable(saved.text));
  assert.match(
    historyOf(await boss.open(editor(FROG))),
    /Releases ?− NES: 1991 · France · Published by Bolt \+ NES: 1992 · France · Published by Bolt /,
  );
});
