import { slugOf } from '../../catalog/model/slug.ts';
import { titleKey } from '../../folding.ts';
import { findCountry } from '../../vocabulary/countries.ts';
import { type DatedRelease, parseDate } from '../dumps/dates.ts';
import { parseDescription } from '../dumps/description.ts';
import { parseHash } from '../dumps/hashes.ts';
import { type Credit, parseCompanies } from '../dumps/publisher.ts';
import { isReleased } from '../dumps/releases.ts';
import type { RichEntry } from '../dumps/rich-game.ts';
import { classifyTags, type Status } from '../dumps/tags.ts';
import type { Unknowns } from '../unknowns.ts';
import type { Row } from './rows.ts';
import { parseTags, type TagFacts, understandTags } from './tags.ts';
import { furtherTitles, unwrap } from './titles.ts';

/** A row, understood. */
export interface RowEntry extends RichEntry, Pick<TagFacts, 'machines' | 'isTool'> {}

const NAMELESS = /^[?\s]*$/;
const LONGEST_ID = 300;
const MACHINE = /^\w{1,60}$/;

/** What all rows of a game on one platform have in common; undefined is what nobody knows the name of. */
export function gameOf(row: Row, platform: string): string | undefined {
  if (NAMELESS.test(row.title)) return undefined;
  const id = slugOf(row.id) || slugOf(row.title) || '-';
  return `${platform.replace('platform:', '')}/${id.slice(0, LONGEST_ID)}`;
}

export function toEntry(row: Row, platform: string, unknowns: Unknowns): RowEntry {
  const { title, tags: words } = parseDescription(unwrap(row.title), ' ~ ');
  const facts = understandTags(parseTags(row.tags), unknowns);
  const tags = classifyTags(words);
  const countries = countriesOf(row.region, unknowns);
  const statuses = statusesOf([...facts.statuses, ...tags.statuses]);
  const machines = [...facts.machines, ...row.machines.split('|').map((file) => file.replace(/\..*$/, ''))].filter(
    (name) => MACHINE.test(name),
  );
  const sha1 = parseHash('sha1', row.sha1);
  return {
    platform,
    title,
    titleKey: titleKey(title),
    others: furtherTitles(row, title, countries),
    countries,
    statuses,
    versions: [...facts.versions, ...tags.versions],
    notes: [...facts.notes, ...tags.notes],
    dates: [dateOf(row.date, statuses, unknowns)],
    credits: [...creditsOf(row.developer, 'Developed by'), ...creditsOf(row.publisher, 'Published by')],
    codes: [],
    attributes: facts.attributes,
    // The hash of an arcade machine is that of the set of all its versions, which other games may be part of.
    sha1: sha1 && machines.length === 0 ? [sha1] : [],
    genres: facts.genres,
    groups: facts.groups,
    ratings: [],
    players: facts.players,
    machines,
    isTool: facts.isTool,
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

/** What amateurs make has no license anyway. */
function statusesOf(statuses: readonly Status[]): Status[] {
  const unique = [...new Set(statuses)];
  return unique.includes('homebrew') ? unique.filter((status) => status !== 'unlicensed') : unique;
}

/** The day on which a prototype was built is no day of release: its year is enough. */
function dateOf(text: string, statuses: readonly Status[], unknowns: Unknowns): DatedRelease {
  const date = parseDate(text) ?? null;
  if (date !== text && !NAMELESS.test(text)) unknowns.add('release date', text);
  return { date: isReleased(statuses) ? date : (date?.slice(0, 4) ?? null), countries: [], note: undefined };
}

/** `Ukiyotei/SNK` */
function creditsOf(text: string, role: string): Credit[] {
  return parseCompanies(text.replaceAll('/', ' / '), role);
}
