import { openRouter } from '../router.ts';
import { parseQuery } from './parameters.ts';
import { API_PREFIX, type ApiRequest } from './route.ts';
import { ROUTES } from './routes.ts';

/** Asks the API: the path below /v1 with the query, and the body of a POST. Throws what is no success. */
export type Ask = (path: string, body?: object) => Promise<Response>;

const findRoute = openRouter(ROUTES.map((endpoint) => ({ label: endpoint.path, endpoint })));

/** Asks the endpoints themselves, without a key. */
export function askEndpoints(context: Pick<ApiRequest, 'app' | 'snapshot' | 'headers'>): Ask {
  return async (sent, body) => {
    const [name = '', query = ''] = sent.split('?');
    const { endpoint, path } = findRoute(body && 'POST', name) as NonNullable<ReturnType<typeof findRoute>>;
    const url = API_PREFIX + sent;
    const result = await endpoint.handle({ ...context, url, path, query: parseQuery(query), body });
    const made = await result.body();
    const [bytes, own] = Buffer.isBuffer(made) ? [made] : [made.bytes, made.headers];
    return new Response(bytes as Buffer<ArrayBuffer>, { headers: { ...result.headers, ...own } });
  };
}
