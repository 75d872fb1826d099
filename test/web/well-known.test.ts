import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NOON, startServer } from '../support/servers/server.ts';

const server = await startServer({ contact: 'me@example.org' });
const read = (path: string, { url } = server) => fetch(url + path);

test('security.txt has the contact of the operator, and is valid for less than a year', async () => {
  const answer = await read('/.well-known/security.txt');
  assert.equal(answer.headers.get('content-type'), 'text/plain; charset=utf-8');
  const lines = (await answer.text()).trim().split('\n');
  const [contact, expires = '', canonical] = lines;
  assert.equal(contact, 'Contact: mailto:me@example.org');
  assert.equal(canonical, `Canonical: ${server.url}/.well-known/security.txt`);
  const days = (Date.parse(expires.replace('Expires: ', '')) - NOON) / (24 * 3600 * 1000);
  assert.ok(days > 170 && days < 365, expires);
});

test('without a contact that RFC 9116 allows there is no security.txt', async () => {
  const insecure = await startServer({ contact: 'http://example.org/contact' });
  const secure = await startServer({ contact: 'https://example.org/contact' });
  const statuses = [insecure, await startServer(), secure].map(
    async (one) => (await read('/.well-known/security.txt', one)).status,
  );
  assert.deepEqual(await Promise.all(statuses), [404, 404, 200]);
});

test('the API catalog is a set of links that work (RFC 9727)', async () => {
  const answer = await read('/.well-known/api-catalog');
  assert.match(
    answer.headers.get('content-type') ?? '',
    /^application\/linkset\+json; profile="https:\/\/www\.rfc-editor\.org\/info\/rfc9727"$/,
  );
  assert.equal(answer.headers.get('link'), `<${server.url}/.well-known/api-catalog>; rel="api-catalog"`);
  const { linkset } = (await answer.json()) as { linkset: { anchor: string; [relation: string]: unknown }[] };
  const anchors = linkset.map(({ anchor }) => anchor);
  assert.deepEqual(anchors, [`${server.url}/v1`, `${server.url}/mcp`]);
  const links = linkset.flatMap(({ anchor: _anchor, ...relations }) => Object.values(relations).flat());
  for (const { href, type } of links as { href: string; type: string }[]) {
    const there = await fetch(href, { headers: { accept: type } });
    assert.equal(there.status, 200, href);
    assert.ok(there.headers.get('content-type')?.startsWith(type), href);
  }
});

test('llms.txt names every article as Markdown, and its links work', async () => {
  const text = await (await read('/llms.txt')).text();
  assert.match(text, /^# Ludex\n\n> /);
  const links = Array.from(text.matchAll(/\]\(([^)]+)\)/g), ([, link]) => link as string);
  assert.ok(links.includes(`${server.url}/docs/api.md`) && links.includes(`${server.url}/docs.md`));
  for (const link of links) assert.equal((await fetch(link)).status, 200, link);
});
