import { hash } from 'node:crypto';
import type { App } from '../../app.ts';
import { FORMATS } from '../../catalog/catalog.ts';
import { parseParameters, parseQuery } from '../parameters.ts';
import { type EndpointResult, json } from '../response.ts';
import type { DocumentFormat } from './schemas.ts';

const MAX_AGE_SECONDS = 300;
const PARAMETERS = {
  format: { type: 'choice', values: ['any', ...FORMATS], fallback: 'any', help: 'Which `format` to describe' },
} as const;

export type DocumentHandler = (rawQuery: string) => Promise<EndpointResult>;

/** Handles `/openapi.json`. Each document is made on its first request. */
export function makeDocumentHandler(app: App): DocumentHandler {
  const responses = new Map<DocumentFormat, EndpointResult>();
  return async (rawQuery) => {
    const { format } = parseParameters(PARAMETERS, parseQuery(rawQuery));
    const response = responses.get(format) ?? (await makeResponse(app, format));
    responses.set(format, response);
    return response;
  };
}

async function makeResponse({ publicUrl, config, anonymous }: App, format: DocumentFormat): Promise<EndpointResult> {
  // Loaded on demand: the schemas would slow the start by 20 %.
  const { openapiDocument } = await import('./document.ts');
  const document = json(
    openapiDocument({ publicUrl, contact: config.contact, isKeyOptional: anonymous !== undefined, format }),
  );
  return {
    cacheKey: `openapi ${hash('sha256', document)}`,
    body: () => document,
    maxAge: MAX_AGE_SECONDS,
  };
}
