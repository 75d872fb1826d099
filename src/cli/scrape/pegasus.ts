import { OperatorError } from '../../errors.ts';
import type { ListEntry, Merged, MergeOptions } from './markup.ts';

/** The line of a key, or one that goes on with the value of the last key. A dot is an empty line there. */
const LINE = /^(?:(?<key>[A-Za-z][\w .-]*):[ \t]*|[ \t]+)(?<value>.*)$/;

/** Adds the games whose files a metadata.pegasus.txt does not name. Those that it has stay as they are. */
export function mergePegasus(
  text: string,
  header: string,
  entries: readonly ListEntry[],
  keyOf: MergeOptions['keyOf'],
): Merged {
  const known = new Set<string>();
  let key = '';
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    const groups = LINE.exec(line)?.groups;
    if (!groups && line !== '' && !line.startsWith('#')) throw new OperatorError(`is damaged in line ${at + 1}`);
    key = groups?.key?.toLowerCase() ?? key;
    if (/^files?$/.test(key) && groups?.value) known.add(keyOf(groups.value.trim()));
  }
  const added = entries.filter(({ path }) => !known.has(keyOf(path)));
  if (added.length === 0) return { text, added: 0, changed: 0 };
  const games = added.map(({ path, fields: [title, ...fields] }) =>
    [title, ['file', path] as const, ...fields].flatMap((field) => (field?.[1] ? writeField(field) : [])),
  );
  const before = text === '' ? `${header}\n` : text.replace(/\n?$/, '\n');
  return {
    text: `${before}${games.map((lines) => `\n${lines.join('\n')}\n`).join('')}`,
    added: added.length,
    changed: 0,
  };
}

function writeField([key, value]: readonly [string, string]): string {
  return `${key}: ${value.replaceAll(/[ \t]*\r?\n[ \t]*/g, '\n  ').replaceAll('\n  \n', '\n  .\n')}`;
}
