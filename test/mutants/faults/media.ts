import type { Fault } from '../fault.ts';

export const MEDIA_FAULTS: readonly Fault[] = [
  {
    file: 'media/addresses.ts',
    find: 'i === 0 || pictureWidth > (THUMBNAIL_WIDTHS[i - 1] as number)',
    replace: 'i === 0 || pictureWidth >= (THUMBNAIL_WIDTHS[i - 1] as number)',
    tests: ['media/parallel'],
  },
  {
    file: 'media/public-address.ts',
    find: "['169.254.0.0', 16, 'ipv4'],",
    replace: '',
    tests: ['media/fetch'],
  },
  {
    file: 'media/public-address.ts',
    find: "!special.check(address, 'ipv6')",
    replace: 'true',
    tests: ['media/fetch'],
  },
  {
    file: 'media/fetch.ts',
    find: 'found.find(({ address }) => !isAllowed(address))',
    replace: 'found.find(({ address }) => false && address)',
    tests: ['media/fetch'],
  },
  {
    file: 'media/fetch.ts',
    find: 'redirects <= MOST_REDIRECTS',
    replace: 'redirects < MOST_REDIRECTS',
    tests: ['media/fetch'],
  },
  {
    file: 'media/inspect.ts',
    find: "if (name === 'acTL') return true;",
    replace: '',
    tests: ['media/keep'],
  },
  {
    file: 'media/inspect.ts',
    find: '(about.pages ?? 1) > 1 || ',
    replace: '',
    tests: ['media/keep'],
  },
  {
    file: 'media/keep.ts',
    find: 'if (!name || name.width !== undefined) return undefined;',
    replace: 'if (!name) return undefined;',
    tests: ['media/keep'],
  },
  {
    file: 'media/marks.ts',
    find: 'for (const { path } of uses) await rm(path, { force: true });',
    replace: '',
    tests: ['media/clean'],
  },
  {
    file: 'media/marks.ts',
    find: 'others.length > 1 || ',
    replace: '',
    tests: ['media/clean'],
  },
  {
    file: 'media/clean.ts',
    find: 'if (!dryRun) await rm(path, { force: true });',
    replace: 'await rm(path, { force: true });',
    tests: ['media/clean'],
  },
  {
    file: 'media/clean.ts',
    find: 'if (!dryRun) await pruneJournal(folder);',
    replace: '',
    tests: ['media/clean'],
  },
  {
    file: 'media/generated-covers.ts',
    find: 'if (begun) return begun;',
    replace: '',
    tests: ['media/generated-covers'],
  },
  {
    file: 'media/generated-covers.ts',
    find: 'files.toSorted((a, b) => a.drawnMs - b.drawnMs)',
    replace: 'files.toSorted((a, b) => b.drawnMs - a.drawnMs)',
    tests: ['media/generated-covers'],
  },
  {
    file: 'media/thumbnails.ts',
    find: 'withoutEnlargement: true',
    replace: 'withoutEnlargement: false',
    tests: ['media/keep'],
  },
  {
    file: 'media/draw-cover.ts',
    find: 'const width = box.width - Math.max(0, ...taken);',
    replace: 'const { width } = box;',
    tests: ['media/draw-cover'],
  },
  {
    file: 'media/pictures.ts',
    find: 'if (queue.waiting >= MOST_WAITING) throw new PicturesBusy();',
    replace: '',
    tests: ['media/parallel'],
  },
  {
    file: 'media/parallel.ts',
    find: 'if (next) next();\n    else running--;',
    replace: 'if (next) next();\n    running--;',
    tests: ['media/parallel'],
  },
];
