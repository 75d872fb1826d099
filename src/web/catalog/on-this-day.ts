import { readRecords } from '../../catalog/catalog.ts';
import type { GameRecord } from '../../catalog/model/record.ts';
import { type Html, html } from '../kit/html.ts';
import type { PageRequest } from '../kit/page.ts';
import { countryCodes } from './game-countries.ts';

/** For which platform, where and in which year each of these games came out on this day, by id. */
export async function describeReleases(
  { app, snapshot }: PageRequest,
  positions: readonly number[],
  now: number,
): Promise<Map<number, Html>> {
  const records = await readRecords(app.catalog, snapshot, positions);
  const day = new Date(now).toISOString().slice(4, 10);
  return new Map(
    records.map((text) => {
      const record = JSON.parse(text as string) as GameRecord;
      return [record.game_id, describeDay(record, day)];
    }),
  );
}

/** The first release on this day: `Game Boy · 1990 JP`. */
function describeDay({ platforms }: GameRecord, day: string): Html {
  const onDay = platforms.flatMap(({ platform_name, releases }) =>
    releases
      .filter(({ release_date: date }) => date?.slice(4) === day)
      .map(({ release_date: date, countries }) => ({ platform_name, year: date?.slice(0, 4) as string, countries })),
  );
  const [first] = onDay.toSorted((a, b) => (a.year < b.year ? -1 : 1));
  return html`<span class="muted">${first?.platform_name} · ${first?.year} ${countryCodes(first?.countries ?? [])}</span>`;
}
