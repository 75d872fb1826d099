import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CoverText } from '../../src/catalog/render/generated-cover.ts';
import { openDrawingProcess } from '../../src/covers/drawing-process.ts';
import { fontsFolder } from '../../src/covers/fonts.ts';
import { splitTitle, UNKNOWN } from '../../src/covers/text.ts';
import { loadSharp } from '../../src/pictures/inspect.ts';
import { temporaryFolder } from '../support/samples/bundle.ts';
import { sharedDrawings } from '../support/samples/drawings.ts';

const sharp = await loadSharp();
const ROOT = new URL('../../', import.meta.url);
const drawings = sharedDrawings();
const drawCover = (text: CoverText, width = 600) => drawings.draw({ kind: 'cover', text, width });
const words = (title: string, platform = 'Windows', year = '1999'): CoverText => ({ title, platform, year });

/** A title in each script. */
const SCRIPTS = {
  Latin: 'Ragnarök: Čeština, Ångström & Œuvre',
  Vietnamese: 'Đường lên đỉnh Olympia',
  Greek: 'Ο Μίτος της Αριάδνης',
  Cyrillic: 'Тетрис: Ґедзь і їжак',
  Japanese: 'ゼルダの伝説 時のオカリナ',
  'simplified Chinese': '仙剑奇侠传',
  'traditional Chinese': '三國志：全面戰爭',
  Korean: '원숭이 섬의 비밀',
  Arabic: 'أساطير العرب',
  Persian: 'گرشاسپ: گرز ثریت',
  Hebrew: 'מסע אל מרכז כדור הארץ',
  Thai: 'สามก๊กฉบับวณิพก',
  Devanagari: 'महाभारत की कहानी',
  Georgian: 'ვეფხისტყაოსანი: გმირი',
  Armenian: 'Հայոց Խաղը',
  Ethiopic: 'የኢትዮጵያ ጨዋታ',
  Bengali: 'বাংলার বাঘ: শেষ যুদ্ধ',
  Gurmukhi: 'ਪੰਜਾਬ ਦਾ ਸ਼ੇਰ',
  Gujarati: 'ગુજરાતી રમત',
  Tamil: 'தமிழ் வீரன்: போர்',
  Telugu: 'తెలుగు వీరుడు శ్రీ',
  Kannada: 'ಕನ್ನಡ ಕ್ರೀಡೆ',
  Malayalam: 'മലയാളം കളി സ്ത്രീ',
  Sinhala: 'සිංහල ක්‍රීඩාව',
  Lao: 'ເກມລາວ ຜູ້ກ້າ',
  Khmer: 'ខ្មែរ ល្បែងកីឡា',
  Myanmar: 'မြန်မာ့ ဂိမ်း စွန့်စားခန်း',
};

/** Texts that could break the SVG. */
const HARD = [
  'Q',
  'The Incredibly Strange Adventures of Professor Archibald Featherstonehaugh and the Lost Temple of the Serpent King: Collector’s Edition – Director’s Cut',
  'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen',
  'Superlongword'.repeat(60),
  'word '.repeat(300),
  '長い題名'.repeat(80),
  'كلمةطويلةجدا'.repeat(40),
  'Title: '.repeat(40),
  'Ấ Ỗ Ǘ gjpqy Ấ Ỗ Ǘ gjpqy Ấ Ỗ Ǘ gjpqy',
  'ที่นี่ปู่ญี่ปุ่นกินน้ำฎุ',
  ...Object.values(SCRIPTS),
];

test('a cover is a PNG of 600 by 800 pixels, or of any other width', async () => {
  for (const [width, height] of [
    [600, 800],
    [300, 400],
    [150, 200],
  ] as const) {
    const { format, ...size } = await sharp(await drawCover(words('Elite'), width)).metadata();
    assert.deepEqual([format, size.width, size.height], ['png', width, height]);
  }
});

test('the same text gives the same bytes, another text other bytes', async () => {
  const first = await drawCover(words('Elite', 'BBC Micro', '1984'));
  assert.deepEqual(await drawCover(words('Elite', 'BBC Micro', '1984')), first);
  for (const other of [
    words('Elite II', 'BBC Micro', '1984'),
    words('Elite', 'NES', '1984'),
    words('Elite', 'BBC Micro', '1985'),
  ]) {
    assert.notDeepEqual(await drawCover(other), first);
  }
});

test('text of any length stays inside the margins', async () => {
  for (const title of HARD) {
    const { left, right, top, bottom } = await inkOf(
      words(title, 'A platform with a name that is longer than any', '1999'),
    );
    const where = `${title.slice(0, 30)}: ${left} ${top} ${right} ${bottom}`;
    assert.ok(left >= 46 && right <= 554 && top >= 94 && bottom < 396, where);
  }
});

test('titles with markup, control characters and 5,000 letters are drawn', async () => {
  const hostile = [
    '<span size="1000000">A</span>',
    '</span><b>& &amp; &#0; &lt;',
    '<<<>>>&&&;"\'',
    'A\u0000B\u0001C\u001b[31m\r\nD\u2028E\u0085F',
    'A\ud800B\udfff',
    '\u202eABC\u202d\u2066\u2067\u2069\u2069',
    `A${'\u0301'.repeat(500)}`,
    '\u200b\u200d\ufeff',
    '\u00ad\u00ad: Elite',
    '\u200d\u200d: \u2060\u2060',
    '<&\u0000>'.repeat(1250),
  ];
  for (const title of hostile) {
    const cover = await drawCover(words(title, title, title), 150);
    assert.equal((await sharp(cover).metadata()).width, 150, JSON.stringify(title));
  }
  const [escaped, plain] = [await inkOf(words('&<>', '', '')), await inkOf(words('&', '', ''))];
  assert.ok(escaped.right > plain.right);
});

