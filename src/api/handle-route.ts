import type { App } from '../app.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import type { Encoding } from '../encoding.ts';
import { AppError } from '../errors.ts';
import { errorAnswer, isLasting } from './answer.ts';
import { type FoundRoute, labelOf } from './find-route.ts';
import type { Kept } from './kept-answers.ts';
import { listIgnored } from './parameters.ts';
import { parseQuery } from './query-string.ts';
import { toAnswers } from './response.ts';
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
export async function handleRoute(
  app: App,
  snapshot: Snapshot,
  found: FoundRoute | undefined,
  request: AdmittedRequest,
): Promise<Handled> {
  const route = labelOf(found);
  try {
    if (!found) throw new AppError('notFound', `There is no endpoint ${request.path}.`);
    const response = await findResponse(app, snapshot, found, request);
    const answers = await toAnswers(app, snapshot, response, request);
    return { ...answers, route, isLasting: !response.isMomentary && response.cacheKey !== undefined };
  } catch (error) {
    if (!isLasting(error)) throw error;
    return { whole: errorAnswer(error), unmodified: undefined, route, isLasting: true };
  }
}

async function findResponse(app: App, snapshot: Snapshot, { route, path }: FoundRoute, request: AdmittedRequest) {
  const { url, body } = request;
  const query = parseQuery(request.query);
  const ignored = new Set(listIgnored(route.parameters, query));
  const ignore = (names: readonly string[]) => names.forEach((name) => void ignored.add(name));
  const response = await route.handle({ app, snapshot, url, path, query, body, ignore });
  ignored.delete('');
  if (ignored.size === 0) return response;
  const names = [...ignored].map(encodeURIComponent).join(', ');
  return { ...response, headers: { ...response.headers, 'ignored-parameters': names } };
}
