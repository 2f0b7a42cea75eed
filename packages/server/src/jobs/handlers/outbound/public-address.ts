import { BlockList, isIPv4 } from 'node:net';

/** Not globally reachable according to the IANA IPv4 special-purpose registry, plus multicast and the 6to4 relay. */
const SPECIAL_IPV4: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Within 2000::/3 but not for everyone, or another address in disguise: Teredo and other protocols, documentation, 6to4. */
const SPECIAL_IPV6: readonly (readonly [string, number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const special4 = new BlockList();
for (const [address, length] of SPECIAL_IPV4) special4.addSubnet(address, length, 'ipv4');
const special6 = new BlockList();
for (const [address, length] of SPECIAL_IPV6) special6.addSubnet(address, length, 'ipv6');
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/**
 * Whether an IP address belongs to the public internet. IPv6 is refused unless it is global unicast, which leaves out
 * loopback, unique-local, link-local and multicast as well as the IPv4-mapped, IPv4-compatible and NAT64 forms that
 * stand for an IPv4 address.
 *
 * @param address IPv4 or IPv6 in text form, without zone
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special4.check(address, 'ipv4');
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}
