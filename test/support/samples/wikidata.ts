import type { GameLine } from '../../../src/bundle/lines.ts';
import { type ConvertedSource, convertSource, writeTemporary } from './sources.ts';

/** A statement: a value, optionally with rank and qualifiers. */
export type ClaimSketch =
  | string
  | {
      value?: string;
      rank?: 'preferred' | 'normal' | 'deprecated';
      snaktype?: 'value' | 'somevalue' | 'novalue';
      qualifiers?: Record<string, string[]>;
    };

/** An item in short form: texts by language, statements by property. */
export interface ItemSketch {
  id: string;
  label?: string | undefined;
  labels?: Record<string, string>;
  aliases?: Record<string, string[]>;
  revision?: number;
  modified?: string;
  claims?: Record<string, ClaimSketch[]>;
}

/** By default a game on the NES. */
export function game(sketch: Partial<ItemSketch> = {}): ItemSketch {
  return {
    id: 'Q900000001',
    label: 'Hop',
    ...sketch,
    claims: { P31: ['Q7889'], P400: ['Q172742'], ...sketch.claims },
  };
}

/** The entity in the format of the dumps. */
export function entity(sketch: ItemSketch): object {
  const labels = { ...(sketch.label === undefined ? {} : { en: sketch.label }), ...sketch.labels };
  const claims = Object.entries(sketch.claims ?? {}).map(([property, list]) => [
    property,
    list.map((claim, i) => toClaim(sketch.id, property, i, typeof claim === 'string' ? { value: claim } : claim)),
  ]);
  return {
    type: 'item',
    id: sketch.id,
    labels: mapValues(labels, (value, language) => ({ language, value })),
    descriptions: { en: { language: 'en', value: 'something' } },
    // PHP writes an empty map as a list.
    aliases: sketch.aliases
      ? mapValues(sketch.aliases, (list, language) => list.map((value) => ({ language, value })))
      : [],
    claims: claims.length > 0 ? Object.fromEntries(claims) : [],
    sitelinks: {},
    lastrevid: sketch.revision ?? 1,
    modified: sketch.modified ?? '2026-01-02T03:04:05Z',
  };
}

type Claim = Exclude<ClaimSketch, string>;

function toClaim(id: string, property: string, i: number, claim: Claim): object {
  const { value = '', rank = 'normal', snaktype = 'value', qualifiers } = claim;
  return {
    mainsnak: toSnak(property, value, snaktype),
    type: 'statement',
    ...(qualifiers && {
      qualifiers: mapValues(qualifiers, (values, name) => values.map((one) => toSnak(name, one))),
      'qualifiers-order': Object.keys(qualifiers),
    }),
    id: `${id}$00000000-0000-0000-0000-00000000000${i}`,
    rank,
    references: [{ hash: 'x', snaks: { P143: [toSnak('P143', 'Q328')] }, 'snaks-order': ['P143'] }],
  };
}

function toSnak(property: string, value: string, snaktype = 'value'): object {
  if (snaktype !== 'value') return { snaktype, property, datatype: 'wikibase-item' };
  const datavalue = toDataValue(property, value);
  return { snaktype, property, hash: 'x', datavalue, datatype: 'wikibase-item' };
}

function toDataValue(property: string, text: string): object {
  if (property === 'P577') return { value: toTime(text), type: 'time' };
  if (property === 'P856' || property === 'P444') return { value: text, type: 'string' };
  if (property === 'P1872' || property === 'P1873')
    return { value: { amount: `+${text}`, unit: '1' }, type: 'quantity' };
  const item = { 'entity-type': 'item', 'numeric-id': Number(text.slice(1)), id: text };
  return { value: item, type: 'wikibase-entityid' };
}

/** `1990`, `1990-04`, `1990-04-26`; a precision may follow (`1990-00-00 8`), and a calendar (`1990-04-26 11 Q1985786`). */
function toTime(text: string): object {
  const [date = '', precision, calendar = 'Q1985727'] = text.split(' ');
  const [year, month = '00', day = '00'] = date.split('-');
  return {
    time: `+${year}-${month}-${day}T00:00:00Z`,
    timezone: 0,
    before: 0,
    after: 0,
    precision: Number(precision ?? 8 + date.split('-').length),
    calendarmodel: `http://www.wikidata.org/entity/${calendar}`,
  };
}

function mapValues<T, R>(record: Record<string, T>, map: (value: T, name: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}

/** One entity per line, as in a filtered dump. */
export function toLines(sketches: readonly ItemSketch[]): string {
  return sketches.map((sketch) => `${JSON.stringify(entity(sketch))}\n`).join('');
}

/** A complete dump: a list with one entity per line. */
export function toDump(sketches: readonly ItemSketch[]): string {
  return `[\n${sketches.map((sketch) => JSON.stringify(entity(sketch))).join(',\n')}\n]\n`;
}

export function writeInput(content: string | Buffer, name = 'entities.json'): string {
  return writeTemporary(name, content);
}

export const convertPaths = (paths: readonly string[], flags?: Record<string, string>) =>
  convertSource('wikidata', paths, flags);

export function convertItems(...sketches: ItemSketch[]): Promise<ConvertedSource> {
  return convertPaths([writeInput(toLines(sketches))]);
}

/** The only game of its items. */
export async function convertGame(sketch: Partial<ItemSketch>, ...others: ItemSketch[]): Promise<GameLine> {
  const { games } = await convertItems(game(sketch), ...others);
  if (games.length !== 1) throw new Error(`expected one game, got ${games.length}`);
  return games[0] as GameLine;
}
