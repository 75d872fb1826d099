import { basename } from 'node:path';
import type { AlternateTitle } from '../../bundle/lines.ts';
import { toPlainParagraphs, toPlainText } from '../../bundle/plain-text.ts';
import { findCountry } from '../../vocabulary/countries.ts';
import { findLanguage } from '../../vocabulary/languages.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { attributeKey, parsePlayers } from '../attributes.ts';
import { convertDumps } from '../dumps/convert.ts';
import { parseVagueDate } from '../dumps/dates.ts';
import { parseDescription } from '../dumps/description.ts';
import { type Entry, gameKeyOf, makeEntry } from '../dumps/entry.ts';
import { findGenres, findRatings } from '../dumps/genres-and-ratings.ts';
import { toDump } from '../dumps/hashes.ts';
import { type Code, findSerials } from '../dumps/product-codes.ts';
import { type Credit, parseCompanies } from '../dumps/publisher.ts';
import { onlyDate } from '../dumps/releases.ts';
import { classifyTags } from '../dumps/tags.ts';
import { describeScript } from '../dumps/titles.ts';
import { openGroupedRows } from '../grouped-rows.ts';
import type { ConvertInput, ConvertReport } from '../importer.ts';
import { listSourceFiles } from '../source-files.ts';
import { BrokenEntry, makeBrokenCounter, makeUnknowns, type Unknowns } from '../unknowns.ts';
import { childOf, childrenOf, readXml, textOf, type XmlElement, type XmlEntry } from '../xml.ts';

const FILES = { pattern: /tdb\.(zip|xml|xml\.gz)$/i, name: 'files of GameTDB, such as wiitdb.zip or ps3tdb.xml' };

/** Converts the databases of GameTDB, one for each family of consoles, into a bundle that enriches games of other sources. */
export function convertGameTdb(input: ConvertInput): Promise<ConvertReport> {
  const unknowns = makeUnknowns();
  const files = listSourceFiles(input.paths, FILES).filter(({ path }) => isKnown(path, unknowns));
  return convertDumps(input, {
    id: 'gametdb',
    files,
    unknowns,
    read: async (onChunk, put) => {
      using grouped = openGroupedRows<{ name: string; entry: Entry }>();
      let entries = 0;
      for (const { path } of files) {
        const onEntry = (game: XmlEntry) => {
          entries++;
          const platform = findPlatform(databaseOf(path), textOf(childOf(game, 'type')).trim(), unknowns);
          if (!platform) return;
          const entry = toEntry(game, platform, unknowns);
          if (entry.titleKey === '') {
            const id = textOf(childOf(game, 'id')).trim() || 'without an id';
            throw new BrokenEntry(`the game ${id} has no title`, game.line);
          }
          const { name = '' } = game.attributes;
          grouped.add(gameKeyOf('gametdb', platform, entry.titleKey), { name, entry });
        };
        const reader = { roots: ['datafile'], entries: ['game'], zipEntry: /tdb\.xml$/i, onEntry };
        await readXml(path, reader, onChunk, makeBrokenCounter(path, unknowns, input.flags));
      }
      for (const { group, rows } of grouped.read())
        await put(
          group,
          rows.map(({ entry }) => entry),
        );
      return { entries };
    },
  });
}

/** By database and type; the empty type is that of most games of the database. No platform: what is no game of its own. */
const platforms = new Map(
  readTable('gametdb-types.tsv').map(([database = '', type = '', platform = '']) => [`${database} ${type}`, platform]),
);

/** `wiitdb.xml` and `wiitdb.zip` are `wii`. */
function databaseOf(path: string): string {
  return basename(path)
    .toLowerCase()
    .replace(/tdb\..*$/, '');
}

function isKnown(path: string, unknowns: Unknowns): boolean {
  const found = platforms.has(`${databaseOf(path)} `);
  if (!found) unknowns.add('file', basename(path));
  return found;
}

/** Games of the Virtual Console (`VC-NES`) are copies of games for other consoles. */
function findPlatform(database: string, type: string, unknowns: Unknowns): string | undefined {
  if (type.startsWith('VC')) return undefined;
  const platform = platforms.get(`${database} ${type}`);
  if (platform === undefined) unknowns.add('type', `${type} in ${database}tdb`);
  return platform;
}

/** `BLUS30001` is printed as `BLUS-30001`. The ids of other consoles are not printed on boxes. */
const PLAYSTATION_ID = /^([A-Z]{4})(\d{5})$/;

