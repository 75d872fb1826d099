import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/bundle.ts';
import { newDatabase } from '../support/postgres.ts';
import { administer } from '../support/postgres-roles.ts';
import { runProgram } from '../support/program.ts';
import { until } from '../support/until.ts';

const OPERATING = fileURLToPath(new URL('../../docs/operating.md', import.meta.url));
const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));
/** Where there is none: fetches what its last word names, until it is there. */
const CURL = `curl() {
  "${process.execPath}" -e 'void async function ask() {
    const answer = await fetch(process.argv.at(-1)).catch(() => undefined);
    if (answer && answer.ok) process.stdout.write(await answer.text());
    else setTimeout(ask, 200);
  }()' -- "$@"
}`;
const FIRST_PORT = 20_000 + (process.pid % 4000) * 10;

/** The blocks of one kind under one heading, in their order. */
function blocksOf(kind: 'sh' | 'sql'): string[] {
  const section =
    readFileSync(OPERATING, 'utf8').split('## From one machine to three nodes')[1]?.split('\n## ')[0] ?? '';
  return Array.from(section.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\``, 'gms')), ([, text]) => text as string);
}

test('the text that leads from one machine to three nodes does what it says', async () => {
  const folder = temporaryFolder('fleet');
  const { stdout } = await runProgram([
    'account',
    'add',
    'me@example.org',
    '--plan',
    'unlimited',
    '--data',
    join(folder, 'data'),
  ]);
  const key = stdout.trim();
  await runProgram([
    'import',
    fileURLToPath(new URL('../../starter', import.meta.url)),
    '--data',
    join(folder, 'data'),
  ]);

  // The names of the text, with a server of the test's behind them.
  const administrator = new URL(await newDatabase());
  const name = `fleet_${process.pid}`;
  const server = `${administrator.host}/${name}?sslmode=disable`;
  const named = (text: string) => text.replaceAll(/\b(ROLE|DATABASE|OWNER) ludex\b/g, `$1 ${name}`);
  for (const statement of named(blocksOf('sql').join('\n'))
    .split(';')
    .filter((one) => one.trim() !== ''))
    await administer(administrator.href, statement);
  const script = blocksOf('sh')
    .join('\n')
    .replaceAll('postgres://ludex@db.example.org/ludex', `postgres://${name}@${server}`)
    .replaceAll('808$n', `$((${FIRST_PORT} + n))`);
  const programs = `ludex() { "${process.execPath}" "${MAIN}" "$@"; }\ncommand -v curl > /dev/null || ${CURL}\n`;
  const run = `set -e\n${programs}${script}\necho done\nwait\n`;
  const shell = spawn('bash', ['-c', run], { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  after(() => process.kill(-(shell.pid as number), 'SIGKILL'));
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk) => (output += chunk));
  await until(() => /^done$/m.test(output) || shell.exitCode !== null, 60_000);
  assert.match(output, /^games +195$/m);
  assert.match(output, /^done$/m, output);

  const answers = await Promise.all(
    [1, 2, 3].map((n) =>
      fetch(`http://localhost:${FIRST_PORT + n}/v1/games?limit=100`, { headers: { 'x-api-key': key } }),
    ),
  );
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  assert.equal(new Set(answers.map(({ headers }) => headers.get('etag'))).size, 1);
  const texts = await Promise.all(answers.map((answer) => answer.text()));
  assert.equal(new Set(texts).size, 1);
  assert.match(texts[0] as string, /https:\/\/games\.example\.org\/games\//);
});
