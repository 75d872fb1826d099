import { parseDocument } from 'yaml';
import { countLines } from '../source-text.ts';
import { type DocumentText, failAt } from './documents.ts';

/** What a document holds. All scalars are texts: version 1.10 is not the number 1.1, and a game may be called 2048. */
export type Yaml = string | Yaml[] | YamlMap;
export type YamlMap = { readonly [name: string]: Yaml };

const OPTIONS = { schema: 'failsafe', stringKeys: true, prettyErrors: false, logLevel: 'silent' } as const;
/** Catalogs repeat nothing by reference, or little; what multiplies is made to fill the memory. */
const MOST_ALIASES = 100;

/** Reads one document. What is no YAML, or is made to exhaust us, is told with file and line. */
export function parseYaml(document: DocumentText): Yaml {
  const parsed = parseDocument(document.text, OPTIONS);
  const [error] = parsed.errors;
  if (error) {
    const line = document.line + countLines(document.text.slice(0, error.pos[0]));
    failAt({ path: document.path, line }, `not valid YAML: ${error.message}`);
  }
  try {
    return parsed.toJS({ maxAliasCount: MOST_ALIASES }) ?? '';
  } catch (error) {
    return failAt(document, `not a YAML that is read here: ${(error as Error).message}`);
  }
}

/** The text under a name, trimmed; a text that is empty or no text is undefined. */
export function textAt(map: YamlMap, name: string): string | undefined {
  const value = map[name];
  return typeof value === 'string' ? value.trim() || undefined : undefined;
}

export function mapAt(map: YamlMap, name: string): YamlMap {
  return toMap(map[name]);
}

/** The maps, or the texts, of a list; whatever else stands there is left out. */
export function mapsAt(map: YamlMap, name: string): YamlMap[] {
  return toList(map[name]).filter((item) => typeof item === 'object' && !Array.isArray(item)) as YamlMap[];
}

export function textsAt(map: YamlMap, name: string): string[] {
  return toList(map[name]).filter((item) => typeof item === 'string');
}

/** The text that was not translated. */
export function untranslated(map: YamlMap): string | undefined {
  return textAt(map, 'C') ?? textAt(map, 'en');
}

export function toMap(value: Yaml | undefined): YamlMap {
  return typeof value === 'object' && !Array.isArray(value) ? value : {};
}

function toList(value: Yaml | undefined): Yaml[] {
  return Array.isArray(value) ? value : [];
}
