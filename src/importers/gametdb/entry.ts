import type { DumpLine } from '../../bundle/lines.ts';
import { toPlainParagraphs, toPlainText } from '../../bundle/plain-text.ts';
import { titleKey } from '../../folding.ts';
import { findCountry } from '../../vocabulary/countries.ts';
import { findLanguage } from '../../vocabulary/languages.ts';
import { attributeKey } from '../attributes.ts';
import { parseDate } from '../dumps/dates.ts';
import { parseDescription } from '../dumps/description.ts';
import type { Entry } from '../dumps/entry.ts';
import { findGenres } from '../dumps/genres.ts';
import { toDump } from '../dumps/hashes.ts';
import { type AlternateTitle, describeScript } from '../dumps/native-titles.ts';
import { type Code, findSerials } from '../dumps/product-codes.ts';
import { type Credit, parseCompanies } from '../dumps/publisher.ts';
import { findRatings } from '../dumps/ratings.ts';
import { isReleased } from '../dumps/releases.ts';
import { classifyTags } from '../dumps/tags.ts';
import type { Unknowns } from '../unknowns.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../xml.ts';

/** `BLUS30001` is printed as `BLUS-30001`. The ids of other consoles are not printed on boxes. */
const PLAYSTATION_ID = /^([A-Z]{4})(\d{5})$/;

/** `(EN,FR)` after the title. Countries have longer names. */
const LANGUAGE = /^[A-Z]{2}$/;

/** The English title, which all releases of a game share, or the name of the file. Empty if there is neither. */
export function titleOf({ locales, name }: Release): string {
  return toPlainText(textsIn(locales, 'EN')?.title ?? '') || (name.trim() && parseDescription(name).title);
}

function textsIn(locales: Release['locales'], wanted: string) {
  return locales.findLast(([language]) => language === wanted)?.[1];
}

export function toEntry(release: Release, platform: string, unknowns: Unknowns): Entry {
  const title = titleOf(release);
  const { countries: tagged, statuses } = classifyTags(
    parseDescription(release.name).tags.filter((tag) => !LANGUAGE.test(tag)),
  );
  const countries = tagged.length > 0 ? tagged : regionOf(release.region, unknowns);
  const languages = release.languages.split(',').flatMap((code) => languageOf(code) ?? []);
  return {
    platform,
    title,
    titleKey: titleKey(title),
    others: otherTitles(release, title, countries),
    countries,
    statuses,
    versions: [],
    notes: [],
    dates: [{ date: isReleased(statuses) ? dateOf(release.date) : null, countries: [], note: undefined }],
    credits: [...creditsOf(release.developer, 'Developed by'), ...creditsOf(release.publisher, 'Published by')],
    codes: codesOf(release.id, platform),
    attributes: languages.map((language) => attributeKey('Language', language)),
    genres: findGenres(release.genre, unknowns),
    sha1: release.dumps.flatMap(({ sha1 }) => sha1 ?? []),
    crc32: release.dumps.flatMap(({ crc }) => crc ?? []),
    dumps: release.dumps,
    ratings: ratingsOf(release.rating, countries, unknowns),
    players: /^\d{1,3}$/.test(release.players) ? Number(release.players) : 0,
    description: toPlainParagraphs(textsIn(release.locales, 'EN')?.synopsis ?? ''),
  };
}

/** The database has the codes of countries for two languages. */
const COUNTRY_LANGUAGES = new Map(Object.entries({ SE: 'sv', DK: 'da' }));

function languageOf(code: string): string | undefined {
  return findLanguage(COUNTRY_LANGUAGES.get(code.trim()) ?? code);
}

/** Titles in the languages of the release. Others are translations by the database's authors. */
function otherTitles({ locales, languages }: Release, title: string, countries: readonly string[]): AlternateTitle[] {
  return languages.split(',').flatMap((code) => {
    const other = toPlainText(textsIn(locales, code.trim())?.title ?? '');
    if (other === '' || other === title) return [];
    const description = describeScript(other, countries);
    const language = languageOf(code);
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

/** The first of January stands for a year whose day is unknown. */
function dateOf(text: string): string | null {
  return parseDate(text)?.replace(/-01-01$/, '') ?? null;
}

/** A comma before a legal form is part of the name; other commas and slashes separate companies. */
function creditsOf(text: string, role: string): Credit[] {
  return parseCompanies(text.replaceAll(/ *[/;] *|, (?!(?:inc|ltd|llc|co|corp|gmbh)\b)/gi, ' / '), role);
}

function codesOf(id: string, platform: string): Code[] {
  const [, letters, digits] = PLAYSTATION_ID.exec(id) ?? [];
  return letters ? findSerials(`${letters}-${digits}`, platform) : [];
}

function ratingsOf({ type, value }: Release['rating'], countries: readonly string[], unknowns: Unknowns) {
  return type === '' || value === '' ? [] : findRatings(`${type.toLowerCase()}_rating`, value, countries, unknowns);
}

/** One `<game>`: a release in one region. */
export interface Release {
  name: string;
  id: string;
  type: string;
  region: string;
  languages: string;
  /** Title and synopsis by language code. */
  locales: [language: string, texts: { title: string; synopsis: string }][];
  developer: string;
  publisher: string;
  /** `2006-9-12`; parts that are missing are empty. */
  date: string;
  genre: string;
  rating: { type: string; value: string };
  players: string;
  dumps: DumpLine[];
}

/** The largest real entry has 20 locales and a few files. */
const MAX_LOCALES = 100;
const MAX_ROMS = 50;

/** Reads a `<game>`. */
export function toRelease(game: XmlElement): Release {
  const text = (name: string) => textOf(childrenOf(game, name).at(-1)).trim();
  const attributes = (name: string) => childrenOf(game, name).at(-1)?.attributes ?? {};
  const { year = '', month = '', day = '' } = attributes('date');
  const { type = '', value = '' } = attributes('rating');
  return {
    name: game.attributes.name ?? '',
    id: text('id'),
    type: text('type'),
    region: text('region'),
    languages: text('languages'),
    developer: text('developer'),
    publisher: text('publisher'),
    genre: text('genre'),
    locales: childrenOf(game, 'locale')
      .slice(0, MAX_LOCALES)
      .map((locale) => [
        locale.attributes.lang ?? '',
        { title: textOf(childOf(locale, 'title')), synopsis: textOf(childOf(locale, 'synopsis')) },
      ]),
    date: [year, month, day].filter((part) => part !== '').join('-'),
    rating: { type, value },
    players: attributes('input').players ?? '',
    dumps: childrenOf(game, 'rom')
      .flatMap((rom) => toDump(rom.attributes) ?? [])
      .slice(0, MAX_ROMS),
  };
}
