import type { Page } from '../catalog/search/query.ts';
import type { Parameter, Parameters } from './parameters.ts';
import { API_PREFIX, type ApiRequest } from './route.ts';

const PAGE_LIMIT = 100;
const MAX_OFFSET = 2 ** 31 - 1;

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
  max: MAX_OFFSET,
  fallback: 0,
  help: 'Offset from which to begin',
} as const satisfies Parameter;

/**
 * `Total-Count`, and `Link` to the next and previous page. Links contain only known parameters, so never a key. A page that
 * was cut has `length` elements.
 */
export function pageHeaders(
  { app, query }: ApiRequest,
  path: string,
  parameters: Parameters,
  page: Page,
  total: number,
  length = page.limit,
): Record<string, string> {
  const own = [...query].filter(([name]) => name !== 'offset' && Object.hasOwn(parameters, name));
  const linkTo = (offset: number, relation: string) => {
    const pairs = own.flatMap(([name, values]) => values.map((value) => [name, value]));
    const search = new URLSearchParams([...pairs, ['offset', String(offset)]]);
    return `<${app.publicUrl}${API_PREFIX}${path}?${search}>; rel="${relation}"`;
  };
  const links = [];
  const next = page.offset + length;
  if (next < total) links.push(linkTo(next, 'next'));
  // Past the end, `prev` is the last page that is not empty.
  if (page.offset > 0) links.push(linkTo(Math.max(0, Math.min(page.offset, total) - page.limit), 'prev'));
  return { 'total-count': String(total), ...(links.length > 0 && { link: links.join(', ') }) };
}
