import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Answer } from './server.ts';

interface Document {
  paths: Record<string, { get: { responses: Record<string, object> } }>;
}

export type Checker = (path: string, method: string, answer: Answer) => void;

/** Holds every answer under /v1 against the OpenAPI document that the server itself gives. */
export async function openChecker(url: string): Promise<Checker> {
  const response = await fetch(`${url}/v1/openapi.json`);
  const document = (await response.json()) as Document;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi');
  const paths = Object.keys(document.paths).map((path) => ({
    path,
    pattern: new RegExp(`^/v1${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
  }));
  return (target, method, answer) => {
    const asked = target.split('?', 1)[0] as string;
    if (!asked.startsWith('/v1') || asked === '/v1/openapi.json' || method === 'OPTIONS') return;
    // A fixed path comes before one with a parameter: /games/recent is no game.
    const route = paths.toSorted((a, b) => a.path.length - b.path.length).find(({ pattern }) => pattern.test(asked));
    const exact = paths.find(({ path }) => `/v1${path}` === asked.replace(/\/$/, '')) ?? route;
    if (!exact) return checkError(answer);
    const described = document.paths[exact.path]?.get.responses[answer.status];
    assert.ok(described, `${answer.status} of ${exact.path} is not in the OpenAPI document`);
    if (method === 'HEAD' || answer.status === 304) return assert.equal(answer.text, '');
    const pointer = `openapi#/paths/${exact.path.replaceAll('~', '~0').replaceAll('/', '~1')}/get/responses/${answer.status}/content/application~1json/schema`;
    const validate = ajv.getSchema(encodeURI(pointer)) ?? ajv.compile({ $ref: encodeURI(pointer) });
    assert.ok(validate(answer.body), `${target}: ${ajv.errorsText(validate.errors)}`);
    if (answer.status >= 400) checkError(answer);
  };
}

/** The three fields of every error, with the status that the body speaks of. */
function checkError(answer: Answer): void {
  assert.deepEqual(Object.keys(answer.body), ['code', 'error', 'message']);
}
