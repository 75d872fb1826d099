import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { openAddressFinder } from '../../src/server/client-address.ts';

const CASES: [name: string, trusted: string[], connection: string, forwarded: string | undefined, address: string][] = [
  ['a direct connection', ['loopback'], '203.0.113.5', undefined, '203.0.113.5'],
  ['an IPv4 address of an IPv6 socket', ['loopback'], '::ffff:203.0.113.5', undefined, '203.0.113.5'],
  ['a client that is no proxy', ['loopback'], '203.0.113.5', '198.51.100.1', '203.0.113.5'],
  ['no trusted proxies', [], '127.0.0.1', '198.51.100.1', '127.0.0.1'],
  ['a proxy', ['loopback'], '127.0.0.1', '198.51.100.1', '198.51.100.1'],
  ['a proxy that adds the port', ['loopback'], '::1', '198.51.100.1:5000', '198.51.100.1'],
  ['what the client claimed', ['loopback'], '127.0.0.1', '192.0.2.1, 198.51.100.1', '198.51.100.1'],
  [
    'two proxies, one with a port',
    ['loopback', '10.0.0.0/8'],
    '127.0.0.1',
    '198.51.100.1:1, 10.0.0.3:2',
    '198.51.100.1',
  ],
  ['an IPv6 address', ['loopback'], '127.0.0.1', '[2001:DB8:0:0::1]:443', '2001:db8::1'],
  ['an IPv6 address in full', ['loopback'], '127.0.0.1', '2001:0DB8:0000:0:0:0:0:5', '2001:db8::5'],
  ['an address in quotes', ['loopback'], '127.0.0.1', '"192.0.2.77:2"', '192.0.2.77'],
  ['an IPv6 address in quotes', ['loopback'], '127.0.0.1', '"[2001:db8:7::7]:80"', '2001:db8:7::7'],
  ['an IPv4 address as hexadecimal IPv6', ['loopback'], '127.0.0.1', '::FFFF:c000:24d', '192.0.2.77'],
  ['an IPv4 address in brackets', ['loopback'], '127.0.0.1', '[::ffff:192.0.2.77]:9', '192.0.2.77'],
  ['no address', ['loopback'], '127.0.0.1', '198.51.100.1, unknown', '127.0.0.1'],
  ['an empty header', ['loopback'], '127.0.0.1', '', '127.0.0.1'],
  ['a proxy for itself', ['loopback'], '127.0.0.1', '127.0.0.1', '127.0.0.1'],
];

for (const [name, trusted, remoteAddress, forwarded, address] of CASES)
  test(`the client address: ${name}`, () => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const request = { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
    assert.equal(openAddressFinder(trusted)(request), address);
  });
