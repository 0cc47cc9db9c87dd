import { BlockList, isIP } from 'node:net';
import { domainToUnicode } from 'node:url';

/** Networks that a customer's URL may not reach, with what they are (IANA special-purpose registries). */
const REFUSED: readonly (readonly [network: string, prefix: number, kind: string])[] = [
  ['0.0.0.0', 8, 'unspecified'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'carrier-grade NAT'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'reserved'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.88.99.0', 24, 'reserved'],
  ['192.168.0.0', 16, 'private'],
  ['198.18.0.0', 15, 'benchmarking'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved'],
];

/** What is public in IPv6: global unicast alone, less what is carved out of it below. */
const GLOBAL_UNICAST = ['2000::', 3] as const;
const REFUSED_IPV6: readonly (readonly [network: string, prefix: number, kind: string])[] = [
  ['2001::', 23, 'reserved or Teredo'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, 'IPv4 in IPv6 (6to4)'],
  ['3fff::', 20, 'documentation'],
];

function listOf(network: string, prefix: number, family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  list.addSubnet(network, prefix, family);
  return list;
}

const IPV4 = REFUSED.map(([network, prefix, kind]) => ({ list: listOf(network, prefix, 'ipv4'), kind }));
const IPV6 = REFUSED_IPV6.map(([network, prefix, kind]) => ({ list: listOf(network, prefix, 'ipv6'), kind }));
const IPV6_GLOBAL = listOf(...GLOBAL_UNICAST, 'ipv6');

/** What stands against connecting to an address on a customer's behalf; null for a public one. IPv4 in IPv6 is refused as such. */
export function refusalOfAddress(address: string): string | null {
  const family = isIP(address);
  if (family === 4) return IPV4.find(({ list }) => list.check(address, 'ipv4'))?.kind ?? null;
  if (family !== 6 || address.includes('%')) return 'not an address';
  if (!IPV6_GLOBAL.check(address, 'ipv6')) return 'not global unicast';
  return IPV6.find(({ list }) => list.check(address, 'ipv6'))?.kind ?? null;
}

/** Names that no public receiver has: of one machine or network, of cloud metadata, or never resolved in public (RFC 6761, 6762, 7686, 8375). */
const REFUSED_NAMES = /(^|\.)(localhost|local|internal|localdomain|intranet|private|corp|home|lan|home\.arpa|in-addr\.arpa|ip6\.arpa|ipv4only\.arpa|metadata\.goog|onion)$/;
const LONGEST_URL = 2_048;

/**
 * What stands against a customer's URL before anything is resolved; null where nothing does. HTTPS alone, no user or
 * password, a name with a dot and never an address: the URL parser has turned every notation of one (`0x7f.1`,
 * `2130706433`, `１２７.0.0.1`) into the plain form.
 */
export function refusalOfUrl(url: URL): string | null {
  const host = url.hostname.toLowerCase();
  if (url.protocol !== 'https:') return 'the URL must start with https://';
  if (url.username !== '' || url.password !== '') return 'the URL may not hold a user or password';
  if (url.href.length > LONGEST_URL) return `the URL may have at most ${LONGEST_URL} characters`;
  if (host.startsWith('[') || isIP(host.replace(/\.+$/, '')) !== 0) return 'the URL must name a host, not an address';
  if (host.endsWith('.')) return 'the host may not end in a dot';
  // No top-level domain ends in a digit of any script: what does is an address to some resolver.
  if (/\p{N}$/u.test(domainToUnicode(host))) return 'the URL must name a host, not an address';
  if (REFUSED_NAMES.test(host) || !host.includes('.')) return `${host} is not a public name`;
  return null;
}