test('a letter is drawn for every character of a title, in every script, and no box', async () => {
  const boxes = openDrawingProcess(folderWithoutFonts());
  try {
    for (const [script, title] of Object.entries(SCRIPTS)) {
      assert.doesNotMatch(title.replaceAll(' ', ''), UNKNOWN, script);
      const drawn = await drawCover(words(title), 150);
      assert.notDeepEqual(drawn, await boxes.draw({ kind: 'cover', text: words(title), width: 150 }), script);
    }
  } finally {
    boxes.close();
  }
});

/** Where Pango draws boxes with the number of each character. */
function folderWithoutFonts(): string {
  const covers = temporaryFolder('no-fonts');
  const folder = fontsFolder(covers);
  mkdirSync(folder);
  writeFileSync(join(folder, 'fonts.conf'), '<fontconfig></fontconfig>');
  return covers;
}

test('characters that no font has are left out; without any text the ornament fills the space', async () => {
  assert.deepEqual(await inkOf(words('🎮 Elite 🎲')), await inkOf(words('Elite')));
  const { bottom } = await inkOf(words('🎮🎲\u{13000}'));
  assert.equal(bottom, 399);
});

test('Arabic letters are joined, and a title in Hebrew is on the right', async () => {
  const widthOf = async (title: string) => {
    const { left, right } = await inkOf(words(title, '', ''));
    return right - left;
  };
  assert.ok((await widthOf('بب')) < 0.9 * (await widthOf('ب\u200cب')));
  const { left, right } = await inkOf(words('אבג', '', ''));
  assert.ok(left > 300 && right > 540, `${left} to ${right}`);
});

test('Chinese and Japanese have their own forms of a character', async () => {
  const pixels = async (title: string) =>
    sharp(await drawCover(words(title, '', '')))
      .extract({ left: 48, top: 124, width: 100, height: 120 })
      .raw()
      .toBuffer();
  assert.notDeepEqual(await pixels('直说'), await pixels('直の'));
});

test('a subtitle follows a colon or a dash between spaces, or is in brackets at the end', () => {
  const cases: [title: string, parts: string[]][] = [
    ['Castlevania: Symphony of the Night', ['Castlevania', 'Symphony of the Night']],
    ['三國志：全面戰爭', ['三國志', '全面戰爭']],
    ['Uru – Ages – Myst', ['Uru', 'Ages – Myst']],
    ['Dune - The Battle for Arrakis', ['Dune', 'The Battle for Arrakis']],
    ['東方紅魔郷 ～ the Embodiment', ['東方紅魔郷', 'the Embodiment']],
    ['Doom (2016)', ['Doom', '(2016)']],
    ['Half-Life 2', ['Half-Life 2']],
    ['12:00', ['12:00']],
    [': :', [': :']],
  ];
  for (const [title, parts] of cases) assert.deepEqual(splitTitle(title), parts);
});

test('every font has a free licence and is named in the credits', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
  for (const font of Object.keys(dependencies).filter((name) => name.startsWith('@fontsource'))) {
    const licence = readFileSync(new URL(`node_modules/${font}/LICENSE`, ROOT), 'utf8');
    assert.match(licence, /SIL OPEN FONT LICENSE/i);
    assert.ok(readFileSync(new URL('docs/credits.md', ROOT), 'utf8').includes(font.split('/')[1] as string), font);
  }
});

/** The bounding box of the text between the rule and the ornament, in pixels. */
async function inkOf(cover: CoverText): Promise<{ left: number; right: number; top: number; bottom: number }> {
  const [width, top, bottom] = [600, 94, 400];
  const { data, info } = await sharp(await drawCover(cover))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => data.readUIntBE((y * width + x) * info.channels, 3);
  const ground = at(2, top);
  const inked: [x: number, y: number][] = [];
  for (let y = top; y < bottom; y++) for (let x = 0; x < width; x++) if (at(x, y) !== ground) inked.push([x, y]);
  const [xs, ys] = [inked.map(([x]) => x), inked.map(([, y]) => y)];
  const least = (numbers: number[]) => numbers.reduce((a, b) => Math.min(a, b));
  const most = (numbers: number[]) => numbers.reduce((a, b) => Math.max(a, b));
  return { left: least(xs), right: most(xs), top: least(ys), bottom: most(ys) };
}

test('a long platform leaves room for the year', async () => {
  const platform = 'A Platform with a Name of Many Words'.repeat(3);
  const { data, info } = await sharp(await drawCover(words('Hop', platform, '1999')))
    .extract({ left: 48, top: 50, width: 504, height: 36 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isEmpty = (x: number) =>
    Array.from({ length: info.height }, (_, y) => data[y * info.width + x]).every((value) => value === data[0]);
  const columns = Array.from({ length: info.width }, (_, x) => (isEmpty(x) ? ' ' : 'x')).join('');
  assert.match(columns.trimEnd(), /x {24,}[x ]{40,}x$/);
});
