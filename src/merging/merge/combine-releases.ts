import type { ReleaseLine } from '../../bundle/lines.ts';
import { plainCode } from '../../folding.ts';
import { companyFamily } from '../../vocabulary/companies.ts';

const PUBLISHER = 'Published by';

const DAY_LENGTH = 10;

/** The same publisher. On the same day, or with the same product code, sources only disagree about the publisher. */
export function haveSamePublisher(known: ReleaseLine, other: ReleaseLine): boolean {
  const isSameDay = known.release_date?.length === DAY_LENGTH && known.release_date === other.release_date;
  return isSameDay || arePublishersAlike(known, other) || haveSameCode(known, other);
}

function haveSameCode(known: ReleaseLine, other: ReleaseLine): boolean {
  const codes = new Set(known.product_codes.map(({ product_code }) => plainCode(product_code)));
  return other.product_codes.some(({ product_code }) => codes.has(plainCode(product_code)));
}

/** A branch counts as its company, such as Nintendo of America as Nintendo. No publisher is like any. */
function arePublishersAlike(known: ReleaseLine, other: ReleaseLine): boolean {
  const [a, b] = [publishersOf(known), publishersOf(other)];
  return a.length === 0 || b.length === 0 || a.some((one) => b.includes(one));
}

function publishersOf({ companies }: ReleaseLine): string[] {
  const publishers = companies.filter(({ role }) => role === PUBLISHER);
  return publishers.map(({ company }) => companyFamily(company)).filter((family) => family !== '');
}

/** Takes the more precise date, adds companies of missing roles, and unites the product codes. */
export function combine(known: ReleaseLine, other: ReleaseLine): ReleaseLine {
  const roles = new Set(known.companies.map(({ role }) => role));
  const codes = new Set(known.product_codes.map(({ product_code }) => product_code));
  return {
    ...known,
    release_date: morePrecise(known.release_date, other.release_date),
    countries: known.countries.length > 0 ? known.countries : other.countries,
    companies: [...known.companies, ...other.companies.filter(({ role }) => !roles.has(role))],
    product_codes: [
      ...known.product_codes,
      ...other.product_codes.filter(({ product_code }) => !codes.has(product_code)),
    ],
  };
}

/** A month of the first source is not replaced by another month. */
function morePrecise(known: string | null, other: string | null): string | null {
  const isMore = (other?.length ?? 0) > (known?.length ?? 0);
  return isMore && (known === null || known.length === 4 || other?.startsWith(known)) ? other : known;
}
