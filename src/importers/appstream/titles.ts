import type { AlternateTitle } from '../../bundle/lines.ts';
import { toPlainText } from '../../bundle/plain-text.ts';
import { titleKey } from '../../folding.ts';
import { readTable } from '../../vocabulary/tables.ts';
import type { YamlMap } from './yaml.ts';

/** The languages of alternate titles, in order. */
const languages = readTable('appstream-languages.tsv').map(([locale = '', language = '']) => ({ locale, language }));
const MAX_LANGUAGES_NAMED = 3;

/** The names in other languages that differ from the title, each once. */
export function listAlternateTitles(names: YamlMap, title: string): AlternateTitle[] {
  const byLocale = new Map(Object.entries(names).map(([locale, name]) => [foldLocale(locale), name]));
  const found = languages.flatMap(({ locale, language }) => {
    const name = byLocale.get(locale);
    const plain = typeof name === 'string' ? toPlainText(name) : '';
    return plain === '' ? [] : [{ language, title: plain, key: titleKey(plain) }];
  });
  const own = titleKey(title);
  const groups = Map.groupBy(
    found.filter(({ key }) => key !== own),
    ({ key }) => key,
  );
  return Array.from(groups.values(), (group) => ({
    title: group[0]?.title as string,
    description: describe(group.map(({ language }) => language)),
  }));
}

function describe(all: readonly string[]): string {
  const names = [...new Set(all)];
  return names.length <= MAX_LANGUAGES_NAMED ? `${names.join(', ')} title` : 'Alternate title';
}

/** `zh_CN.UTF-8` and `zh-CN` are the same. */
function foldLocale(locale: string): string {
  return locale.replace(/\..*$/, '').replaceAll('_', '-').toLowerCase();
}
