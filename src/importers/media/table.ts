import { readFile } from 'node:fs/promises';
import { toPlainText } from '../../bundle/plain-text.ts';
import { findCountry } from '../../vocabulary/countries.ts';
import { findScan, type PictureAbout } from './names.ts';

/** What the operator says of the pictures in a folder, better than their names could: a table beside them. */
export const TABLE = 'pictures.tsv';

const COLUMNS = ['file', 'scan_of', 'countries', 'caption', 'description', 'comments', 'group'];

/** By the name of the file. What cannot be understood goes to `complain`. */
export async function readTable(
  path: string,
  complain: (why: string) => void,
): Promise<ReadonlyMap<string, PictureAbout>> {
  const text = await readFile(path, 'utf8').catch((error) => complain(`it cannot be read (${error.code})`));
  if (text === undefined) return new Map();
  const [head = '', ...rows] = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const names = head.split('\t').map((name) => name.trim());
  const strange = names.find((name) => !COLUMNS.includes(name));
  if (strange !== undefined || !names.includes('file')) {
    complain(`its first line must name columns, file and any of ${COLUMNS.slice(1).join(', ')}, with tabs between`);
    return new Map();
  }
  const found = new Map<string, PictureAbout>();
  for (const [i, row] of rows.entries()) {
    if (row.trim() === '') continue;
    const cells = row.split('\t').map((cell) => toPlainText(cell));
    const get = (name: string) => cells[names.indexOf(name)] ?? '';
    const about = parseRow(get);
    if (typeof about === 'string') complain(`line ${i + 2}: ${about}`);
    else found.set(get('file').normalize('NFC'), about);
  }
  return found;
}

function parseRow(get: (name: string) => string): PictureAbout | string {
  const scan = get('scan_of');
  const scan_of = findScan(scan);
  if (scan !== '' && !scan_of) return `"${scan}" is nothing that can be scanned; Front Cover, Back Cover, Media are`;
  const texts = ['caption', 'description', 'comments', 'group'].map((name) => [name, get(name)] as const);
  return {
    ...(scan_of && { scan_of }),
    // What the table does not know may be right all the same.
    countries: get('countries')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map((name) => findCountry(name) ?? name),
    ...Object.fromEntries(texts.filter(([, text]) => text !== '')),
  };
}
