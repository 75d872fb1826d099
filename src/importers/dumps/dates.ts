import { toPlainText } from '../../bundle/plain-text.ts';
import { findCountry } from '../../vocabulary/countries.ts';

/** A date of an entry, for some countries or under some label alone. */
export interface DatedRelease {
  date: string | null;
  countries: string[];
  note: string | undefined;
}

const EARLIEST = 1950;
const LATEST = 2099;
const COMPACT = /^(?<year>\d{4})(?<month>\d\d|xx|\?\?)?(?<day>\d\d|xx|\?\?)?\??$/i;
const DASHED = /^(?<year>\d{4})-(?<month>\d{1,2})(-(?<day>\d{1,2}))?$/;

/** `1985` and `1985?` are years; `198?` and `19??` say too little for a date. */
export function parseYear(text: string): string | null {
  return parseDate(text) ?? null;
}

/**
 * The dates in `19851211 (JPN), 198611xx (USA), 1987? (EUR)`, `19900426 (MVS), 19910701 (AES)` or
 * `19921204 (reprinted on 19990101, …)`. Undefined is what holds none: many lists keep catalog numbers in this place.
 */
export function parseReleases(text: string): DatedRelease[] | undefined {
  const parts = text
    .split(/(?:,| \/) *(?![^(]*\))/)
    .map((part) => /^\(?([\dx?X-]+) *(?:\((.*)\))?\)?$/.exec(part.trim()));
  const found = parts.flatMap((part) => (part ? readPart(part[1] as string, part[2] ?? '') : []));
  return found.length > 0 ? found : undefined;
}

function readPart(when: string, label: string): DatedRelease[] {
  const date = parseDate(when);
  if (!date) return [];
  const reprint = /^reprinted (?:on|in) (\d{6,8})/.exec(label);
  if (reprint) {
    const again = parseDate(reprint[1] as string) ?? null;
    return [
      { date, countries: [], note: undefined },
      ...(again ? [{ date: again, countries: [], note: 'Reprint' }] : []),
    ];
  }
  const words = label.split(/[,/] */).filter((word) => word !== '');
  const countries = words.flatMap((word) => findCountry(word) ?? []);
  const notes = words.filter((word) => findCountry(word) === undefined);
  return [{ date, countries, note: toPlainText(notes.join(', ')) || undefined }];
}

/** As precise as the digits allow; a day or month that the calendar does not have is left out. */
export function parseDate(text: string): string | undefined {
  const { year = '', month = '', day = '' } = (COMPACT.exec(text) ?? DASHED.exec(text))?.groups ?? {};
  if (Number(year) < EARLIEST || Number(year) > LATEST) return undefined;
  if (!isBetween(month, 12)) return year || undefined;
  const yearMonth = `${year}-${month.padStart(2, '0')}`;
  const date = `${yearMonth}-${day.padStart(2, '0')}`;
  return isBetween(day, 31) && new Date(`${date}T00:00:00Z`).toISOString().startsWith(date) ? date : yearMonth;
}

function isBetween(digits: string, most: number): boolean {
  return /^\d+$/.test(digits) && Number(digits) >= 1 && Number(digits) <= most;
}
