import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CoverText } from '../../src/catalog/render/generated-cover.ts';
import { drawCover, drawSvg } from '../../src/covers/draw-cover.ts';
import { FAMILIES, findSlices } from '../../src/covers/fonts.ts';
import { loadSharp } from '../../src/pictures/sharp.ts';

const sharp = await loadSharp();
const ROOT = new URL('../../', import.meta.url);
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

test('the result does not depend on installed fonts', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ludex-fonts-'));
  try {
    writeFileSync(join(folder, 'fonts.conf'), '<fontconfig></fontconfig>');
    const titles = Object.values(SCRIPTS);
    const program = `
      import { hash } from 'node:crypto';
      import { drawCover } from ${JSON.stringify(new URL('src/covers/draw-cover.ts', ROOT).href)};
      for (const title of ${JSON.stringify(titles)})
        console.log(hash('sha256', await drawCover({ title, platform: 'Windows', year: '1999' }, 150)));`;
    const env = { ...process.env, FONTCONFIG_FILE: join(folder, 'fonts.conf'), HOME: folder };
    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], { env, encoding: 'utf8' });
    const here: string[] = [];
    for (const title of titles) here.push(hash('sha256', await drawCover(words(title), 150)));
    assert.deepEqual(printed.trim().split('\n'), here);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

for (const [script, title] of Object.entries(SCRIPTS)) {
  test(`every letter of a title in ${script} has a glyph`, async () => {
    const slices = await findSlices(title);
    const missing = Array.from(title.replaceAll(/[\s\p{M}]/gu, '')).filter(
      (letter) => !Array.from(slices.keys()).some((known) => known.includes(letter)),
    );
    assert.deepEqual(missing, []);
    const svg = await drawSvg(words(title, '', ''));
    for (const slice of slices.values()) {
      for (const weight of [400, 600]) {
        const box = slice.atWeight(weight).glyphToPath(0);
        assert.ok(box === '' || !svg.includes(`"${box}"`));
      }
    }
    assert.ok(outlinesOf(svg).length >= Array.from(title.replaceAll(/[\s\p{M}:：]/gu, '')).length * 0.6);
  });
}

test('unsupported characters are left out; without any text the ornament fills the space', async () => {
  const [with_, without] = [await drawSvg(words('🎮 Elite 🎲')), await drawSvg(words('Elite'))];
  assert.deepEqual(outlinesOf(with_), outlinesOf(without));
  const none = await drawSvg(words('🎮🎲'));
  assert.deepEqual(outlinesOf(none), outlinesOf(await drawSvg(words(''))));
  assert.match(none, /<svg y="92"/);
});

test('Arabic letters are joined and right-to-left', async () => {
  const joined = outlinesOf(await drawSvg(words('بب', '', '')));
  const apart = outlinesOf(await drawSvg(words('ب ب', '', '')));
  assert.notDeepEqual(joined, apart);
  const hebrew = await drawSvg(words('אבג', '', ''));
  const turned = await drawSvg(words('גבא', '', ''));
  assert.deepEqual(outlinesOf(hebrew), outlinesOf(turned).toReversed());
  const { left, right } = await inkOf(words('אבג', '', ''));
  assert.ok(left > 300 && right > 540, `${left} to ${right}`);
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

test('no title of the starter catalog is truncated', async () => {
  const titles = readFileSync(new URL('starter/games.jsonl', ROOT), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { title: string }).title);
  for (const title of titles) {
    const dots = (await findSlices('…')).get('…')?.atWeight(600);
    assert.ok(
      !(await drawSvg(words(title))).includes(dots?.glyphToPath(dots.nominalGlyph(0x2026) as number) as string),
      title,
    );
  }
});

test('the font families are exactly the font dependencies, with their licences', () => {
  const { dependencies } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'));
  const fonts = Object.values(FAMILIES).map(({ name }) => `@fontsource-variable/${name}`);
  assert.deepEqual(
    Object.keys(dependencies).filter((name) => name.startsWith('@fontsource')),
    fonts.toSorted(),
  );
  for (const font of fonts) {
    const folder = new URL(`node_modules/${font}/`, ROOT);
    assert.match(readFileSync(new URL('LICENSE', folder), 'utf8'), /SIL OPEN FONT LICENSE/i);
    assert.ok(readFileSync(new URL('docs/credits.md', ROOT), 'utf8').includes(font.split('/')[1] as string), font);
  }
});

function outlinesOf(svg: string): string[] {
  return Array.from(
    svg.matchAll(/<path transform="translate\([^)]*\)" d="([^"]*)"/g),
    ([, outline]) => outline as string,
  );
}

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
  const topOf = async (year: string) => {
    const [, first = ''] =
      /<g transform="translate\(48[^"]*"[^>]*>(.*?)<\/g>/s.exec(await drawSvg(words('Hop', platform, year))) ?? [];
    const places = [...first.matchAll(/translate\(([\d.]+) /g)].map(([, x]) => Number(x));
    return Math.max(...places);
  };
  const [alone, besideYear] = [await topOf(''), await topOf('1999')];
  assert.ok(alone > 0 && besideYear < alone, `${besideYear} ${alone}`);
});
