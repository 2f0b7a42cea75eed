import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { clientAddress, readTrustProxy, trusted } from './client-address.js';

async function seen(trust: string | undefined, peer: string, forwarded: string | undefined): Promise<string> {
  const app = fastify({ trustProxy: trusted(readTrustProxy(trust)) });
  app.get('/', async (request) => clientAddress(request));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  const { body } = await app.inject({ method: 'GET', url: '/', remoteAddress: peer, headers });
  await app.close();
  return body;
}

test.each([
  ['nobody is trusted by default', undefined, '10.0.0.1', '192.0.2.1', '10.0.0.1'],
  ['a peer that is not trusted cannot choose its address', '10.0.0.0/8', '203.0.113.9', '192.0.2.1', '203.0.113.9'],
  ['a trusted proxy names the client', '10.0.0.0/8', '10.0.0.1', '192.0.2.1', '192.0.2.1'],
  [
    'what a client wrote before its proxy did does not count',
    '10.0.0.0/8',
    '10.0.0.1',
    '127.0.0.1, 192.0.2.1',
    '192.0.2.1',
  ],
  ['two trusted proxies', '10.0.0.0/8', '10.0.0.1', '6.6.6.6, 192.0.2.1, 10.9.9.9', '192.0.2.1'],
  ['one hop', '1', '10.0.0.1', '6.6.6.6, 192.0.2.1', '192.0.2.1'],
  ['two hops', '2', '10.0.0.1', '6.6.6.6, 192.0.2.1, 198.51.100.1', '192.0.2.1'],
  ['names of networks', 'loopback', '127.0.0.1', '192.0.2.1', '192.0.2.1'],
  ['IPv6', '2001:db8::/32', '2001:db8::1', '2001:db8:ffff::1, 2a00::7', '2a00::7'],
  ['what is no address is not the client', '10.0.0.0/8', '10.0.0.1', 'nonsense', '10.0.0.1'],
  ['without the header the proxy is the client', '10.0.0.0/8', '10.0.0.1', undefined, '10.0.0.1'],
])('[D11] %s', async (_rule, trust, peer, forwarded, expected) => {
  expect(await seen(trust, peer, forwarded)).toBe(expected);
});
