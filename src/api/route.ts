import type { App } from '../app.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import type { ResponseSchema } from './openapi/schemas.ts';
import type { Parameters } from './parameters.ts';
import type { Query } from './query-string.ts';
import type { ApiResponse } from './response.ts';

/** Where the API lives; a change that is not additive would be another one. */
export const API_PREFIX = '/v1';

/** One endpoint. The table of them in routes.ts mounts the server and writes the OpenAPI document. */
export interface Route {
  /** Under /v1, with path parameters in braces. */
  path: string;
  /** The name of its function in generated clients. */
  operation: string;
  /** The group that the documentation shows it in. */
  tag: string;
  /** A few words, as the title in the documentation. */
  summary: string;
  description: string;
  parameters: Parameters;
  response: ResponseSchema;
  /** The operation whose example is shown, if not its own. */
  example?: string;
  /** Whether the answer has pages, and so `Link` and `Total-Count`. */
  paged?: true;
  handle(request: ApiRequest): ApiResponse | Promise<ApiResponse>;
}

/** A request of a caller who may ask, before its parameters are looked at. */
export interface ApiRequest {
  app: App;
  /** The one snapshot that the whole answer comes from. */
  snapshot: Snapshot;
  /** As the client sent it, from the first slash on. */
  url: string;
  path: Record<string, string>;
  query: Query;
  /** Names a parameter that turned out to be without effect. */
  ignore(names: readonly string[]): void;
}
