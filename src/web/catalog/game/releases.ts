import { compareDates, type GameRecord, preferPlatforms, type RecordPlatform } from '../../../catalog/model/record.ts';
import type { Release } from '../../../catalog/model/resources.ts';
import { plainCode } from '../../../folding.ts';
import { bdi, dateOrUnknown, entryLink, formatCount } from '../../kit/format.ts';
import { type Html, html, joined, nothing, type Part } from '../../kit/html.ts';
import { linkCompany } from './companies.ts';

/** With more releases, only those of the first platform are unfolded. */
const MAX_OPEN = 8;

/** The releases of each platform, folded. */
export function releaseSection({ platforms }: GameRecord): Html {
  if (platforms.length === 0) return nothing;
  const sorted = preferPlatforms(platforms);
  const total = platforms.reduce((sum, { releases }) => sum + releases.length, 0);
  return html`<section id="releases"><h2>Releases</h2>
${sorted.map((platform, i) => platformReleases(platform, i === 0 || total <= MAX_OPEN))}</section>`;
}

function platformReleases(platform: RecordPlatform, isOpen: boolean): Html {
  const { platform_id, platform_name, first_release_date } = platform;
  const releases = platform.releases.toSorted((a, b) => compareDates(a.release_date, b.release_date));
  return html`<details class="folded"${isOpen && html` open`}>
<summary><span class="name">${bdi(platform_name)}</span>
<span class="muted">${dateOrUnknown(first_release_date)}
${releases.length > 1 && formatCount(releases.length, 'release')}</span></summary>
${releases.some(isInformative) && releaseTable(releases)}
<p class="hint">All games for ${entryLink('platform', platform_id, platform_name)}</p>
</details>`;
}

function isInformative(release: Release): boolean {
  return release.release_date !== null || COLUMNS.slice(1).some(({ value }) => value(release) !== '');
}

function releaseTable(releases: readonly Release[]): Html {
  const columns = COLUMNS.filter(({ value }) => releases.some((release) => value(release) !== ''));
  return html`<div class="scroll-x"><table class="releases stack">
<thead><tr>${columns.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${releases.map((release) => html`<tr>${columns.map(({ value }) => html`<td>${value(release)}</td>`)}</tr>`)}</tbody>
</table></div>`;
}

/** Empty columns are left out. */
const COLUMNS: { name: string; value(release: Release): Part }[] = [
  { name: 'Date', value: ({ release_date }) => dateOrUnknown(release_date) },
  { name: 'Countries', value: ({ countries }) => (countries.length === 0 ? '' : joined(countries.map(bdi))) },
  { name: 'Companies', value: companies },
  { name: 'Product codes', value: codes },
  { name: 'Notes', value: ({ description }) => (description ? bdi(description) : '') },
];

/** The last comes first; others follow in the order of the data. */
const ROLES = ['Published by', 'Developed by'];

function companies({ companies: list }: Release): Part {
  const roles = Map.groupBy(list, ({ role }) => role);
  if (roles.size === 0) return '';
  const sorted = [...roles].toSorted(([a], [b]) => ROLES.indexOf(b) - ROLES.indexOf(a));
  return html`<ul class="plain">${sorted.map(
    ([role, same]) => html`<li><span class="muted">${role}</span> ${joined(same.map(linkCompany))}</li>`,
  )}</ul>`;
}

function codes(release: Release): Part {
  const list = distinctCodes(release);
  if (list.length === 0) return '';
  return html`<ul class="plain">${list.map(
    ({ product_code, product_code_type }) =>
      html`<li><code>${product_code}</code> <span class="muted">${product_code_type}</span></li>`,
  )}</ul>`;
}

/** Sources spell a code with and without hyphens, and name its type in several ways. The longest spelling is the one on the box. */
function distinctCodes({ product_codes }: Release): Release['product_codes'] {
  const spellings = Map.groupBy(product_codes, ({ product_code }) => plainCode(product_code));
  return Array.from(
    spellings.values(),
    (same) => same.toSorted((a, b) => b.product_code.length - a.product_code.length)[0] as (typeof same)[number],
  );
}
