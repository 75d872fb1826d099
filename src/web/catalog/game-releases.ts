import { compareDates, type GameRecord } from '../../catalog/model/record.ts';
import type { Release } from '../../catalog/model/resources.ts';
import { bdi, dateOrUnknown } from '../kit/format.ts';
import { type Html, html, nothing, type Part } from '../kit/html.ts';
import { type DatedRelease, timeline } from './game-timeline.ts';

/** Releases as a timeline by country and as a table. */
export function releaseSection({ platforms }: GameRecord): Html {
  const releases = platforms
    .flatMap((platform) => platform.releases.map((release): DatedRelease => ({ platform, release })))
    .toSorted((a, b) => compareDates(a.release.release_date, b.release.release_date));
  if (releases.length === 0) return nothing;
  const columns = COLUMNS.filter(({ value }) => releases.some((release) => value(release)));
  return html`<section><h2>Releases</h2>
${timeline(releases)}
<div class="scroll-x"><table class="releases stack">
<thead><tr>${columns.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${releases.map((release) => html`<tr>${columns.map(({ value }) => html`<td>${value(release)}</td>`)}</tr>`)}</tbody>
</table></div></section>`;
}

/** Empty columns are left out. */
const COLUMNS: { name: string; value(release: DatedRelease): Part }[] = [
  { name: 'Date', value: ({ release }) => dateOrUnknown(release.release_date) },
  { name: 'Countries', value: ({ release }) => release.countries.join(', ') },
  { name: 'Platform', value: ({ platform }) => bdi(platform.platform_name) },
  { name: 'Companies', value: ({ release }) => companies(release) },
  { name: 'Product codes', value: ({ release }) => codes(release) },
  { name: 'Notes', value: ({ release }) => release.description && bdi(release.description) },
];

function companies({ companies: list }: Release): Part {
  const roles = Map.groupBy(list, ({ role }) => role);
  if (roles.size === 0) return '';
  return html`<ul class="plain">${Array.from(
    roles,
    ([role, same]) =>
      html`<li><span class="muted">${role}</span> ${same.map(({ company_name }, i) => html`${i > 0 && ', '}${bdi(company_name)}`)}</li>`,
  )}</ul>`;
}

function codes({ product_codes: list }: Release): Part {
  if (list.length === 0) return '';
  return html`<ul class="plain">${list.map(
    ({ product_code, product_code_type }) =>
      html`<li><code>${product_code}</code> <span class="muted">${product_code_type}</span></li>`,
  )}</ul>`;
}
