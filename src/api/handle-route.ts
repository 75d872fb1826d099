import type { App } from '../app.ts';
import { type MaybePromise, orElse, whenReady } from '../at-once.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import type { Encoding } from '../encoding.ts';
import { AppError } from '../errors.ts';
import { errorAnswer, isLasting } from './answer.ts';
import { type FoundRoute, labelOf } from './find-route.ts';
import type { Kept } from './kept-answers.ts';
import { listIgnored } from './parameters.ts';
import { parseQuery } from './query-string.ts';
import { type ApiResponse, toAnswers } from './response.ts';
import type { ApiRequest } from './route.ts';

/** An admitted request with an unparsed query. */
export interface AdmittedRequest extends Pick<ApiRequest, 'url' | 'body'> {
  /** Undecoded. */
  path: string;
  query: string;
  accepted: Encoding | undefined;
  ifNoneMatch: string | undefined;
}

export interface Handled extends Kept {
  /** Whether the next equal request gets the same from the same snapshot. */
  isLasting: boolean;
}

/** Parses the request and handles it. */
export function handleRoute(
  app: App,
  snapshot: Snapshot,
  found: FoundRoute | undefined,
  request: AdmittedRequest,
): MaybePromise<Handled> {
  const route = labelOf(found);
  const handle = () => {
    if (!found) throw new AppError('notFound', `There is no endpoint ${request.path}.`);
    return whenReady(findResponse(app, snapshot, found, request), (response) =>
      whenReady(toAnswers(app, snapshot, response, request), ({ whole, unmodified }): Handled => {
        const isLasting = !response.isMomentary && response.cacheKey !== undefined;
        return { whole, unmodified, route, isLasting };
      }),
    );
  };
  return orElse(handle, (error): Handled => {
    if (!isLasting(error)) throw error;
    return { whole: errorAnswer(error), unmodified: undefined, route, isLasting: true };
  });
}

function findResponse(
  app: App,
  snapshot: Snapshot,
  { route, path }: FoundRoute,
  request: AdmittedRequest,
): MaybePromise<ApiResponse> {
  const { url, body } = request;
  const query = parseQuery(request.query);
  const ignored = new Set(listIgnored(route.parameters, query));
  const ignore = (names: readonly string[]) => names.forEach((name) => void ignored.add(name));
  return whenReady(route.handle({ app, snapshot, url, path, query, body, ignore }), (response) => {
    ignored.delete('');
    if (ignored.size === 0) return response;
    const names = [...ignored].map(encodeURIComponent).join(', ');
    return { ...response, headers: { ...response.headers, 'ignored-parameters': names } };
  });
}
