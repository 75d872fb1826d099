import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { operationParameters } from '../../src/api/openapi/operations.ts';
import { usedSchemas } from '../../src/api/openapi/schemas.ts';
import { ROUTES } from '../../src/api/routes.ts';
import { sharedServer } from '../support/servers/server.ts';

interface Described {
  name: string;
  in: string;
  explode?: boolean;
  schema: { type: string; items?: { type: string; enum?: string[] }; enum?: string[]; maxItems?: number };
}

const server = await sharedServer();
const ajv = new Ajv2020({ strict: false });
/** What the schema of one parameter cannot say: others that it needs. */
const NEEDED: Record<string, string> = {
  '/games/search': 'q=mario',
  '/identify': `md5=${'0'.repeat(32)}`,
  role: 'company=1',
};
/** Only the server knows which ones it gave. */
const CURSORS = ['since', 'after'];
const VALUES = [
  ...['', ' ', 'a', 'é', '-', ',', 'null', 'true', '1.5', '1e2', '+1', '0x1', '-1', 'a,b', '1,2'],
  ...['0', '1', '21', '22', '100', '101', '1000', '1001', '9999', '10000', '2147483647', '2147483648'],
  ...['9007199254740991', '9007199254740993', 'wikidata:Q1', 'WikiData:Q1', 'wikidata:', ':Q1', '1a:b'],
  ...[8, 32, 40].flatMap((digits) => ['0'.repeat(digits), 'aF'.repeat(digits / 2), 'g'.repeat(digits)]),
  ...[128, 129, 200, 201].flatMap((length) => ['x'.repeat(length), '😀'.repeat(length)]),
];
/** Enough where the same parameter was tested with all values at another path. */
const FEW_VALUES = ['', 'a', '-1', '0', '1', '1.5', '101', '10000', '9007199254740993', 'x'.repeat(201)];
const tested = new Set<string>();

for (const route of ROUTES.filter(({ method }) => method === undefined)) {
  for (const parameter of operationParameters(route, 'any') as unknown as Described[]) {
    if (parameter.in !== 'query') continue;
    const { name, schema } = parameter;
    const values = tested.has(JSON.stringify(parameter)) ? FEW_VALUES : VALUES;
    tested.add(JSON.stringify(parameter));
    test(`${name} of ${route.path}: the server accepts what the document allows, and nothing else`, async () => {
      const isAllowed = ajv.compile(schema);
      const known = schema.enum ?? schema.items?.enum ?? [];
      const most = schema.maxItems ?? 1;
      const isList = schema.type === 'array' && parameter.explode === true;
      const cases: string[][] = [
        ...[...values, ...known, ...known.map((one) => one.toUpperCase()), known.join(), `${known[0]},`].map((one) => [
          one,
        ]),
        ...(isList ? [Array.from({ length: most }, () => '1:1'), Array.from({ length: most + 1 }, () => '1')] : []),
        ...(isList ? [Array.from({ length: most }, () => '1')] : []),
      ];
      for (const sent of cases) {
        const value = toValue(parameter, sent);
        const isValid = isAllowed(value);
        if (isValid && CURSORS.includes(name)) continue;
        const status = await ask(route.path, name, sent);
        assert.equal([200, 404].includes(status), isValid, `${name}=${sent.join()}: ${status}`);
      }
    });
  }
}

const SHA1 = '0'.repeat(40);
const BODIES: unknown[] = [
  ...[null, [], 'x', {}, { files: null }, { files: {} }, { files: [], more: 1 }, { files: [] }],
  ...[null, 'x', [], {}, { size: 1 }, { sha1: SHA1 }, { sha1: 'aF'.repeat(20) }, { sha1: '' }, { sha1: null }].map(
    toBody,
  ),
  ...[{ sha1: `${SHA1}0` }, { sha1: 'g'.repeat(40) }, { sha1: SHA1, more: 1 }, { more: 1 }, { sha1: 1 }].map(toBody),
  ...[{ md5: '0'.repeat(32) }, { md5: SHA1 }, { crc: '0'.repeat(8) }, { crc: '' }, { crc: '0'.repeat(8), md5: '' }].map(
    toBody,
  ),
  ...[0, 1, 1.5, -1, '1', null, 2 ** 53 - 1, 2 ** 53].map((size) => toBody({ sha1: SHA1, size })),
  ...[100, 101].map((length) => ({ files: Array.from({ length }, () => ({ sha1: SHA1 })) })),
];

test('the server accepts the bodies that the document allows, and no others', async () => {
  const { FilesToIdentify: schema, ...schemas } = usedSchemas({ $ref: '#/components/schemas/FilesToIdentify' });
  const isAllowed = ajv.compile({ ...(schema as object), components: { schemas } });
  for (const body of BODIES) {
    const text = JSON.stringify(body);
    const headers = { 'x-api-key': server.key };
    const response = await fetch(`${server.url}/v1/identify`, { method: 'POST', body: text, headers });
    await response.arrayBuffer();
    assert.equal(response.status === 200, isAllowed(body), `${text.slice(0, 200)}: ${response.status}`);
  }
});

function toBody(file: unknown): unknown {
  return { files: [file] };
}

/** As a client that has the value of the schema would have written the texts. */
function toValue({ schema, explode }: Described, sent: string[]): unknown {
  const [text = ''] = sent;
  if (schema.type !== 'array') return toScalar(schema.type, text);
  return (explode ? sent : text.split(',')).map((one) => toScalar(schema.items?.type ?? '', one));
}

function toScalar(type: string, text: string): unknown {
  return type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
}

async function ask(path: string, name: string, sent: readonly string[]): Promise<number> {
  const needed = [NEEDED[path], NEEDED[name]].filter((text) => text !== undefined && !text.startsWith(`${name}=`));
  const query = [...needed, ...sent.map((one) => `${name}=${encodeURIComponent(one)}`)].join('&');
  const address = `/v1${path.replaceAll(/\{\w+\}/g, '1')}?${query}`;
  const response = await fetch(server.url + address, { headers: { 'x-api-key': server.key } });
  await response.arrayBuffer();
  return response.status;
}
