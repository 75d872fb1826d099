import { toPlainText } from '../../bundle/plain-text.ts';
import { findCountry } from '../../vocabulary/countries.ts';

/** A date of an entry. Countries or a note limit it to some releases. */
export interface DatedRelease {
  date: string | null;
  countries: string[];
  note: string | undefined;
}

const MIN_YEAR = 1950;
const MAX_YEAR = 2099;
const COMPACT = /^(?<year>\d{4})(?<month>\d\d|xx|\?\?)?(?<day>\d\d|xx|\?\?)?\??$/i;
const DASHED = /^(?<year>\d{4})-(?<month>\d{1,2})(-(?<day>\d{1,2}))?$/;

/**
 * The dates in `19851211 (JPN), 198611xx (USA), 1987? (EUR)`, `19900426 (MVS), 19910701 (AES)` or
 * `19921204 (reprinted on 19990101, …)`. Undefined if there is none: many lists hold catalog numbers in this field.
 */
export function parseReleases(text: string): DatedRelease[] | undefined {
  const parts = text
    .split(/(?:,| \/) *(?![^(]*\))/)
    .map((part) => /^\(?([\dx?X-]+) *(?:\((.*)\))?\)?$/.exec(part.trim()));
  const found = parts.flatMap((part) => (part ? parseRelease(part[1] as string, part[2] ?? '') : []));
  return found.length > 0 ? found : undefined;
}

function parseRelease(dateText: string, label: string): DatedRelease[] {
  const date = parseDate(dateText);
  if (!date) return [];
  const reprint = /^reprinted (?:on|in) (\d{6,8})/.exec(label);
  if (reprint) {
    const reprintDate = parseDate(reprint[1] as string);
    return [
      { date, countries: [], note: undefined },
      ...(reprintDate ? [{ date: reprintDate, countries: [], note: 'Reprint' }] : []),
    ];
  }
  const words = label.split(/[,/] */).filter((word) => word !== '');
  const countries = words.flatMap((word) => findCountry(word) ?? []);
  const notes = words.filter((word) => findCountry(word) === undefined);
  return [{ date, countries, note: toPlainText(notes.join(', ')) || undefined }];
}

/**
 * A date as precise as the text: a day or month that the calendar does not have is dropped. `1985?` is the year 1985;
 * `198?` is undefined.
 */
export function parseDate(text: string): string | undefined {
  const { year = '', month = '', day = '' } = (COMPACT.exec(text) ?? DASHED.exec(text))?.groups ?? {};
  if (Number(year) < MIN_YEAR || Number(year) > MAX_YEAR) return undefined;
  if (!isBetween(month, 12)) return year || undefined;
  const yearMonth = `${year}-${month.padStart(2, '0')}`;
  const date = `${yearMonth}-${day.padStart(2, '0')}`;
  return isBetween(day, 31) && new Date(`${date}T00:00:00Z`).toISOString().startsWith(date) ? date : yearMonth;
}

/** The same for sources that write the first of January if they know only the year. */
export function parseVagueDate(text: string): string | undefined {
  return parseDate(text)?.replace(/-01-01$/, '');
}

function isBetween(digits: string, max: number): boolean {
  return /^\d+$/.test(digits) && Number(digits) >= 1 && Number(digits) <= max;
}
