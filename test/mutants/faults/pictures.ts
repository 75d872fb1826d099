import type { Faults } from '../fault.ts';

export const PICTURE_FAULTS: Faults = {
  'pictures/picture-paths.ts': [
    [
      'i === 0 || pictureWidth > (THUMBNAIL_WIDTHS[i - 1] as number)',
      'i === 0 || pictureWidth >= (THUMBNAIL_WIDTHS[i - 1] as number)',
      'pictures/concurrency',
    ],
  ],
  'pictures/fetch.ts': [
    ["['169.254.0.0', 16, 'ipv4'],", '', 'pictures/fetch'],
    ["!special.check(address, 'ipv6')", 'true', 'pictures/fetch'],
    [
      'found.find(({ address }) => !isAllowed(address))',
      'found.find(({ address }) => false && address)',
      'pictures/fetch',
    ],
    ['redirects <= MAX_REDIRECTS', 'redirects < MAX_REDIRECTS', 'pictures/fetch'],
  ],
  'pictures/inspect.ts': [
    ["if (name === 'acTL') return true;", '', 'pictures/picture-store'],
    ['(metadata.pages ?? 1) > 1 || ', '', 'pictures/picture-store'],
    ['withoutEnlargement: true', 'withoutEnlargement: false', 'pictures/picture-store'],
  ],
  'pictures/picture-store.ts': [
    [
      'if (!name || name.width !== undefined) return undefined;',
      'if (!name) return undefined;',
      'pictures/picture-store',
    ],
    ['if (exists) await spare(folder, picture.name);', '', 'pictures/clean'],
  ],
  'pictures/clean.ts': [
    ['now - file.mtimeMs < SPARED_MS', 'false', 'pictures/clean'],
    ['if (!dryRun) await rm(path, { force: true });', 'await rm(path, { force: true });', 'pictures/clean'],
    ['if (!dryRun) await pruneJournal(folder);', '', 'pictures/clean'],
  ],
  'pictures/file-maker.ts': [
    ['if (started) return started;', '', 'covers/cover-cache'],
    ['if (queue.waiting >= MAX_QUEUED) throw new PicturesBusy();', '', 'pictures/concurrency'],
  ],
  'covers/cover-cache.ts': [
    [
      'files.toSorted((a, b) => a.drawnMs - b.drawnMs)',
      'files.toSorted((a, b) => b.drawnMs - a.drawnMs)',
      'covers/cover-cache',
    ],
  ],
  'covers/draw-cover.ts': [
    [
      'const rest = TITLE.width - (yearText ? yearText.width + TOP.gap : 0);',
      'const rest = TITLE.width;',
      'covers/draw-cover',
    ],
  ],
  'covers/text.ts': [
    ["words.replaceAll('&', '&amp;')", 'words', 'covers/draw-cover'],
    [".replaceAll(UNKNOWN, '')", '', 'covers/draw-cover'],
  ],
  'queue.ts': [['if (next) next();\n    else running--;', 'if (next) next();\n    running--;', 'pictures/concurrency']],
};
