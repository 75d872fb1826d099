import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openapiDocument } from '../../src/api/openapi/document.ts';
import { FORMATS } from '../../src/catalog/catalog.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';

const CONFIG = fileURLToPath(new URL('redocly.yaml', import.meta.url));
const REDOCLY = fileURLToPath(import.meta.resolve('@redocly/cli/bin/cli.js'));
/** Disables telemetry and update checks. */
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

const folder = temporaryFolder('lint');
const write = (name: string, document: unknown) => writeFileSync(join(folder, name), JSON.stringify(document));

test('the linter accepts every document and finds the errors in a broken one', () => {
  const files = (['any', ...FORMATS] as const).map((format) => {
    write(`${format}.json`, openapiDocument({ publicUrl: 'https://games.example.org', format }));
    return `${format}.json`;
  });
  write('spoiled.json', spoiledDocument());
  const problems = lint([...files, 'spoiled.json']);
  assert.deepEqual(
    problems.filter((line) => !line.includes('file=spoiled.json')),
    [],
  );
  const rules = problems.map((line) => /title=([\w-]+)/.exec(line)?.[1]);
  assert.deepEqual(
    new Set(rules),
    new Set(['operation-summary', 'no-invalid-media-type-examples', 'no-unused-components']),
  );
});

/** One line for each error and warning. */
function lint(files: string[]): string[] {
  const options = ['--config', CONFIG, '--format', 'github-actions', '--max-problems', '1000'];
  const { status, stdout, stderr } = spawnSync(process.execPath, [REDOCLY, 'lint', ...options, ...files], {
    cwd: folder,
    env: { ...process.env, ...OFFLINE },
    encoding: 'utf8',
  });
  assert.equal(status, 1, stderr);
  return stdout.split('\n').filter((line) => /^::(error|warning)/.test(line));
}

/** No summary, an example of the wrong type, a schema that nothing uses. */
function spoiledDocument() {
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a document
  const document = openapiDocument({ publicUrl: 'https://games.example.org', format: 'any' }) as any;
  const { get } = document.paths['/genres'];
  delete get.summary;
  get.responses[200].content['application/json'].examples.listGenres.value.genres[0].genre_id = 'one';
  document.components.schemas.Unused = { type: 'object' };
  return document;
}
