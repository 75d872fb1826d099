import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWithOperator } from '../../support/accounts.ts';
import { readable } from '../../support/browser.ts';
import { png, writePictures } from '../../support/samples/pictures.ts';

const { server, boss } = await startWithOperator({}, { platforms: [] });

test('an operator sees how many games of each platform have pictures', async () => {
  const files = {
    'media/front.png': await png({ width: 60, height: 80 }),
    'media/title.png': await png({ width: 64, height: 60 }),
  };
  const covers = [{ scan_of: 'Front Cover', file: 'media/front.png' }];
  const screenshots = [{ caption: 'Title screen', file: 'media/title.png' }];
  assert.match(readable((await boss.open('/operator/pictures')).text), /Nothing yet/);
  await server.import(writePictures({ screenshots, cover_groups: [{ countries: [], covers }] }, files));
  const { text } = await boss.open('/operator/pictures');
  const rows = Array.from(text.matchAll(/<tr>(.*?)<\/tr>/gs), ([, row = '']) => readable(row).replaceAll(/\s+/g, ' '));
  assert.ok(
    rows.some((row) => /^NES\s*1\s*1 \(100 %\)\s*1 \(100 %\)\s*0 \(0 %\)/.test(row)),
    rows.join('\n'),
  );
});
