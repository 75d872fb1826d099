import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publicUrlOf, readConfig } from '../src/config.ts';

const PUBLIC_URLS: [settings: Record<string, string>, url: string][] = [
  [{}, 'http://localhost:8080'],
  [{ LUDEX_PORT: '9000' }, 'http://localhost:9000'],
  [{ LUDEX_HOST: '0.0.0.0' }, 'http://localhost:8080'],
  [{ LUDEX_HOST: '::' }, 'http://localhost:8080'],
  [{ LUDEX_HOST: '::1' }, 'http://[::1]:8080'],
  [{ LUDEX_HOST: '[::1]' }, 'http://[::1]:8080'],
  [{ LUDEX_HOST: '2001:db8::7' }, 'http://[2001:db8::7]:8080'],
  [{ LUDEX_HOST: 'fe80::1%eth0' }, 'http://localhost:8080'],
  [{ LUDEX_HOST: '192.168.1.5' }, 'http://192.168.1.5:8080'],
  [{ LUDEX_HOST: 'games.internal' }, 'http://games.internal:8080'],
  [{ LUDEX_HOST: '::1', LUDEX_PUBLIC_URL: 'https://games.example.org/' }, 'https://games.example.org'],
];

for (const [settings, url] of PUBLIC_URLS) {
  test(`links begin with ${url} when ${JSON.stringify(settings)} is set`, () => {
    const config = readConfig({}, settings);
    assert.equal(publicUrlOf(config), url);
    assert.ok(URL.canParse(url));
    assert.doesNotMatch(config.host, /[[\]]/);
  });
}
