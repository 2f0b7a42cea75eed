import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Names of private networks, as Express and Fastify know them. */
const NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];
const MAXIMUM_HOPS = 32;

/** MILLRACE_TRUST_PROXY as Fastify takes it: a number of hops, or addresses, CIDRs and names of networks. */
export function readTrustProxy(text: string | undefined): number | readonly string[] {
  if (text === undefined) return [];
  if (/^\d+$/.test(text.trim())) return Number(text);
  return text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
}

/** The same as Fastify's types take it: the peer is hop 0. */
export const trusted = (given: number | readonly string[]): string[] | ((address: string, hop: number) => boolean) =>
  typeof given === 'number' ? (_address, hop) => hop < given : [...given];

/** What is wrong with MILLRACE_TRUST_PROXY. `true` is not allowed: then every client could claim any address. */
export function checkTrustProxy(text: string | undefined): string[] {
  const given = readTrustProxy(text);
  if (typeof given === 'number') {
    return given >= 1 && given <= MAXIMUM_HOPS
      ? []
      : [`MILLRACE_TRUST_PROXY: a number of hops is 1 to ${MAXIMUM_HOPS}`];
  }
  const wrong = given.filter((one) => !NETWORKS.includes(one) && !isNetwork(one));
  if (wrong.length === 0) return [];
  return [
    `MILLRACE_TRUST_PROXY: ${wrong.join(', ')} is no address or CIDR; give a list such as 10.0.0.0/8,192.0.2.7, ` +
      `${NETWORKS.join(', ')}, or a number of hops`,
  ];
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  // A prefix of 0 would trust every address.
  return (
    prefix === undefined ||
    (/^\d+$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= (version === 4 ? 32 : 128))
  );
}

/**
 * Where a request comes from: the peer, or what the proxies that are trusted say (`trustProxy` of the app). What they pass
 * on is text; where it is no address, the peer counts.
 */
export function clientAddress(request: FastifyRequest): string {
  return isIP(request.ip) === 0 ? (request.socket.remoteAddress ?? '') : request.ip;
}
