import { slugSegment } from '../../catalog/model/slug.ts';
import { bdi } from '../kit/format.ts';
import { type Html, html } from '../kit/html.ts';

export function companyPath(id: number, name: string): string {
  return `/companies/${id}/${slugSegment(name, 'company')}`;
}

export function companyLink(id: number, name: string): Html {
  return html`<a href="${companyPath(id, name)}">${bdi(name)}</a>`;
}
