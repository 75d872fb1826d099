import type { GameLine, MediaLine } from '../../src/bundle/lines.ts';
import { SCAN_OF, type ScanOf } from '../../src/catalog/model/scan-of.ts';
import type { Random } from '../../src/catalog/search/random.ts';
import { distribution, drawCount, drawHex, pick } from './random.ts';
import { writeCaption } from './text.ts';

/** Pictures per game and platform. */
const SCREENSHOTS = distribution({ 0: 0, 35: 0.4, 50: 5, 90: 14, 99: 28, 100: 200 });
const COVER_GROUPS = distribution({ 0: 0, 60: 0.4, 90: 2.6, 99: 6, 100: 15 });
const COVERS = distribution({ 0: 1, 50: 3, 90: 5, 99: 7, 100: 20 });
const SHARE_CAPTIONED = 0.9;
const SIZES = [
  [320, 200],
  [256, 224],
  [640, 480],
  [1280, 720],
  [1920, 1080],
] as const;
const COVER_COUNTRIES = ['United States', 'Japan', 'Germany', 'United Kingdom', 'France', 'Worldwide'];

/** The pictures of a game, one line per platform, sorted by key. */
export function* writeMedia(random: Random, game: GameLine): Generator<MediaLine> {
  for (const { platform } of game.platforms) {
    const screenshots = list(drawCount(random, SCREENSHOTS), () => writeScreenshot(random));
    const cover_groups = list(drawCount(random, COVER_GROUPS), () => writeCoverGroup(random));
    if (screenshots.length + cover_groups.length > 0) yield { key: game.key, platform, screenshots, cover_groups };
  }
}

function writeScreenshot(random: Random): NonNullable<MediaLine['screenshots']>[number] {
  const [width, height] = pick(random, SIZES);
  const caption = random() < SHARE_CAPTIONED ? writeCaption(random) : null;
  return { caption, ...drawUrls(random, 'png'), width, height };
}

function writeCoverGroup(random: Random): NonNullable<MediaLine['cover_groups']>[number] {
  const covers = list(drawCount(random, COVERS), (i) => ({
    scan_of: i < 2 ? (SCAN_OF[i] as ScanOf) : pick(random, SCAN_OF),
    ...drawUrls(random, 'jpg'),
    width: 800,
    height: 560 + Math.floor(random() * 575),
    description: null,
    comments: random() < 0.05 ? writeCaption(random) : null,
  }));
  return { countries: [pick(random, COVER_COUNTRIES)], comments: null, covers };
}

/** Named by hash like stored pictures, because such names do not compress. They are links: the pictures do not exist. */
function drawUrls(random: Random, type: string): { image: string; thumbnail_image: string } {
  const name = drawHex(random, 4);
  const url = `https://pictures.example.org/media/${name}`;
  return { image: `${url}.${type}`, thumbnail_image: `${url}-320.webp` };
}

function list<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => make(index));
}
