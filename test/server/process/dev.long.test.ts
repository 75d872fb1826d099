import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '../../../src/config.ts';
import { temporaryFolder } from '../../support/samples/bundle.ts';
import { ROOT } from '../../support/servers/checkout.ts';
import { runSqlDirectly } from '../../support/servers/engines.ts';
import { startProgram } from '../../support/servers/program.ts';
import { until } from '../../support/until.ts';

test('npm run dev restarts on a change, and logs stack traces', async () => {
  const [program, watched, ...rest] = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).scripts.dev.split(
    ' ',
  );
  assert.deepEqual([program, watched], ['node', '--watch-path=src']);
  const folder = temporaryFolder('watched');
  const [script, ...flags] = rest.toReversed();
  const env = { LUDEX_DATA: temporaryFolder('dev'), LUDEX_STARTER: 'false', LUDEX_PORT: '0' };
  const dev = startProgram([...flags, script], env, `--watch-path=${folder}`, { cwd: ROOT });
  const starts = () => Array.from(dev.output.stdout.matchAll(/serves 0 games at (\S+)/g), ([, url]) => url as string);
  await until(() => starts().length === 1);
  writeFileSync(join(folder, 'changed.ts'), '');
  await until(() => starts().length === 2);
  await runSqlDirectly(readConfig({}, env), 'catalog', 'ALTER TABLE sources RENAME TO hidden');
  await fetch(`${starts()[1]}/sources`);
  await until(() => /"stack":"Error: no such table: sources\\n {4}at /.test(dev.output.stderr));
  dev.process.kill();
  await dev.ended;
});
