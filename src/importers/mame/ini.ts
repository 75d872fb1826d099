import { readTextLines } from '../../bundle/text-lines.ts';
import { OperatorError } from '../../errors.ts';
import { statFile } from '../source-files.ts';

/** A line of an INI file: `name=value`, or a name alone. */
export interface IniLine {
  /** In the spelling of the file. */
  section: string;
  name: string;
  value: string | undefined;
  fail(what: string): OperatorError;
}

/** Real files have 2 MB. */
const MAX_BYTES = 32_000_000;
/** Of frontends; they do not name machines. */
const SETTINGS = /^(folder_settings|root_folder)$/i;

/** Streams the lines of an INI file of MAME frontends, such as `catver.ini` or `series.ini`. */
export async function* readIni(path: string, onChunk: (chunk: Buffer) => void): AsyncGenerator<IniLine> {
  if (statFile(path).bytes > MAX_BYTES) throw new OperatorError(`${path} is too large for an INI file of MAME`);
  let section = '';
  let number = 0;
  for await (const text of readTextLines(path, onChunk)) {
    number++;
    const at = `${path}:${number}`;
    const fail = (what: string) => new OperatorError(`${at}: ${what}; nothing was imported`);
    if (text === undefined) throw fail('it is not UTF-8');
    const line = text.replace(/^\ufeff/, '').trim();
    section = /^\[(.*)\]$/.exec(line)?.[1] ?? section;
    if (/^($|;|\[)/.test(line) || SETTINGS.test(section)) continue;
    const [, name = line, value] = /^([^=]*?)\s*=\s*(.*)$/.exec(line) ?? [];
    yield { section, name, value, fail };
  }
}
