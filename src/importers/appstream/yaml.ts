import { parseDocument } from 'yaml';
import { BrokenEntry } from '../broken-entries.ts';
import { countLines } from '../source-text.ts';
import type { DocumentText } from './documents.ts';

/** The content of a document. All scalars are strings: version 1.10 is not the number 1.1, and a game may be called 2048. */
export type Yaml = string | Yaml[] | YamlMap;
export type YamlMap = { readonly [name: string]: Yaml };

const OPTIONS = { schema: 'failsafe', stringKeys: true, prettyErrors: false, logLevel: 'silent' } as const;
/** Catalogs have few or no aliases. The limit stops alias bombs. */
const MAX_ALIASES = 100;

/** Parses one document. Throws `BrokenEntry`. */
export function parseYaml(document: DocumentText): Yaml {
  const parsed = parseDocument(document.text, OPTIONS);
  const [error] = parsed.errors;
  if (error) {
    const line = document.line + countLines(document.text.slice(0, error.pos[0]));
    throw new BrokenEntry(`not valid YAML: ${error.message}`, line);
  }
  try {
    return parsed.toJS({ maxAliasCount: MAX_ALIASES }) ?? '';
  } catch (error) {
    throw new BrokenEntry(`unsupported YAML: ${(error as Error).message}`, document.line);
  }
}

/** The trimmed text of a field. Undefined if it is empty or not a text. */
export function textAt(map: YamlMap, name: string): string | undefined {
  const value = map[name];
  return typeof value === 'string' ? value.trim() || undefined : undefined;
}

export function mapAt(map: YamlMap, name: string): YamlMap {
  return toMap(map[name]);
}

/** The maps of a list; `textsAt` returns the texts. Other items are ignored. */
export function mapsAt(map: YamlMap, name: string): YamlMap[] {
  return toList(map[name]).filter((item) => typeof item === 'object' && !Array.isArray(item)) as YamlMap[];
}

export function textsAt(map: YamlMap, name: string): string[] {
  return toList(map[name]).filter((item) => typeof item === 'string');
}

/** The original text among its translations. */
export function untranslated(map: YamlMap): string | undefined {
  return textAt(map, 'C') ?? textAt(map, 'en');
}

export function toMap(value: Yaml | undefined): YamlMap {
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

function toList(value: Yaml | undefined): Yaml[] {
  return Array.isArray(value) ? value : [];
}
