import { plainWords } from '../../folding.ts';
import { companyKey } from '../../vocabulary/companies.ts';
import { findFacts } from '../../vocabulary/facts.ts';
import { GAME_KINDS, type GameKind } from '../../vocabulary/kinds.ts';
import { readTable } from '../../vocabulary/tables.ts';
import { attributeKey } from '../attributes.ts';
import type { Entry } from './entry.ts';
import type { Credit } from './publisher.ts';
import type { Status } from './tags.ts';

/** A crack is a copy of the same game, and games without a licence are sold as others are. */
const KIND_OF_STATUS: Partial<Record<Status, GameKind>> = {
  prototype: 'prototype',
  unreleased: 'prototype',
  demo: 'demo',
  pirate: 'pirate',
  hack: 'hack',
  homebrew: 'homebrew',
};
const COMPILATION = 'genre:compilation';

/**
 * The kind of a game from all its entries: an ordinary one among them makes it an ordinary game. Another dump of a pirate
 * copy does not, if nobody knows its publisher.
 */
export function kindOf(entries: readonly Entry[]): GameKind | undefined {
  const known = entries.filter((entry) => entry.credits.length > 0 || kindOfEntry(entry) !== undefined);
  const all = new Set(entries.map(kindOfEntry));
  const kinds = all.has('pirate') ? new Set(known.map(kindOfEntry)) : all;
  if (kinds.has(undefined)) return kinds.has('compilation') ? 'compilation' : undefined;
  return GAME_KINDS.find((kind) => kinds.has(kind));
}

/** The entries without demos, which have the name of their disc, or all entries if there are only demos. */
export function withoutDemos<T extends Entry>(entries: readonly T[]): readonly T[] {
  const wanted = entries.filter((entry) => kindOfEntry(entry) !== 'demo');
  return wanted.length > 0 ? wanted : entries;
}

export function kindAttributes(entries: readonly Entry[]): string[] {
  const kind = kindOf(entries);
  return kind === undefined ? [] : [attributeKey('Kind', capitalized(kind).replace('-disk', ' disk'))];
}

export function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** A pirate multicart is a pirate, and a tool of an amateur is a tool. */
function kindOfEntry({ kind, statuses, genres }: Entry): GameKind | undefined {
  if (kind !== undefined && kind !== 'compilation') return kind;
  const byStatus = statuses.map((status) => KIND_OF_STATUS[status]);
  return byStatus.find((one) => one !== undefined) ?? (genres.includes(COMPILATION) ? 'compilation' : kind);
}

/** Lessons and drills of publishers for schools are no games. */
export function kindOfPublisher(credits: readonly Credit[], title: string, platform: string): GameKind | undefined {
  const isLesson = ({ name }: Credit) =>
    findFacts('kind', { titles: [title], companies: [companyKey(name)], platforms: [platform] }).includes('utility');
  return credits.length > 0 && credits.every(isLesson) ? 'utility' : undefined;
}

/** Rows of `title-kinds.tsv`. A row without a kind adds a pattern to the rule above it. */
interface TitleRule {
  kind: GameKind | undefined;
  /** Software lists or keys of platforms. Undefined for all computers: consoles have few tools, and games with the same words. */
  lists: RegExp | undefined;
  pattern: RegExp;
}

const GAME = 'game';
const rules = readRules();

/** Where a title comes from. Rules hold for computers, for a software list (`cdi`) or for a platform (`platform:cd-i`). */
interface TitleContext {
  isComputer: boolean;
  list?: string;
  platform?: string;
}

/**
 * What the title says: the first rule that fits decides. On computers, what is named after a subject of schools teaches
 * it.
 */
export function kindOfTitle(title: string, context: TitleContext): GameKind | undefined {
  const { isComputer, list = '', platform = '' } = context;
  const isFor = (lists: RegExp | undefined) => (lists ? lists.test(list) || lists.test(platform) : isComputer);
  const rule = rules.find(({ lists, pattern }) => isFor(lists) && pattern.test(title));
  if (rule) return rule.kind;
  return isComputer && isSchoolSubject(title) ? 'utility' : undefined;
}

function readRules(): TitleRule[] {
  const groups: { kind: string; lists: string; patterns: string[] }[] = [];
  for (const [kind = '', lists = '', pattern = ''] of readTable('title-kinds.tsv')) {
    if (kind !== '') groups.push({ kind, lists, patterns: [] });
    groups.at(-1)?.patterns.push(pattern);
  }
  return groups.map(({ kind, lists, patterns }) => ({
    kind: kind === GAME ? undefined : (kind as GameKind),
    lists: lists === '' ? undefined : new RegExp(`^(?:${lists})$`),
    pattern: new RegExp(patterns.join('|'), 'iu'),
  }));
}

/** Words of lessons and drills in several languages: subjects, and what stands beside them (`Junior`, `Level`). */
const roles = new Map(readTable('school-subjects.tsv').map(([word = '', role = '']) => [word, role]));

/** Whether a title says nothing but a subject of schools: `Junior Maths 2`, `French Verbs`. */
function isSchoolSubject(title: string): boolean {
  const words = plainWords(title).split(' ');
  return (
    words.some((word) => roles.get(word) === 'subject') && words.every((word) => roles.has(word) || /^\d+$/.test(word))
  );
}
