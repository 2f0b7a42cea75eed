import { promises as dns, type LookupAddress } from 'node:dns';
import { BlockList, isIP } from 'node:net';
import type { Log } from '../../../kernel/log.js';
import { PermanentFailure } from '../../worker/job-failure.js';
import { unreachable } from './outbound-error.js';
import { isPublicAddress } from './public-address.js';

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>;

const resolveBySystem: Resolve = (host) => dns.lookup(host, { all: true, verbatim: true });

export interface GuardOptions {
  /** Host names, addresses and CIDR ranges that may be reached although they are private. */
  readonly allowed: readonly string[];
  readonly log: Log;
  /** A sentence that says how to allow the host; default: for jobs of workflows. */
  readonly advice?: string;
  /** Default: as the operating system does, hosts file included. */
  readonly resolve?: Resolve;
}

export interface AddressGuard {
  /**
   * The addresses a request to this URL may connect to, never empty. The caller must connect to one of these and not
   * resolve again: a second answer could be another one.
   *
   * @throws PermanentFailure when there are only refused ones
   * @throws TemporaryFailure when the name cannot be resolved
   */
  vet(url: URL): Promise<readonly LookupAddress[]>;
}

const WORKFLOW_ADVICE =
  'If workflows shall reach it, list the host or its address range under http.allowPrivateAddresses in the ' +
  "sub-project's configuration.";

/** Keeps workflows from reaching into the network the server stands in (server-side request forgery). */
export function createAddressGuard(options: GuardOptions): AddressGuard {
  const { allowed, log, advice = WORKFLOW_ADVICE, resolve = resolveBySystem } = options;
  const allowance = readAllowance(allowed);
  return {
    async vet(url) {
      const host = hostOf(url);
      const family = isIP(host);
      const found = family === 0 ? await resolved(url, host, resolve) : [{ address: host, family }];
      if (allowance.hosts.has(host)) return found;
      const permitted = found.filter(({ address }) => {
        const bare = withoutZone(address);
        return isPublicAddress(bare) || allowance.covers(bare);
      });
      if (permitted.length > 0) return permitted;
      log.warn({ host, addresses: found.map(({ address }) => address) }, 'a request to a private address was refused');
      throw new PermanentFailure(`"${host}" is not a public address, or stands for one that is not. ${advice}`);
    },
  };
}

/** The URL parser has already turned every spelling of an IPv4 address (octal, hexadecimal, one number) into dots. */
function hostOf(url: URL): string {
  const host = url.hostname.toLowerCase();
  return host.startsWith('[') ? host.slice(1, -1) : host.replace(/\.$/, '');
}

async function resolved(url: URL, host: string, resolve: Resolve): Promise<readonly LookupAddress[]> {
  try {
    return await resolve(host);
  } catch (error) {
    throw unreachable(url, error);
  }
}

const withoutZone = (address: string): string => address.split('%', 1)[0] ?? address;

function readAllowance(entries: readonly string[]) {
  const hosts = new Set<string>();
  const ranges = new BlockList();
  for (const entry of entries) {
    const [address = '', length] = entry.split('/');
    const family = isIP(address);
    if (family === 0) hosts.add(address.toLowerCase().replace(/\.$/, ''));
    else ranges.addSubnet(address, length === undefined ? (family === 4 ? 32 : 128) : Number(length), type(address));
  }
  return { hosts, covers: (address: string) => ranges.check(address, type(address)) };
}

const type = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
