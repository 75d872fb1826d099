import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { reportSubstitute } from '../support/instead.ts';
import { writeFiles } from '../support/samples/bundle.ts';
import { until } from '../support/until.ts';
import { readBlock, readBlocks } from './blocks.ts';
import { MAME_FOLDER, makePictures, makeThumbnails, SOURCES } from './files.ts';
import { openStage, type Stage } from './stage.ts';

/** The pages are followed as they are written. docs/operating.md has files of its own. */

const MAME = '/usr/share/games/mame/hash';

/** A text of a page as a pattern: the address is another one, and `…` stands for anything. */
function patternOf(text: string, { port }: Stage): RegExp {
  const escaped = text.trimEnd().replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(escaped.replaceAll('8080', String(port)).replaceAll(/(, )?…/g, '.*'));
}

async function getGames({ port }: Stage, key: string, query: string): Promise<{ title: string }[]> {
  const answer = await fetch(`http://localhost:${port}/v1/games?${query}`, { headers: { 'x-api-key': key } });
  return ((await answer.json()) as { games: { title: string }[] }).games;
}

describe('the commands of a page do what it says, one after the other', { concurrency: 2 }, () => {
  test('README.md', async (t) => {
    const stage = await openStage(t, 'checkout');
    stage.handOver();
    // `npm ci` is run by test/world/installed.world.ts.
    await stage.follow('README.md', { 'npm ci && npm start': 'npm start' });

    const greeted = stage.terminal.stdout();
    const [greeting, answer] = [readBlock('README.md', ''), readBlock('README.md', 'json')];
    assert.match(greeted, patternOf(greeting, stage));
    const tried = /Try it: (\S+)/.exec(greeted)?.[1] as string;
    assert.match(await (await fetch(tried)).text(), patternOf(answer, stage));
    const key = new URL(tried).searchParams.get('api_key') as string;
    await until(async () => (await getGames(stage, key, 'title=skydiving%20extreme')).length === 1);
    const link = /http:\/\/localhost:\S+\/reset\S+/.exec(stage.terminal.output())?.[0] as string;
    assert.match(await (await fetch(link)).text(), /type="password"/);
  });

  test('docs/api.md, docs/guide.md and client/README.md, with their programs in all languages', async (t) => {
    const stage = await openStage(t);
    const key = await stage.serve();
    const [first = ''] = await stage.follow('docs/api.md', { YOUR_KEY: key });
    assert.match(first, patternOf(readBlock('docs/api.md', 'json'), stage));
    const answers = await stage.follow('docs/guide.md', { YOUR_KEY: key });
    assert.ok(answers.some((answer) => answer.startsWith('HTTP/1.1 200 OK')));
    const [game] = JSON.parse(readBlock('docs/guide.md', 'json', '"games"')).games;
    const [found] = await getGames(stage, key, 'title=zelda&format=brief');
    assert.deepEqual(found, { ...game, catalog_url: game.catalog_url.replace('8080', stage.port) });
    await runPrograms(t, stage, key);
  });

  test('docs/commands.md', async (t) => {
    const stage = await openStage(t);
    await stage.serve();
    await stage.follow('docs/commands.md');
    assert.match(await stage.terminal.run('check', 'ludex key list ada@example.org'), /10000/);
  });

  test('docs/importing.md', async (t) => {
    const stage = await openStage(t);
    writeFiles(stage.home, await makePictures());
    stage.handOver();
    await stage.serve();
    await stage.follow('docs/importing.md');
    const counts = await stage.terminal.run('check', 'ludex status; ludex status --data elsewhere');
    const games = Array.from(counts.matchAll(/^games +(\d+)$/gm), ([, count]) => count);
    assert.deepEqual(games, ['245', '245']);
  });

  test('docs/mirrors.md', async (t) => {
    const stage = await openStage(t);
    const key = await stage.serve();
    await stage.follow('docs/mirrors.md', { YOUR_KEY: key });
    assert.match(
      stage.terminal.stdout(),
      /The catalog has everything that [\s\S]*following {2}http.*: everything of \d+ seconds ago/,
    );
    const listed = await stage.terminal.run(
      'check',
      'ludex import games.tar.zst --data part --json; ludex follow --end --data mirror',
    );
    assert.match(listed, /"added":2,[\s\S]*The catalog no longer follows /);
  });

  test('docs/programs.md', async (t) => {
    const stage = await openStage(t);
    writeFiles(stage.home, { 'roms/snes/Super Metroid (USA).sfc': 'x', 'roms/psx/Nothing.bin': 'x' });
    stage.handOver();
    const key = await stage.serve();
    await stage.follow('docs/programs.md', { YOUR_KEY: key });
    const list = await stage.terminal.run('check', 'cat roms/snes/gamelist.xml; ls roms/snes/images');
    assert.match(list, /<name>Super Metroid<[\s\S]*Super Metroid \(USA\)-thumb\.png\n$/);
  });

  test('docs/sources.md', async (t) => {
    const stage = await openStage(t);
    writeFiles(stage.home, { ...SOURCES, ...(await makeThumbnails()) });
    stage.handOver();
    await stage.follow('docs/sources.md', { [MAME]: join(stage.home, MAME_FOLDER) });
    const status = JSON.parse(await stage.terminal.run('check', 'ludex source list --json'));
    const names = status.map(({ source }: { source: string }) => source).sort();
    assert.deepEqual(names, [
      'appstream',
      'dats',
      'derived',
      'gamedatabase',
      'gametdb',
      'launchbox',
      'libretro',
      'libretro-thumbnails',
      'mame',
      'mame-history',
      'mame-machines',
      'mame-support',
      'wikidata',
      'wikipedia',
      'zxdb',
    ]);
  });
});

/** How a program of each language is run. */
const RUNNERS: Record<string, [file: string, command: string]> = {
  js: ['p.mjs', 'node'],
  python: ['p.py', 'python3'],
  go: ['p.go', 'go run'],
  php: ['p.php', 'php'],
  csharp: ['p.cs', 'dotnet run'],
};

/** The programs of the guide and the client, with the key in place. */
async function runPrograms(t: { diagnostic(text: string): void }, { terminal, home, port }: Stage, key: string) {
  const translate = (text: string) => text.replaceAll('YOUR_KEY', key).replaceAll('8080', String(port));
  for (const { page, language, line, text } of ['docs/guide.md', 'client/README.md'].flatMap((page) =>
    readBlocks(page),
  )) {
    const [name, command = ''] = RUNNERS[language] ?? [];
    if (!name) continue;
    writeFiles(home, { [name]: translate(text) });
    const isThere = (await terminal.run('look', `command -v ${command.split(' ')[0]} || echo none`)).trim() !== 'none';
    if (isThere) await terminal.run(`${page}:${line}`, `${command} ${name}`);
    else reportSubstitute(t, `no ${command}, so ${page}:${line} is not run`);
  }
  assert.match(terminal.stdout(), /210 The Legend of Zelda[\s\S]*210 The Legend of Zelda/);
  assert.match(terminal.stdout(), /245 games in the copy/);
}
