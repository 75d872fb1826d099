import type { Page } from './kit/page.ts';

/** Names of the text to search for in the addresses of other sites. */
const SEARCH_PARAMETERS = ['q', 'query', 'search', 's'];

/** Addresses that people type because other sites have them. The query is kept. */
export const GUESSED_PAGES: readonly Page[] = [
  redirect('/login', '/signin'),
  redirect('/register', '/signup'),
  redirect('/series', '/groups'),
  redirect('/api', '/docs'),
  redirect('/search', '/games', renameSearchText),
];

function redirect(path: string, target: string, convert = (query: URLSearchParams) => query): Page {
  return {
    method: 'GET',
    path,
    handle: ({ query }) => {
      const search = convert(query);
      return { status: 301, location: search.size === 0 ? target : `${target}?${search}` };
    },
  };
}

function renameSearchText(query: URLSearchParams): URLSearchParams {
  const renamed = new URLSearchParams(query);
  for (const name of SEARCH_PARAMETERS) {
    const text = renamed.get(name);
    renamed.delete(name);
    if (text !== null && !renamed.has('title')) renamed.set('title', text);
  }
  return renamed;
}
