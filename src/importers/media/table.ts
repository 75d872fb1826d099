import { readFile } from 'node:fs/promises';
import { toPlainText } from '../../bundle/plain-text.ts';
import { failureOf } from '../../errors.ts';
import { findCountry } from '../../vocabulary/countries.ts';
import { findScan, type PictureFacts } from './names.ts';

/** A table next to the pictures. It overrides their names. */
export const TABLE_FILE = 'pictures.tsv';

const COLUMNS = ['file', 'scan_of', 'countries', 'caption', 'description', 'comments', 'group'];

/** Returns the rows by file name. `complain` gets the problems. */
export async function readPictureTable(
  path: string,
  complain: (why: string) => void,
): Promise<ReadonlyMap<string, PictureFacts>> {
  const text = await readFile(path, 'utf8').catch((error) => complain(`cannot be read (${failureOf(error)})`));
  if (text === undefined) return new Map();
  const [head = '', ...rows] = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const names = head.split('\t').map((name) => name.trim());
  if (!names.every((name) => COLUMNS.includes(name)) || !names.includes('file')) {
    complain(`its first line must have column names separated by tabs: file and any of ${COLUMNS.slice(1).join(', ')}`);
    return new Map();
  }
  const found = new Map<string, PictureFacts>();
  for (const [i, row] of rows.entries()) {
    if (row.trim() === '') continue;
    const cells = row.split('\t').map((cell) => toPlainText(cell));
    const get = (name: string) => cells[names.indexOf(name)] ?? '';
    const facts = parseRow(get);
    if (typeof facts === 'string') complain(`line ${i + 2}: ${facts}`);
    else found.set(get('file').normalize('NFC'), facts);
  }
  return found;
}

function parseRow(get: (name: string) => string): PictureFacts | string {
  const scan = get('scan_of');
  const scan_of = findScan(scan);
  if (scan !== '' && !scan_of)
    return `unknown scan_of "${scan}"; use Front Cover, Back Cover, Media or another value of the API`;
  const texts = ['caption', 'description', 'comments', 'group'].map((name) => [name, get(name)] as const);
  return {
    ...(scan_of && { scan_of }),
    // Unknown countries are kept as they are.
    countries: get('countries')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => findCountry(name) ?? name),
    ...Object.fromEntries(texts.filter(([, text]) => text !== '')),
  };
}
