import { join } from 'node:path';
import { IMPORTERS } from '../../importers/importers.ts';
import { MAX_UPLOAD_MB } from '../kit/form-body.ts';
import { field, form, formProblem, readField, selectField } from '../kit/forms.ts';
import { type Html, html } from '../kit/html.ts';
import type { SignedInRequest } from '../kit/page.ts';
import { listImportable, storePiece } from './import-files.ts';

const BUNDLE = 'A bundle, such as an export of Ludex';
const NO_FILE = '';

/** What a choice is for `ludex import`. */
const SOURCES = new Map([
  [BUNDLE, []],
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
      field(request, { type: 'file', name: 'file', label: 'File', required: false, hint: HINT }),
      names.length > 0 && selectField('path', 'Or from LUDEX_IMPORTS', [NO_FILE, ...names], readField(request, 'path')),
      html`<button>Import</button>`,
    ],
    'form import',
    'multipart/form-data',
  )}</details>`;
}

const HINT = html`Up to 2 GB; ${MAX_UPLOAD_MB} MB without JavaScript. A file may be a zip or tar of several.`;

type Wanted = { source: string; args: string[]; isPart: boolean } | { problem: string; status: number };

/** What the form asks for. Of the pieces of a file, all but the last one are a part. */
export async function readImport({ app, upload, form: sent }: SignedInRequest): Promise<Wanted> {
  const source = SOURCES.get(sent.get('source') ?? '');
  const [file] = upload.files;
  const name = file?.name ?? sent.get('path') ?? NO_FILE;
  const isListed = file !== undefined || (await listImportable(app.config)).includes(name);
  if (upload.isTooLarge) return { problem: `Without JavaScript, send at most ${MAX_UPLOAD_MB} MB.`, status: 413 };
  if (!source || name === NO_FILE || !isListed) return { problem: 'Choose what to import.', status: 422 };
  const path = file ? await storePiece(app.config, file, Number(sent.get('at'))) : join(app.config.imports ?? '', name);
  return { source: source[0] ?? name, args: [...source, path], isPart: sent.has('more') };
}
