import { toPlainText } from '../../bundle/plain-text.ts';
import { titleKey } from '../../folding.ts';
import { readTable } from '../../vocabulary/tables.ts';
import type { YamlMap } from './yaml.ts';

export interface AlternateTitle {
  title: string;
  description: string;
}

/** The languages whose titles are kept, in their order; of dozens of translations most are the title itself. */
const languages = readTable('appstream-languages.tsv').map(([locale = '', language = '']) => ({ locale, language }));
const MOST_LANGUAGES_NAMED = 3;

/** The names in other languages that are other titles, each once. */
export function alternateTitles(names: YamlMap, title: string): AlternateTitle[] {
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
  const named = [...new Set(all)];
  return named.length <= MOST_LANGUAGES_NAMED ? `${named.join(', ')} title` : 'Alternate title';
}

/** `zh_CN.UTF-8` and `zh-CN` are the same. */
function foldLocale(locale: string): string {
  return locale.replace(/\..*$/, '').replaceAll('_', '-').toLowerCase();
}
