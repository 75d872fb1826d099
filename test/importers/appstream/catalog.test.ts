import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { convertAppstream } from '../../../src/importers/appstream/convert.ts';
import { NO_CORRECTIONS } from '../../../src/importers/importer.ts';
import { catalogText, component, convertCatalogs, writeCatalog } from '../../support/appstream.ts';
import { temporaryFolder } from '../../support/bundle.ts';

const good = catalogText([component(), component({ ID: 'skip', Name: { C: '2048' } })]);

const READABLE: [name: string, content: string | Buffer, file?: string][] = [
  ['compression', gzipSync(good), 'Components-amd64.yml.gz'],
  ['directives, comments and ends of documents', `%YAML 1.2\n# made today\n${good.replaceAll('\n---', '\n...\n---')}`],
  ['Windows line ends', good.replaceAll('\n', '\r\n')],
  ['a byte order mark', `\ufeff${good}`],
  ['no marker before the first document', good.slice('---\n'.length)],
  ['a document on the line of its marker', good.replace('---\nFile:', '--- # head\nFile:')],
  ['an empty document at the end', `${good}---\n`],
  ['dashes in a text', good.replace('A game about', 'A game\n    --- and more about')],
];

for (const [name, content, file] of READABLE) {
  test(`a catalog with ${name} is read`, async () => {
    const { games, counts } = await convertCatalogs([writeCatalog(content, file)]);
    assert.deepEqual(
      games.map(({ title }) => title),
      ['Hop', '2048'],
    );
    assert.equal(counts.components, 2);
  });
}

test('documents are found across the chunks of a file', async () => {
  const many = Array.from({ length: 400 }, (_, i) =>
    component({ ID: `g${i}`, Description: { C: 'x'.repeat(1000 + i * 3) } }),
  );
  assert.equal((await convertCatalogs([writeCatalog(catalogText(many))])).games.length, 400);
});

test('YAML aliases are resolved', async () => {
  const text = good
    .replace('Name:\n  C: Hop\n', 'Name: &name\n  C: Hop\n')
    .replace(/Summary:\n.*\n/, 'Summary: *name\n');
  const { games } = await convertCatalogs([writeCatalog(text)]);
  assert.equal(games[0]?.description, 'A game about hopping.');
});

const bomb = `---\nType: &a [Game, x]\n${'bcdefgh'
  .split('')
  .map((name, i) => `${name}: &${name} [${`*${'abcdefgh'[i]}, `.repeat(9)}]\n`)
  .join('')}`;
const lines = good.split('\n').length;

const BROKEN: [name: string, content: string | Buffer, says: RegExp, file?: string][] = [
  ['an empty file', '', /yml:1: it is empty/],
  ['a file of another kind', '<html>\n</html>\n', /yml:1: it is not a DEP-11 catalog/],
  ['another YAML', '---\nFile: Game\n', /yml:1: it is not a DEP-11 catalog: its first document lacks/],
  ['a list that is not closed', `${good}---\nCategories: [Game\n`, new RegExp(`yml:${lines + 2}: not valid YAML: `)],
  ['a name twice', `${good}---\nID: Game\nID: b\n`, new RegExp(`yml:${lines + 2}: not valid YAML: .*unique`)],
  ['an alias bomb', good + bomb, new RegExp(`yml:${lines}: .*Excessive alias count`)],
  ['an alias without an anchor', `${good}---\nGame: *none\n`, /Unresolved alias/],
  ['deeply nested lists', `${good}---\nGame: ${'['.repeat(20_000)}`, /not valid YAML: /],
  ['another encoding', Buffer.from(good.replace('Hop\n', 'H\u00f6p\n'), 'latin1'), /yml:\d+: it is not UTF-8/],
  ['an incomplete character at the end', Buffer.concat([Buffer.from(good), Buffer.from([0xc3])]), /it is not UTF-8/],
  ['a very long document', `${good}---\nGame: ${'x'.repeat(5_000_000)}`, /4 MB without the start of another document/],
  ['a truncated gzip file', gzipSync(good).subarray(0, 60), /cannot be read: unexpected end of file/, 'c.yml.gz'],
];

for (const [name, content, says, file] of BROKEN) {
  test(`${name} is reported with file and line, and nothing is written`, async () => {
    const folder = join(temporaryFolder('appstream'), 'bundle');
    const work = convertAppstream({
      paths: [writeCatalog(content, file)],
      flags: { strict: '' },
      corrections: NO_CORRECTIONS,
      folder,
      onProgress: () => {},
    });
    await assert.rejects(work, { name: 'OperatorError', message: says });
    assert.equal(existsSync(folder), false);
  });
}

test('a missing path and a folder are reported', async () => {
  await assert.rejects(convertCatalogs(['/no/such.yml']), {
    message: '/no/such.yml cannot be read (no such file or directory)',
  });
  await assert.rejects(convertCatalogs([temporaryFolder('empty')]), /is a folder; name the catalogs in it/);
});
