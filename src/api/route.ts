import type { IncomingHttpHeaders } from 'node:http';
import type { App } from '../app.ts';
import type { Snapshot } from '../catalog/snapshot/snapshot.ts';
import type { ErrorName } from '../errors.ts';
import type { ResponseSchema, SchemaName } from './openapi/schemas.ts';
import type { Parameters, Query } from './parameters.ts';
import type { EndpointResult } from './response.ts';

/** Version of the API. A breaking change would need another one. */
export const API_PREFIX = '/v1';

/** One endpoint of an API. */
export interface Endpoint {
  /** The default is GET, with HEAD and OPTIONS. */
  method?: 'POST';
  /** Under the prefix of its API, with path parameters in braces. */
  path: string;
  /** Any other is reported as ignored. Undefined in APIs of others, whose programs send some that have no effect here. */
  parameters?: Parameters;
  /** Whether the body of a POST is handled as bytes, not as JSON. */
  isRaw?: true;
  /** How far a client may be ahead of its requests per second. */
  burstMs?: number;
  handle(request: ApiRequest): EndpointResult | Promise<EndpointResult>;
}

/** One endpoint of /v1. routes.ts lists them all for the server and the OpenAPI document. */
export interface Route extends Endpoint {
  parameters: Parameters;
  /** `operationId`, the function name in generated clients. */
  operation: string;
  /** Its group in the documentation. */
  tag: string;
  /** Its title in the documentation. */
  summary: string;
  description: string;
  /** The JSON body of a POST. */
  body?: { schema: SchemaName; example: unknown };
  response: ResponseSchema;
  /** Another operation whose example is shown instead. */
  example?: string;
  /** Errors that only this endpoint has. */
  errors?: readonly ErrorName[];
}

/** An admitted request with unparsed parameters. */
export interface ApiRequest {
  app: App;
  /** The snapshot for the whole response. */
  snapshot: Snapshot;
  /** Path and query as the client sent them. */
  url: string;
  path: Record<string, string>;
  query: Query;
  headers: IncomingHttpHeaders;
  /** The parsed JSON of a POST, or its bytes. */
  body?: unknown;
}
