import { identifyFiles } from '../catalog/identify.ts';
import { type FileHashes, HASH_KINDS, type HashKind } from '../store/dumps.ts';
import { FILTER_PARAMETERS } from './filters.ts';
import { badType, checkHash, invalid, isObject, parseParameters } from './parameters.ts';
import { type EndpointResult, json } from './response.ts';
import type { ApiRequest } from './route.ts';

const MAX_FILES = 100;

export const IDENTIFY_PARAMETERS = {
  sha1: { ...FILTER_PARAMETERS.sha1, help: 'SHA-1 of the file' },
  md5: { ...FILTER_PARAMETERS.md5, help: 'MD5 of the file' },
  crc: { ...FILTER_PARAMETERS.crc, help: 'CRC-32 of the file' },
  size: {
    type: 'optional integer',
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    help: 'Size of the file in bytes; a dump of another size does not match',
  },
} as const;

const FIELDS = Object.keys(IDENTIFY_PARAMETERS);

export async function getIdentify({ app, snapshot, query }: ApiRequest): Promise<EndpointResult> {
  const file: FileHashes = parseParameters(IDENTIFY_PARAMETERS, query);
  if (HASH_KINDS.every((kind) => file[kind] === undefined)) throw invalid('Give at least one of sha1, md5 and crc.');
  return {
    cacheKey: `identify ${snapshot.revision} ${JSON.stringify(file)}`,
    isMomentary: true,
    body: async () => json({ match: (await identifyFiles(app.catalog, snapshot, [file]))[0] }),
  };
}

export async function postIdentify({ app, snapshot, body }: ApiRequest): Promise<EndpointResult> {
  const files = parseFiles(body);
  return {
    cacheKey: undefined,
    body: async () => json({ matches: await identifyFiles(app.catalog, snapshot, files) }),
  };
}

/** Wrong types are reported before wrong values. */
function parseFiles(body: unknown): FileHashes[] {
  if (!isObject(body) || !Array.isArray(body.files)) throw badType('the body must be an object with a list "files"');
  const { files, ...others } = body as { files: unknown[] };
  for (const [i, file] of files.entries()) checkTypes(file, `files[${i}]`);
  checkFields(others, [], 'the body');
  if (files.length > MAX_FILES) throw invalid(`files must have at most ${MAX_FILES} elements.`);
  return files.map((file, i) => parseFile(file as Record<string, string | number>, `files[${i}]`));
}

function checkTypes(file: unknown, where: string): void {
  if (!isObject(file)) throw badType(`${where} must be an object`);
  for (const kind of HASH_KINDS)
    if (file[kind] !== undefined && typeof file[kind] !== 'string') throw badType(`${where}.${kind} must be a string`);
  if (file.size !== undefined && !Number.isInteger(file.size)) throw badType(`${where}.size must be an integer`);
}

function parseFile(file: Record<string, string | number>, where: string): FileHashes {
  checkFields(file, FIELDS, where);
  if (file.size !== undefined && !(Number.isSafeInteger(file.size) && Number(file.size) >= 0))
    throw invalid(`${where}.size must be from 0 to ${Number.MAX_SAFE_INTEGER}.`);
  const given = HASH_KINDS.filter((kind) => file[kind] !== undefined);
  const hashes = given.map((kind): [HashKind, string] => [kind, String(file[kind]).toLowerCase()]);
  for (const [kind, hash] of hashes) checkHash(`${where}.${kind}`, IDENTIFY_PARAMETERS[kind].digits, hash);
  if (hashes.length === 0) throw invalid(`${where} must have at least one of sha1, md5 and crc.`);
  return { ...Object.fromEntries(hashes), size: file.size as number | undefined };
}

function checkFields(value: object, known: readonly string[], where: string): void {
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(`${where} has the unknown field ${JSON.stringify(unknown.slice(0, 50))}.`);
}
