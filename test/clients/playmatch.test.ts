import assert from 'node:assert/strict';
import { test } from 'node:test';
import { platforms } from '../support/samples/entries.ts';
import { startServer } from '../support/servers/server.ts';

/** Requests of RomM (backend/handler/metadata/playmatch_handler.py, August 2026), and what it reads of the answers. */
const HOP = { name: 'Hop (USA).nes', size: 40_976, crc: '11111111', md5: '2'.repeat(32), sha1: '3'.repeat(40) };
const ids = { igdb: ['1942'], mobygames: ['5'], launchbox: ['8', '9'], steamgriddb: ['12'], giantbomb: ['3030-10'] };
const server = await startServer(
  {},
  {
    platforms: platforms('NES'),
    games: [{ key: 'test:hop', title: 'Hop', ids, platforms: [{ platform: 'platform:nes', dumps: [HOP] }] }],
  },
);
const BASE = `/k/${server.key}/playmatch/api/v2`;
const identify = async (query: Record<string, string>) =>
  (await server.fetch(`${BASE}/identify/ids?${new URLSearchParams(query)}`)).body;

test('the health check', async () => {
  assert.deepEqual((await server.fetch(`${BASE}/health`)).body, 'Healthy');
});

test('a file has the ids of its game, except those of a database with several entries for it', async () => {
  // The size is that of an archive around the file.
  const { gameMatchType, id, externalMetadata } = await identify({
    fileName: 'hop.zip',
    fileSize: '300',
    ...hashes(HOP),
  });
  assert.equal(gameMatchType, 'SHA1');
  assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  assert.deepEqual(externalMetadata, [
    { providerName: 'IGDB', providerId: '1942', matchType: 'Automatic' },
    { providerName: 'MobyGames', providerId: '5', matchType: 'Automatic' },
    { providerName: 'SteamGridDB', providerId: '12', matchType: 'Automatic' },
  ]);
  for (const [type, query] of Object.entries({ MD5: { md5: HOP.md5 }, CRC: { crc: HOP.crc } }))
    assert.equal((await identify({ fileName: 'x', fileSize: '1', ...query })).gameMatchType, type);
});

test('a file without a known hash is no match', async () => {
  for (const query of [{ sha1: '0'.repeat(40) }, { sha256: 'a'.repeat(64) }, { fileName: HOP.name, fileSize: '40976' }])
    assert.deepEqual(await identify(query), { gameMatchType: 'NoMatch', id: null });
});

test('a wrong hash gets one sentence', async () => {
  assert.equal((await identify({ md5: 'abc' })).message, 'md5 must be 32 hexadecimal digits.');
});

test('a suggestion is accepted, and dropped', async () => {
  const body = JSON.stringify({ ...hashes(HOP), sha256: null, fileName: HOP.name, fileSize: HOP.size, mappings: [] });
  const answer = await server.fetch(`${BASE}/suggestion/external/game`, { method: 'POST', body });
  assert.deepEqual([answer.status, answer.body], [200, {}]);
});

function hashes({ sha1, md5, crc }: typeof HOP) {
  return { sha1, md5, crc };
}
