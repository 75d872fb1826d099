import { openBundles } from './bundles.ts';
import { openForms } from './forms.ts';
import { openImporters } from './importers.ts';
import type { Subject } from './inputs.ts';
import { openPictures } from './pictures.ts';

/** What takes generated inputs, with the number of inputs of a whole run. */
export const SUBJECTS: Record<string, { open(): Promise<Subject>; count: number }> = {
  bundles: { open: openBundles, count: 100_000 },
  importers: { open: openImporters, count: 100_000 },
  pictures: { open: openPictures, count: 10_000 },
  forms: { open: openForms, count: 100_000 },
};
