import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { convert, listXml, machinesXml, writeLists } from '../../support/samples/mame.ts';
import { writeTemporary } from '../../support/samples/sources.ts';

const good = listXml('nes', [{ name: 'hop', description: 'Hop (USA)', year: '1990', publisher: 'Acme' }]);
/** The description is in line 5. */
const withTitle = (title: string) => good.replace('Hop', title);

const laughs = `<!DOCTYPE softwarelist [
<!ENTITY ha0 "ha">
${Array.from({ length: 30 }, (_, i) => `<!ENTITY ha${i + 1} "${`&ha${i};`.repeat(10)}">`).join('\n')}
]><softwarelist name="nes"><software name="x"><description>&ha30;</description></software></softwarelist>`;
const external = `<!DOCTYPE softwarelist [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<softwarelist name="nes"><software name="x"><description>&x;</description></software></softwarelist>`;
const longName = Buffer.concat([
  Buffer.from('<softwarelist name="nes">\n<software name="'),
  Buffer.alloc(10_000_000, 'x'),
  Buffer.from('"></software></softwarelist>'),
]);

const BAD: [name: string, content: string | Buffer, says: RegExp, file?: string][] = [
  ['an ampersand', withTitle('Hop & Skip'), /^nes\.xml:\d+: .*, in the entry that begins in line 4; nothing/],
  ['a truncated list', good.slice(0, -30), /^nes\.xml:8: not well-formed XML: unclosed tag: part/],
  ['200,000 elements', withTitle('<a/>'.repeat(200_000)), /^nes\.xml:5: more than 100000 elements, in the entry/],
  ['an empty file', '', /^nes\.xml:1: not well-formed XML: document must contain a root element/],
  ['a file of another kind', '<html><body/></html>', /^nes\.xml:1: it begins with <html>, where <softwarelist> was/],
  ['recursive entities', laughs, /^nes\.xml:33: not well-formed XML: undefined entity/],
  ['an external entity', external, /^nes\.xml:2: not well-formed XML: undefined entity/],
  ['UTF-16', Buffer.from(`\ufeff${good}`, 'utf16le'), /^nes\.xml is not UTF-8/],
  ['a truncated character at the end', Buffer.concat([Buffer.from(good), Buffer.of(0xc3)]), /^nes\.xml is not UTF-8/],
  ['an attribute of 10 MB', longName, /^nes\.xml:2: 4 MB without a new <software>, which no list has/],
  ['a text of 5 MB', withTitle('x'.repeat(5_000_000)), /^nes\.xml:5: 4 MB without a new <software>/],
  ['endless elements', `<softwarelist>${'<a>'.repeat(2_000_000)}`, /^nes\.xml:1: more than 100 nested elements/],
  ['a truncated gzip file', gzipSync(good).subarray(0, 100), /^nes\.xml\.gz cannot be read: unexpected/, 'nes.xml.gz'],
  ['a damaged gzip file', damaged(), /^nes\.xml\.gz( cannot be read|:\d+: not well-formed)/, 'nes.xml.gz'],
  ['a gzip bomb', gzipSync(' '.repeat(20_000_000)), /^nes\.xml\.gz:1: 4 MB without a new <soft/, 'nes.xml.gz'],
];

function damaged(): Buffer {
  const bytes = gzipSync(good.repeat(50));
  return bytes.fill(0x55, bytes.length >> 1, (bytes.length >> 1) + 8);
}

for (const [name, content, says, file = 'nes.xml'] of BAD)
  test(`${name} is reported with file and line, and nothing is written`, () =>
    assertRefused([writeTemporary(file, content)], {}, says));

test('errors in the list of machines are reported in the same way', async () => {
  const paths = [writeLists({ nes: [] })];
  const content = machinesXml([{ name: 'hop', description: 'Hop' }]).replace('</year>', '');
  const says = /^machines\.xml:10: not well-formed XML: /;
  await assertRefused(paths, { listxml: writeTemporary('machines.xml', content) }, says);
});

async function assertRefused(paths: string[], flags: Record<string, string>, says: RegExp): Promise<void> {
  await assert.rejects(convert(paths, flags), (error: Error) => {
    assert.equal(error.name, 'OperatorError');
    assert.match(error.message.replace(/^\S*\/(?=nes|machines)/, ''), says);
    assert.match(error.message, /; nothing was imported$/);
    return true;
  });
}

const FINE: [name: string, content: string][] = [
  ['a DOCTYPE with an address', good.replace('"softwarelist.dtd"', '"http://127.0.0.1:1/softwarelist.dtd"')],
  ['a byte order mark of UTF-8', `\ufeff${good}`],
  ['unknown elements', good.replace('<year>', '<__proto__ x="1"/><constructor/><year>')],
  ['an entry in a comment', good.replace('<year>', `<!-- <![CDATA[ ${good.slice(22)} --><year>`)],
  ['a text in CDATA', good.replace('Hop (USA)', '<![CDATA[Hop (USA)]]>')],
  ['Windows line ends', good.replaceAll('\n', '\r\n')],
  // More than one chunk.
  ['many lines', good.replace('<software ', `${'<!-- \u00e9\u00e9\u00e9 -->\n'.repeat(10_000)}<software `)],
];

test('what is well-formed is accepted', async () => {
  for (const [name, content] of FINE) {
    const { games } = await convert([writeTemporary('nes.xml', content)]);
    assert.equal(games.map(({ title }) => title).join(), 'Hop', name);
  }
});

test('an oversized entry is truncated', async () => {
  const many = (text: (i: number) => string) => Array.from({ length: 20_000 }, (_, i) => text(i)).join('');
  const parts = `${many((i) => `<info name="serial" value="S-${i}"/>`)}${many((i) => `<part interface="${i}"/>`)}`;
  const xml = good.replace('Hop (USA)', `Hop (${many((i) => `a tag ${i},`)})`).replace('<part ', `${parts}<part `);
  const { games } = await convert([writeTemporary('nes.xml', xml)]);
  const [release] = games[0]?.platforms[0]?.releases ?? [];
  assert.equal(release?.product_codes.length, 1000);
  assert.ok((release?.description?.length ?? 0) < 20_000);
});

test('names of object properties, such as constructor, are ordinary names of regions and machines', async () => {
  const lists = { nes: [{ name: 'constructor', description: 'Hop', sharedfeat: { compatibility: 'constructor' } }] };
  const { games } = await convert([writeLists(lists)]);
  assert.deepEqual(games[0]?.platforms[0]?.releases?.[0]?.countries, []);
});
