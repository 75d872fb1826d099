import { findCompanyNamed } from '../../catalog/search/companies.ts';
import type { Snapshot } from '../../catalog/snapshot/snapshot.ts';
import { findPlatform } from '../../vocabulary/platforms.ts';
import { bdi } from '../kit/format.ts';
import { type Html, html, nothing } from '../kit/html.ts';
import type { PageRequest } from '../kit/page.ts';
import { companyLink } from './company-path.ts';

/** Maker, year, generation and other names. Platforms of an operator's own have none. */
export function platformFacts({ snapshot }: PageRequest, id: number): Html {
  const platform = findPlatform(id);
  if (!platform) return nothing;
  const { type, maker, year, generation, otherNames } = platform;
  return html`<dl class="facts">
${fact('Type', type.charAt(0).toUpperCase() + type.slice(1))}
${fact('Maker', maker && makerLink(snapshot, maker))}
${fact('First released', year)}
${fact('Generation', generation)}
${fact('Other names', otherNames.length > 0 && otherNames.map((name, i) => html`${i > 0 && ', '}${bdi(name)}`))}
</dl>`;
}

function fact(name: string, value: Parameters<typeof html>[1]): Html {
  return value ? html`<div><dt>${name}</dt><dd>${value}</dd></div>` : nothing;
}

/** A link, if the maker has games in the catalog. */
function makerLink(snapshot: Snapshot, maker: string): Html {
  const index = findCompanyNamed(snapshot, maker);
  return index === undefined ? bdi(maker) : companyLink(snapshot.companies.ids[index] as number, maker);
}
