import type { Page } from '../catalog/query.ts';
import type { Parameter } from './parameters.ts';
import type { ApiRequest } from './route.ts';

const PAGE_LIMIT = 100;
const HIGHEST_OFFSET = 2 ** 31 - 1;

export const LIMIT = {
  type: 'integer',
  min: 1,
  max: PAGE_LIMIT,
  fallback: PAGE_LIMIT,
  help: 'Maximum number of elements to return',
} as const satisfies Parameter;

export const OFFSET = {
  type: 'integer',
  min: 0,
  max: HIGHEST_OFFSET,
  fallback: 0,
  help: 'Offset from which to begin',
} as const satisfies Parameter;

/** `Total-Count`, and `Link` to the neighbouring pages; the key is left out of the links. */
export function pageHeaders(request: ApiRequest, path: string, page: Page, total: number): Record<string, string> {
  const links = [];
  const next = page.offset + page.limit;
  if (next < total) links.push(`<${pageUrl(request, path, next)}>; rel="next"`);
  if (page.offset > 0) links.push(`<${pageUrl(request, path, Math.max(0, page.offset - page.limit))}>; rel="prev"`);
  return { 'total-count': String(total), ...(links.length > 0 && { link: links.join(', ') }) };
}

function pageUrl({ app, query }: ApiRequest, path: string, offset: number): string {
  const parameters = new URLSearchParams();
  for (const [name, values] of query) {
    if (name === 'api_key' || name === 'offset') continue;
    for (const value of values) parameters.append(name, value);
  }
  parameters.set('offset', String(offset));
  return `${app.publicUrl}/v1${path}?${parameters}`;
}
