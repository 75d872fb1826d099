import { slugOf } from '../../catalog/model/slug.ts';
import { titleKey } from '../../folding.ts';
import type { CompanyContext } from '../../vocabulary/companies.ts';
import { findCountry } from '../../vocabulary/countries.ts';
import { isComputer } from '../../vocabulary/platforms.ts';
import { parseDate } from '../dumps/dates.ts';
import { parseDescription } from '../dumps/description.ts';
import type { Entry } from '../dumps/entry.ts';
import { toDump } from '../dumps/hashes.ts';
import { kindOfTitle } from '../dumps/kinds.ts';
import { type Credit, parseCompanies } from '../dumps/publisher.ts';
import { isReleased, onlyDate } from '../dumps/releases.ts';
import { classifyTags, type Status, uniqueStatuses } from '../dumps/tags.ts';
import { mameKey } from '../mame/lists.ts';
import type { Unknowns } from '../unknowns.ts';
import { type Contractors, splitNames } from './contractors.ts';
import type { Row } from './rows.ts';
import { interpretTags, parseTags } from './tags.ts';
import { boxTitle, listOtherTitles, unwrap } from './titles.ts';

const NAMELESS = /^[?\s]*$/;
const MAX_ID_LENGTH = 300;
const MACHINE = /^\w{1,60}$/;

/** The key that all rows of a game on one platform share; undefined if the title is unknown. */
export function gameKeyOf(row: Row, platform: string): string | undefined {
  if (NAMELESS.test(row.title)) return undefined;
  const id = slugOf(row.id) || slugOf(row.title) || '-';
  return `${platform.replace('platform:', '')}/${id.slice(0, MAX_ID_LENGTH)}`;
}

export function toEntry(
  { row, platform }: { row: Row; platform: string },
  contractors: Contractors,
  unknowns: Unknowns,
): Entry {
  const { title, spelling, tags: words } = parseDescription(unwrap(boxTitle(row)));
  const { machines: tagged, ...facts } = interpretTags(parseTags(row.tags), unknowns);
  const tags = classifyTags(words);
  const countries = countriesOf(row.region, unknowns);
  const statuses = uniqueStatuses([...facts.statuses, ...tags.statuses]);
  const machines = tagged.filter((name) => MACHINE.test(name));
  const developers = splitNames(row.developer);
  const context = { platform, year: Number(row.date.slice(0, 4)) || undefined };
  // The hash of an arcade machine is the hash of all its versions, which other games may share.
  const dump = machines.length === 0 ? toDump({ md5: row.md5, sha1: row.sha1 }) : undefined;
  return {
    ...facts,
    platform,
    title,
    titleKey: titleKey(title),
    spelling: spelling ? { title: spelling, description: 'GameDataBase spelling' } : undefined,
    others: listOtherTitles(row, title, countries),
    countries,
    kind: facts.kind ?? tags.kinds[0] ?? kindOfTitle(title, { isComputer: isComputer(platform), platform }),
    statuses,
    versions: [...facts.versions, ...tags.versions],
    notes: [...facts.notes, ...tags.notes],
    dates: onlyDate(parseReleaseDate(row.date, statuses, unknowns)),
    credits: [
      ...creditsOf(developers.filter((name) => !contractors.has(name)).join('/'), 'Developed by', context),
      ...creditsOf(developers.filter(contractors.has).join('/'), 'Additional work by', context),
      ...creditsOf(row.publisher, 'Published by', context),
    ],
    codes: [],
    sha1: dump?.sha1 === undefined ? [] : [dump.sha1],
    crc32: [],
    dumps: dump ? [dump] : [],
    gameDataBaseId: slugOf(row.id).slice(0, MAX_ID_LENGTH) || undefined,
    foreignKeys: machines.map((name) => mameKey('arcade', name)),
  };
}

function countriesOf(region: string, unknowns: Unknowns): string[] {
  const names = region.split('/').filter((name) => name.trim() !== '');
  return names.flatMap((name) => {
    const country = findCountry(name);
    if (country === undefined) unknowns.add('region', name);
    return country ?? [];
  });
}

/** The date of a prototype is its build date, so only the year is kept. */
function parseReleaseDate(text: string, statuses: readonly Status[], unknowns: Unknowns): string | undefined {
  const date = parseDate(text);
  if (date !== text && !NAMELESS.test(text)) unknowns.add('release date', text);
  return isReleased(statuses) ? date : date?.slice(0, 4);
}

/** A slash separates companies: `Ukiyotei/SNK`. A date is in the wrong column. */
function creditsOf(text: string, role: string, context: CompanyContext): Credit[] {
  if (parseDate(text)) return [];
  return parseCompanies(text.replaceAll('/', ' / '), role, context);
}
