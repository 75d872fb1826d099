import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { writeSource } from '../support/samples/sources.ts';
import { runHere } from '../support/servers/command.ts';

const METADATA = `<LaunchBox><Game><Name>Hop</Name><DatabaseID>1</DatabaseID>
<Platform>Nintendo Virtual Boy</Platform><Overview>Hops.</Overview></Game></LaunchBox>`;
const SENTENCE =
  /^launchbox is import-only\. LaunchBox states no licence .* before you publish them\..*leaves them out\.$/m;
const CORRECTION = '{"key":"correction:hop","game":"launchbox:1","title":"Hop!"}\n';

test('an import-only source says so when it is imported, listed and exported, and an export by licence leaves it out', async () => {
  const data = temporaryFolder('import-only');
  const folder = writeSource({ 'Metadata.xml': METADATA, 'corrections.jsonl': CORRECTION });
  const run = async (...args: string[]) => {
    const result = await runHere([...args, '--data', data]);
    assert.equal(result.code, 0, result.stderr);
    return result.stdout;
  };
  assert.match(await run('import', 'launchbox', join(folder, 'Metadata.xml'), '--new-games'), SENTENCE);
  assert.doesNotMatch(await run('import', 'corrections', join(folder, 'corrections.jsonl')), SENTENCE);
  const listed = await run('source', 'list');
  assert.match(listed, SENTENCE);
  assert.match(listed, /^launchbox .* LicenseRef-not-stated +yes /m);
  assert.match(await run('export', join(data, 'all')), SENTENCE);
  assert.doesNotMatch(await run('export', join(data, 'free'), '--licences', 'CC0-1.0'), SENTENCE);
  const manifest = JSON.parse(readFileSync(join(data, 'free', 'manifest.json'), 'utf8'));
  assert.deepEqual(
    manifest.sources.map(({ id }: { id: string }) => id),
    ['corrections'],
  );
});
