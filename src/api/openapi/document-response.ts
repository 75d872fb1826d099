import { hash } from 'node:crypto';
import type { App } from '../../app.ts';
import { FORMATS } from '../../catalog/catalog.ts';
import { parseParameters } from '../parameters.ts';
import { parseQuery } from '../query-string.ts';
import { type ApiResponse, json } from '../response.ts';
import type { DocumentFormat } from './schemas.ts';

const MAX_AGE_SECONDS = 300;
const PARAMETERS = {
  format: { type: 'choice', values: ['any', ...FORMATS], fallback: 'any', help: 'Which `format` to describe' },
} as const;

/** Handles `/openapi.json`. Each document is made on its first request. */
export function openDocumentHandler(app: App): (rawQuery: string) => Promise<ApiResponse> {
  const made = new Map<DocumentFormat, ApiResponse>();
  return async (rawQuery) => {
    const { format } = parseParameters(PARAMETERS, parseQuery(rawQuery));
    const response = made.get(format) ?? (await makeResponse(app, format));
    made.set(format, response);
    return response;
  };
}

async function makeResponse({ publicUrl, config }: App, format: DocumentFormat): Promise<ApiResponse> {
  // Loading the schemas would add a fifth to the time of a start.
  const { openapiDocument } = await import('./document.ts');
  const document = json(openapiDocument({ publicUrl, contact: config.contact, format }));
  return { cacheKey: `openapi ${hash('sha256', document)}`, body: () => document, maxAge: MAX_AGE_SECONDS };
}
