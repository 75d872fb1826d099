import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { sharedServer } from '../support/servers/server.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

// The generators need the compiler API of TypeScript, which our version no longer has. A second package of that name would
// install a second `tsc`.
const API = import.meta.resolve('@ts-morph/common/dist/typescript.js');
registerHooks({ resolve: (name, context, next) => next(name === 'typescript' ? API : name, context) });
const { default: openapiTypescript, astToString } = await import('openapi-typescript');
const { createClient } = await import('@hey-api/openapi-ts');

const server = await sharedServer();
const folder = temporaryFolder('clients');
symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
const guide = readFileSync(join(ROOT, 'docs/guide.md'), 'utf8')
  .split('## A client with types')[1]
  ?.replaceAll('http://localhost:8080', server.url)
  .replaceAll('YOUR_KEY', server.key)
  .replaceAll('zelda', 'chess') as string;

/** What must compile against the types of each document, and what must not. */
const CASES: Record<string, string> = {
  'use-any.ts': `
    const { data, error } = await ludex.GET('/games');
    if (error) throw new Error(\`\${error.code} \${error.error} \${error.message}\`);
    const title: string = data.games[0].title;
    const year: string | null | undefined = data.games[0].platforms?.[0].first_release_date;
    // @ts-expect-error: not in the document
    data.games[0].nonsense;
    const recent = await ludex.GET('/games/recent');
    for (const game of recent.data?.games ?? []) console.log(typeof game === 'number' ? game + 1 : game.title);
    // @ts-expect-error: an unknown format
    ludex.GET('/games', { params: { query: { format: 'full' } } });
    console.log(title, year);`,
  'use-normal.ts': `
    const query = { include: ['details', 'sources'] } as const;
    const { data } = await ludex.GET('/games', { params: { query: { include: [...query.include] } } });
    const date: string | null | undefined = data?.games[0].platforms[0].releases?.[0].release_date;
    // @ts-expect-error: an unknown name
    ludex.GET('/games', { params: { query: { include: ['everything'] } } });
    // @ts-expect-error: the default is another format
    await ludex.GET('/games/recent');
    console.log(date);`,
  'use-id.ts': `
    const { data } = await ludex.GET('/games', { params: { query: { format: 'id' } } });
    const recent = await ludex.GET('/games/recent');
    const ids: number[] = [...(data?.games ?? []), ...(recent.data?.games ?? [])];
    console.log(ids);`,
  'use-hey-any.ts': `
    import { listGames, listRecentGames } from './hey-any';
    const { data, error } = await listGames();
    if (error) throw new Error(error.message);
    const title: string = data.games[0].title;
    const ids: number[] | undefined = (await listRecentGames()).data?.games.filter((game) => typeof game === 'number');
    // @ts-expect-error: not in the document
    data.games[0].nonsense;
    console.log(title, ids);`,
};

/** The beginning of a program that uses the types of a document. */
const clientOf = (document: string) => `
    import createClient from 'openapi-fetch';
    import type { paths } from './${document}.d.ts';
    const ludex = createClient<paths>();`;

/** Runs the generators by the names of their commands. */
const GENERATORS: Record<string, (input: string, output: string) => Promise<unknown>> = {
  'openapi-typescript': async (input, output) =>
    writeFileSync(output, astToString(await openapiTypescript(new URL(input)))),
  '@hey-api/openapi-ts': (input, output) => createClient({ input, output, logs: { level: 'silent' } }),
};

test('clients generated as in the guide compile, have the types of every format, and run', async () => {
  const commands = Array.from(guide.matchAll(/^npx (\S+) (.+)$/gm), ([, name, words]) => `${name} ${words}`);
  assert.equal(commands.length, 2);
  const url = (format: string) => `${server.url}/v1/openapi.json?format=${format}`;
  const types = ['any', 'normal', 'id'].map((format) => `openapi-typescript ${url(format)} --output ${format}.d.ts`);
  const client = `@hey-api/openapi-ts --input ${url('any')} --output hey-any`;
  for (const command of [...commands, ...types, client]) await generate(command.replaceAll("'", ''));

  const samples = Array.from(guide.matchAll(/^```ts\n([\s\S]*?)^```/gm), ([, code]) => code as string);
  const programs = { ...CASES, ...Object.fromEntries(samples.map((code, i) => [`guide-${i}.ts`, code])) };
  for (const [name, code] of Object.entries(programs)) {
    const [, document] = /^use-(any|normal|id)\.ts$/.exec(name) ?? [];
    writeFileSync(join(folder, name), `${document ? clientOf(document) : ''}${code}`);
  }
  await compile(Object.keys(programs));

  const { stdout } = await run(process.execPath, [join(folder, 'guide-0.ts')]);
  assert.equal(stdout, 'Chess for Three 2\n');
});

async function generate(command: string): Promise<void> {
  const [name = '', ...args] = command.split(' ');
  const options = { input: { type: 'string' }, output: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  await GENERATORS[name]?.(values.input ?? (positionals[0] as string), join(folder, values.output as string));
}

/** Strict, as in a project with a bundler. */
async function compile(files: string[]): Promise<void> {
  const options = { module: 'preserve', target: 'esnext', strict: true, noEmit: true, skipLibCheck: true, types: [] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, '--project', folder]).catch(({ stdout }) => assert.fail(stdout));
}
