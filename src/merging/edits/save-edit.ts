import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BundleProblems, type LineProblem, openBundle, parseLine } from '../../bundle/bundle.ts';
import { inTemporaryFolder } from '../../bundle/temporary-folder.ts';
import { openBundleWriter } from '../../bundle/writer.ts';
import { isDiskFull, OperatorError } from '../../errors.ts';
import { PictureError } from '../../pictures/inspect.ts';
import { openDryRunPictureStore, openPictureStore } from '../../pictures/picture-store.ts';
import type { CatalogReader } from '../../store/catalog/writer.ts';
import { describeSource } from '../../vocabulary/sources.ts';
import { checkValues } from '../load/check-line.ts';
import { CORRECTIONS, EDIT_NOTE } from '../load/layer-line.ts';
import { loadBundle } from '../load/load.ts';
import { commitOrRollBack, type HasCatalog } from '../load/load-options.ts';
import type { CheckOutcome, Edit, EditOutcome, EditProblem, ResolvedEdit, SeenGame } from './edit.ts';
import { resolveEdit } from './resolve-edit.ts';

class Outdated extends Error {}

/** Saves an edit as a correction, through an import like any other: with journal, undo, changes and ids. */
export async function saveEdit(store: HasCatalog, edit: Edit, mediaFolder?: string): Promise<EditOutcome> {
  const resolved = await resolveChecked(store, edit, mediaFolder);
  if (Array.isArray(resolved)) return { status: 'refused', problems: resolved };
  const beforeLoad = (reader: CatalogReader) => checkSeen(reader, edit.seen);
  const pictureStore = mediaFolder === undefined ? undefined : openPictureStore(mediaFolder);
  try {
    // Before pictures are stored, too, and with the lock of a writer: an import that runs would refuse the edit.
    if (resolved.pictures.length > 0) await commitOrRollBack(store, { dryRun: true }, beforeLoad);
    await inTemporaryFolder('edit', async (folder) => {
      await writeEdit(folder, resolved, edit.now);
      const notes = [describeEdit(edit)];
      const options = { clock: () => edit.now, notes, isEdit: true, beforeLoad, pictureStore } as const;
      await loadBundle(store, await openBundle(folder), options);
    });
    return { status: 'saved', keys: [resolved.line.key] };
  } catch (error) {
    if (error instanceof Outdated) return { status: 'outdated' };
    if (isDiskFull(error)) return { status: 'failed', message: 'The disk is full; free some space and try again' };
    if (!(error instanceof OperatorError)) throw error;
    if (error instanceof BundleProblems) return { status: 'refused', problems: error.problems.map(toEditProblem) };
    return { status: 'failed', message: error.message };
  }
}

/** Finds what is wrong with an edit, and saves nothing. It needs not wait for an import that runs. */
export async function checkEdit(store: HasCatalog, edit: Edit, mediaFolder: string): Promise<CheckOutcome> {
  const resolved = await resolveChecked(store, edit, mediaFolder);
  if (Array.isArray(resolved)) return { status: 'refused', problems: resolved };
  const { pictures: _pictures, ...preview } = resolved;
  return { status: 'checked', preview };
}

function listLineProblems({ line, companies, groups }: ResolvedEdit): LineProblem[] {
  const parsed = [
    parseLine('corrections.jsonl', JSON.stringify(line)),
    ...companies.map((company) => parseLine('companies.jsonl', JSON.stringify(company))),
    ...groups.map((group) => parseLine('groups.jsonl', JSON.stringify(group))),
  ];
  const problems = parsed.flatMap((found) => (Array.isArray(found) ? found : []));
  if (problems.length === 0) checkValues(line, (problem) => problems.push(problem));
  return problems;
}

type Resolved = ResolvedEdit | EditProblem[];

async function resolveChecked(store: HasCatalog, edit: Edit, mediaFolder?: string): Promise<Resolved> {
  const resolved = await store.catalog.read((reader) => resolveEdit(reader, edit));
  if (Array.isArray(resolved)) return resolved;
  const wrong = listLineProblems(resolved).map(toEditProblem);
  const refused = mediaFolder === undefined ? [] : await checkPictures(resolved, mediaFolder);
  return wrong.length + refused.length > 0 ? [...wrong, ...refused] : resolved;
}

/** Decodes all pictures before one is stored: an edit is saved as a whole or not at all. */
async function checkPictures({ pictures }: ResolvedEdit, mediaFolder: string): Promise<EditProblem[]> {
  const dryRun = openDryRunPictureStore(mediaFolder);
  const problems: EditProblem[] = [];
  for (const { name, bytes } of pictures) {
    try {
      await dryRun.add(Buffer.from(bytes));
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      problems.push({ path: 'media', message: `“${name}” was not added: ${error.message}.` });
    }
  }
  return problems;
}

async function writeEdit(folder: string, resolved: ResolvedEdit, now: number): Promise<void> {
  const { line, companies, groups, pictures } = resolved;
  if (pictures.length > 0) await mkdir(join(folder, 'media'));
  for (const { file, bytes } of pictures) await writeFile(join(folder, file), bytes);
  using writer = openBundleWriter(folder);
  for (const company of companies) await writer.put('companies.jsonl', company);
  for (const group of groups) await writer.put('groups.jsonl', group);
  await writer.put('corrections.jsonl', line);
  const version = new Date(now).toISOString().slice(0, 10);
  await writer.finish({ complete: false, sources: [describeSource(CORRECTIONS, version)] });
}

/** In the transaction of the import, so that no other edit comes between. */
async function checkSeen(reader: CatalogReader, seen: readonly SeenGame[]): Promise<void> {
  for (const { gameId, version } of seen)
    if (((await reader.findVersion(gameId))?.hash ?? '') !== version) throw new Outdated();
}

function describeEdit(edit: Edit): string {
  const { action, by } = edit;
  const what =
    'gameIds' in edit ? `games ${edit.gameIds.join(' and ')}` : 'key' in edit ? edit.key : `game ${edit.gameId}`;
  return `${EDIT_NOTE}${by} in the browser: ${action} ${what}`;
}

function toEditProblem(problem: LineProblem): EditProblem {
  if (typeof problem !== 'string') return { path: problem.field, message: `This ${problem.rule}.` };
  return { path: '', message: `${problem.slice(0, 1).toUpperCase()}${problem.slice(1)}.` };
}
