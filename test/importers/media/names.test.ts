import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PictureFacts, parseFileName } from '../../../src/importers/media/folders.ts';

const NAMES: Record<string, PictureFacts> = {
  'front.jpg': { scan_of: 'Front Cover', countries: [] },
  'Front Cover.PNG': { scan_of: 'Front Cover', countries: [] },
  'front-2.webp': { scan_of: 'Front Cover', countries: [] },
  'box_back.jpg': { scan_of: 'Back Cover', countries: [] },
  'back (Japan).jpg': { scan_of: 'Back Cover', countries: ['Japan'] },
  'front (Germany, France).jpg': { scan_of: 'Front Cover', countries: ['Germany', 'France'] },
  'front (Limited Edition).jpg': { scan_of: 'Front Cover', countries: [], description: 'Limited Edition' },
  'spine-sides.jpg': { scan_of: 'Spine/Sides', countries: [] },
  'disc 2.png': { scan_of: 'Media', countries: [] },
  'media.png': { scan_of: 'Media', countries: [] },
  'reference-card.png': { scan_of: 'Reference Card', countries: [] },
  'screenshot-01.png': { countries: [] },
  '0007.png': { countries: [] },
  'IMG_2024.jpg': { countries: [] },
  '02 - the first level.png': { countries: [], caption: 'The first level' },
  'title_screen.png': { countries: [], caption: 'Title screen' },
  'fight (second round).png': { countries: [], caption: 'Fight (second round)' },
  'front line.png': { countries: [], caption: 'Front line' },
  'スタート画面.png': { countries: [], caption: 'スタート画面' },
  'a <b>bold</b> move.png': { countries: [], caption: 'A b bold /b move' },
};

test('the name of a file says what the picture shows', () => {
  for (const [name, facts] of Object.entries(NAMES)) assert.deepEqual(parseFileName(name), facts, name);
});