/** `(EN,FR)` after the title. Countries have longer names. */
const LANGUAGE = /^[A-Z]{2}$/;

/** The title and the synopsis of a language. */
type Locales = ReadonlyMap<string, { title: string; synopsis: string }>;

/** A `<game>`: a release in one region. Its title is empty if it has none. */
function toEntry(game: XmlElement, platform: string, unknowns: Unknowns): Entry {
  const text = (name: string) => textOf(childrenOf(game, name).at(-1)).trim();
  const attributes = (name: string) => childrenOf(game, name).at(-1)?.attributes ?? {};
  const { name = '' } = game.attributes;
  const locales: Locales = new Map(
    childrenOf(game, 'locale').map((locale) => [
      locale.attributes.lang ?? '',
      { title: toPlainText(textOf(childOf(locale, 'title'))), synopsis: textOf(childOf(locale, 'synopsis')) },
    ]),
  );
  // The English title, which all releases of a game share, or the name of the file.
  const title = locales.get('EN')?.title || (name.trim() && parseDescription(name).title);
  const { countries: tagged, statuses } = classifyTags(
    parseDescription(name).tags.filter((tag) => !LANGUAGE.test(tag)),
  );
  const countries = tagged.length > 0 ? tagged : regionOf(text('region'), unknowns);
  const languages = text('languages')
    .split(',')
    .map((code) => code.trim());
  const { year = '', month = '', day = '' } = attributes('date');
  const { type = '', value = '' } = attributes('rating');
  const dumps = childrenOf(game, 'rom').flatMap((rom) => toDump(rom.attributes) ?? []);
  return makeEntry({
    platform,
    title,
    others: otherTitles(locales, languages, title, countries),
    countries,
    statuses,
    dates: onlyDate(parseVagueDate([year, month, day].filter(Boolean).join('-')), statuses),
    credits: [...creditsOf(text('developer'), 'Developed by'), ...creditsOf(text('publisher'), 'Published by')],
    codes: codesOf(text('id'), platform),
    attributes: languages.flatMap(languageOf).map((language) => attributeKey('Language', language)),
    genres: findGenres(text('genre'), unknowns),
    sha1: dumps.flatMap(({ sha1 }) => sha1 ?? []),
    crc32: dumps.flatMap(({ crc }) => crc ?? []),
    dumps,
    ratings: type && value ? findRatings(`${type.toLowerCase()}_rating`, value, countries, unknowns) : [],
    players: parsePlayers(attributes('input').players),
    description: toPlainParagraphs(locales.get('EN')?.synopsis ?? ''),
  });
}

/** The database has the codes of countries for two languages. */
const COUNTRY_LANGUAGES = new Map(Object.entries({ SE: 'sv', DK: 'da' }));

function languageOf(code: string): string[] {
  return [findLanguage(COUNTRY_LANGUAGES.get(code) ?? code) ?? []].flat();
}

/** Titles in the languages of the release. Others are translations by the database's authors. */
function otherTitles(
  locales: Locales,
  languages: readonly string[],
  title: string,
  countries: readonly string[],
): AlternateTitle[] {
  return languages.flatMap((code) => {
    const other = locales.get(code)?.title ?? '';
    if (other === '' || other === title) return [];
    const description = describeScript(other, countries);
    const [language] = languageOf(code);
    return [{ title: other, description: description === 'Alternate title' ? `${language} title` : description }];
  });
}

/** Television standards that stand for regions. */
const REGIONS = new Map(
  Object.entries({
    PAL: 'Europe',
    'PAL-R': 'Russia',
    'NTSC-K': 'South Korea',
    'NTSC-T': 'Taiwan',
  }),
);

/** `ALL` is a release without a region lock, which says nothing about where it was sold. */
function regionOf(region: string, unknowns: Unknowns): string[] {
  if (region === '' || region === 'ALL') return [];
  const country = REGIONS.get(region) ?? findCountry(region);
  if (country === undefined) unknowns.add('region', region);
  return country === undefined ? [] : [country];
}

/** A comma before a legal form is part of the name; other commas and slashes separate companies. */
function creditsOf(text: string, role: string): Credit[] {
  return parseCompanies(text.replaceAll(/ *[/;] *|, (?!(?:inc|ltd|llc|co|corp|gmbh)\b)/gi, ' / '), role);
}

function codesOf(id: string, platform: string): Code[] {
  const [, letters, digits] = PLAYSTATION_ID.exec(id) ?? [];
  return letters ? findSerials(`${letters}-${digits}`, platform) : [];
}
