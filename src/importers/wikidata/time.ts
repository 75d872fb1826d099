const EARLIEST = 1950;
const LATEST = 2099;
const [YEAR, MONTH, DAY] = [9, 10, 11];
const TIME = /^\+0*(\d{4})-(\d\d)-(\d\d)T/;
const JULIAN = /Q1985786$/;

/**
 * A point in time as a date that is as precise as Wikidata says. A decade says too little; of a date in the old calendar,
 * which no game needs, only the year is taken.
 */
export function parseTime(value: Readonly<Record<string, unknown>>): string | undefined {
  const precision = Number(value.precision);
  const [, year = '', month = '', day = ''] = TIME.exec(String(value.time)) ?? [];
  if (!(precision >= YEAR) || Number(year) < EARLIEST || Number(year) > LATEST) return undefined;
  const isOld = JULIAN.test(String(value.calendarmodel));
  if (precision < MONTH || isOld || !(Number(month) >= 1 && Number(month) <= 12)) return year;
  const date = `${year}-${month}-${day}`;
  return precision >= DAY && isDay(date) ? date : `${year}-${month}`;
}

function isDay(date: string): boolean {
  const time = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date);
}
