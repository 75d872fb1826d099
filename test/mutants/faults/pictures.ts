import type { Fault } from '../fault.ts';

export const PICTURE_FAULTS: readonly Fault[] = [
  {
    file: 'pictures/picture-paths.ts',
    find: 'i === 0 || pictureWidth > (THUMBNAIL_WIDTHS[i - 1] as number)',
    replace: 'i === 0 || pictureWidth >= (THUMBNAIL_WIDTHS[i - 1] as number)',
    tests: ['pictures/concurrency'],
  },
  {
    file: 'pictures/public-address.ts',
    find: "['169.254.0.0', 16, 'ipv4'],",
    replace: '',
    tests: ['pictures/fetch'],
  },
  {
    file: 'pictures/public-address.ts',
    find: "!special.check(address, 'ipv6')",
    replace: 'true',
    tests: ['pictures/fetch'],
  },
  {
    file: 'pictures/fetch.ts',
    find: 'found.find(({ address }) => !isAllowed(address))',
    replace: 'found.find(({ address }) => false && address)',
    tests: ['pictures/fetch'],
  },
  {
    file: 'pictures/fetch.ts',
    find: 'redirects <= MAX_REDIRECTS',
    replace: 'redirects < MAX_REDIRECTS',
    tests: ['pictures/fetch'],
  },
  {
    file: 'pictures/inspect.ts',
    find: "if (name === 'acTL') return true;",
    replace: '',
    tests: ['pictures/picture-store'],
  },
  {
    file: 'pictures/inspect.ts',
    find: '(metadata.pages ?? 1) > 1 || ',
    replace: '',
    tests: ['pictures/picture-store'],
  },
  {
    file: 'pictures/picture-store.ts',
    find: 'if (!name || name.width !== undefined) return undefined;',
    replace: 'if (!name) return undefined;',
    tests: ['pictures/picture-store'],
  },
  {
    file: 'pictures/folder-locks.ts',
    find: 'for (const { path } of uses) await rm(path, { force: true });',
    replace: '',
    tests: ['pictures/clean'],
  },
  {
    file: 'pictures/folder-locks.ts',
    find: 'others.length > 1 || ',
    replace: '',
    tests: ['pictures/clean'],
  },
  {
    file: 'pictures/clean.ts',
    find: 'if (!dryRun) await rm(path, { force: true });',
    replace: 'await rm(path, { force: true });',
    tests: ['pictures/clean'],
  },
  {
    file: 'pictures/clean.ts',
    find: 'if (!dryRun) await pruneJournal(folder);',
    replace: '',
    tests: ['pictures/clean'],
  },
  {
    file: 'pictures/concurrency.ts',
    find: 'if (started) return started;',
    replace: '',
    tests: ['covers/cover-cache'],
  },
  {
    file: 'covers/cover-cache.ts',
    find: 'files.toSorted((a, b) => a.drawnMs - b.drawnMs)',
    replace: 'files.toSorted((a, b) => b.drawnMs - a.drawnMs)',
    tests: ['covers/cover-cache'],
  },
  {
    file: 'pictures/thumbnails.ts',
    find: 'withoutEnlargement: true',
    replace: 'withoutEnlargement: false',
    tests: ['pictures/picture-store'],
  },
  {
    file: 'covers/draw-cover.ts',
    find: 'const width = box.width - Math.max(0, ...taken);',
    replace: 'const { width } = box;',
    tests: ['covers/draw-cover'],
  },
  {
    file: 'pictures/concurrency.ts',
    find: 'if (queue.waiting >= maxQueued) throw new PicturesBusy();',
    replace: '',
    tests: ['pictures/concurrency'],
  },
  {
    file: 'queue.ts',
    find: 'if (next) next();\n    else running--;',
    replace: 'if (next) next();\n    running--;',
    tests: ['pictures/concurrency'],
  },
  {
    file: 'pictures/incoming.ts',
    find: '(isOfEndedProcess(path) || isOfEarlierStart)',
    replace: 'isOfEarlierStart',
    tests: ['server/killed-thumbnail'],
  },
];
