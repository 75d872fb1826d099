import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { bundleSchema, type JsonSchema } from '../../schema/bundle-schema.ts';
import { DESCRIPTIONS } from '../../schema/descriptions.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const schema = JSON.parse(read('schema/bundle.schema.json')) as JsonSchema;
const defs = schema.$defs as Record<string, JsonSchema>;
const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
ajv.addSchema(schema, 'bundle');

function check(name: string, value: unknown): string {
  const validate = ajv.getSchema(`bundle#/$defs/${name}`);
  assert.ok(validate, name);
  return validate(value) ? '' : `${name}: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(value)}`;
}

/** Every field of a schema by its path. */
function* listFields(inner: JsonSchema, path: string): Generator<[path: string, field: JsonSchema]> {
  for (const [name, field] of Object.entries(inner.properties ?? {})) {
    yield [`${path}.${name}`, field];
    yield* listFields(field, `${path}.${name}`);
  }
  if (inner.items) yield* listFields(inner.items, path);
}

test('the schema is up to date: "npm run schema" writes it', () => {
  assert.deepEqual(schema, JSON.parse(JSON.stringify(bundleSchema())));
});

test('every field has a description, and every description has a field', () => {
  const fields = Object.entries(defs).flatMap(([name, def]) => [[name, def] as const, ...listFields(def, name)]);
  assert.deepEqual(
    fields.filter(([, { description }]) => !description).map(([path]) => path),
    [],
  );
  const known = new Set<string>(fields.map(([path]) => path));
  assert.deepEqual(
    Object.keys(DESCRIPTIONS).filter((path) => !known.has(path)),
    [],
  );
});

test('every line of the starter catalog matches the schema', () => {
  assert.equal(check('manifest', JSON.parse(read('starter/manifest.json'))), '');
  const files = readdirSync(new URL('../../starter', import.meta.url)).filter((name) => name.endsWith('.jsonl'));
  assert.ok(files.length >= 7);
  for (const file of files)
    for (const line of read(`starter/${file}`).trimEnd().split('\n'))
      assert.equal(check(file.replace('.jsonl', ''), JSON.parse(line)), '');
});

test('lines that the loader refuses do not match the schema', () => {
  const game = { key: 'mine:a', title: 'A', platforms: [{ platform: 'platform:nes' }] };
  assert.equal(check('games', game), '');
  for (const broken of [
    { ...game, title: 7 },
    { ...game, platforms: [] },
    { ...game, surprise: true },
    { ...game, genres: ['platform:nes'] },
    { ...game, platforms: [{ platform: 'platform:nes', first_release_date: '13.9.1985' }] },
  ])
    assert.match(check('games', broken), /^games: /);
});

test('it is part of the package', () => {
  assert.ok(JSON.parse(read('package.json')).files.includes('schema/bundle.schema.json'));
});
