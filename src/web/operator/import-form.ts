import { appendFile, mkdir, readdir, realpath, rm, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { temporaryPath } from '../../bundle/temporary-folder.ts';
import type { Config } from '../../config.ts';
import { AppError, isDiskFull } from '../../errors.ts';
import { IMPORTERS } from '../../importers/importers.ts';
import { MAX_UPLOAD_MB, type UploadedFile } from '../kit/form-body.ts';
import { field, form, formProblem, readField, selectField } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import type { SignedInRequest } from '../kit/page.ts';

const MAX_GIGABYTES = 2;
const NAME = /^[^/\\\p{Cc}]{1,100}$/u;

/** What a choice is for `ludex import`. */
const SOURCES = new Map([
  ['A bundle, such as an export of Ludex', []],
  ...IMPORTERS.map(({ name, summary }): [string, string[]] => [`${name}: ${summary}`, [name]]),
]);

export async function importForm(request: SignedInRequest): Promise<Html> {
  const names = await listImportable(request.app.config);
  return html`<details${request.problems.form && html` open`}><summary>Import a file</summary>${form(
    request,
    '/operator/imports',
    [
      formProblem(request.problems.form),
      selectField('source', 'What it is', [...SOURCES.keys()], readField(request, 'source')),
      field(request, {
        type: 'file',
        name: 'file',
        label: 'File',
        required: false,
        hint: `Up to ${MAX_GIGABYTES} GB; ${MAX_UPLOAD_MB} MB without JavaScript.`,
      }),
      names.length > 0 && selectField('path', 'Or from LUDEX_IMPORTS', ['', ...names], readField(request, 'path')),
      html`<button>Import</button>`,
    ],
    'form import',
    'multipart/form-data',
  )}</details>`;
}

type Wanted = { source: string; args: string[]; isPart: boolean } | { problem: string; status: number };

/** What the form asks for. Of the pieces of a file, all but the last one are a part. */
export async function readImport({ app, upload, form: sent }: SignedInRequest): Promise<Wanted> {
  const source = SOURCES.get(sent.get('source') ?? '');
  const [file] = upload.files;
  const name = file?.name ?? sent.get('path') ?? '';
  const isListed = file !== undefined || (await listImportable(app.config)).includes(name);
  if (upload.isTooLarge) return { problem: `Without JavaScript, send at most ${MAX_UPLOAD_MB} MB.`, status: 413 };
  if (!source || name === '' || !isListed) return { problem: 'Choose what to import.', status: 422 };
  const path = file ? await storePiece(app.config, file, Number(sent.get('at'))) : join(app.config.imports ?? '', name);
  return { source: source[0] ?? name, args: [...source, path], isPart: sent.has('more') };
}

function uploadFolder({ data }: Config): string {
  return temporaryPath('upload', data);
}

export function removeUpload(config: Config): Promise<void> {
  return rm(uploadFolder(config), { recursive: true, force: true, maxRetries: 3 });
}

/**
 * Appends a piece of a file to those before it; the first one replaces the last upload. In the data folder, because temporary
 * files of a container are often in memory. Returns the path.
 */
async function storePiece(config: Config, { name, bytes }: UploadedFile, at: number): Promise<string> {
  if (!NAME.test(name) || /^\.+$/.test(name)) throw new AppError('badRequest', 'Give the file another name.');
  if (at + bytes.length > MAX_GIGABYTES * 1e9)
    throw new AppError('payloadTooLarge', `Send at most ${MAX_GIGABYTES} GB, or use the folder of LUDEX_IMPORTS.`);
  if (at === 0) await removeUpload(config);
  await mkdir(uploadFolder(config), { recursive: true });
  const path = join(uploadFolder(config), name);
  const size = (await stat(path).catch(() => undefined))?.size ?? 0;
  if (size !== at) throw new AppError('badRequest', 'The server no longer has the beginning. Send the file again.');
  await appendFile(path, bytes).catch(async (error: unknown) => {
    await removeUpload(config);
    throw isDiskFull(error)
      ? new AppError('unavailable', 'The disk of the server is full. Nothing was imported.')
      : error;
  });
  return path;
}

/** What is in the folder of LUDEX_IMPORTS, without links that lead out of it. */
async function listImportable({ imports }: Config): Promise<string[]> {
  if (imports === undefined) return [];
  const folder = await realpath(imports).catch(() => undefined);
  if (folder === undefined) return [];
  const names = (await readdir(folder)).toSorted();
  const targets = await Promise.all(names.map((name) => realpath(join(folder, name)).catch(() => '')));
  return names.filter((name, i) => !name.startsWith('.') && targets[i]?.startsWith(folder + sep));
}
