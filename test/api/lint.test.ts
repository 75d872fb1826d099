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

test('the linter finds nothing in any document', () => {
  const folder = temporaryFolder('lint');
  const files = (['any', ...FORMATS] as const).map((format) => {
    const document = openapiDocument({ publicUrl: 'https://games.example.org', format });
    writeFileSync(join(folder, `${format}.json`), JSON.stringify(document));
    return `${format}.json`;
  });
  const options = ['--config', CONFIG, '--format', 'github-actions', '--max-problems', '1000'];
  const { stdout, stderr } = spawnSync(process.execPath, [REDOCLY, 'lint', ...options, ...files], {
    cwd: folder,
    env: { ...process.env, ...OFFLINE },
    encoding: 'utf8',
  });
  assert.match(stderr, /Your API descriptions are valid/);
  assert.equal(stdout.trim(), '');
});
