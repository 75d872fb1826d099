import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { publicUrlOf, readConfig } from '../src/config.ts';
import { temporaryFolder } from './support/samples/bundle.ts';

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
  test(`the public URL is ${url} when ${JSON.stringify(settings)} is set`, () => {
    const config = readConfig({}, settings);
    assert.equal(publicUrlOf(config), url);
    assert.ok(URL.canParse(url));
    assert.doesNotMatch(config.host, /[[\]]/);
  });
}

const TITLE_MATCHES: [settings: Record<string, string>, match: string][] = [
  [{}, 'contract'],
  [{ LUDEX_ORIGINAL_FIELDS: 'true' }, 'wide'],
  [{ LUDEX_ORIGINAL_FIELDS: 'true', LUDEX_TITLE_MATCH: 'contract' }, 'contract'],
  [{ LUDEX_TITLE_MATCH: 'wide' }, 'wide'],
];
for (const [settings, match] of TITLE_MATCHES) {
  test(`titles match as in ${match} with ${JSON.stringify(settings)}`, () => {
    assert.equal(readConfig({}, settings).title_match, match);
  });
}

test('only the line end is removed from a secret file', () => {
  const path = join(temporaryFolder('secret'), 'secret');
  const secret = ` ${'x'.repeat(32)}\t `;
  writeFileSync(path, `${secret}\r\n`);
  assert.equal(readConfig({}, { LUDEX_SECRET_FILE: path }).secret, secret);
});

for (const text of ['off', 'none', '60/hour', '1/s', '60/hour, 1/s', '1/s,60/hour'])
  test(`clients without a key may have the limits ${text}`, () => {
    assert.equal(readConfig({ anonymous: text }, {}).anonymous, text);
  });

for (const text of ['on', '60', '0/hour', '60/day', '60/hour,', '60/hour,60/hour', '-1/s', 'none,1/s'])
  test(`clients without a key may not have the limits ${text}`, () => {
    const message = `--anonymous must be off, none, or limits such as 60/hour,1/s, not "${text}"`;
    assert.throws(() => readConfig({ anonymous: text }, {}), { message });
  });

const PROXIES: [text: string, isRight: boolean][] = [
  ['10.0.0.0/8', true],
  ['192.0.2.1/32', true],
  ['192.0.2.1/33', false],
  ['2001:db8::/33', true],
  ['2001:db8::1/128', true],
  ['2001:db8::/129', false],
  ['10.0.0.0/x', false],
  ['loopback, 10.0.0.1', true],
  ['example.org', false],
];
for (const [text, isRight] of PROXIES) {
  test(`LUDEX_TRUSTED_PROXIES ${isRight ? 'accepts' : 'rejects'} ${text}`, () => {
    const read = () => readConfig({}, { LUDEX_TRUSTED_PROXIES: text });
    if (isRight) assert.equal(read().trusted_proxies.length, text.split(',').length);
    else
      assert.throws(read, /^OperatorError: LUDEX_TRUSTED_PROXIES must be addresses or networks such as 10\.0\.0\.0\/8/);
  });
}
