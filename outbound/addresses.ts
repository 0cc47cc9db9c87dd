import { BlockList, isIP } from 'node:net';
import { domainToUnicode } from 'node:url';

/** IPv4 networks that customer URLs must not reach, with their kind (IANA special-purpose registries). */
const REFUSED: readonly (readonly [network: string, prefix: number, kind: string])[] = [
  ['0.0.0.0', 8, 'unspecified'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'carrier-grade NAT'],
  ['127.0.0.0', 8, 'loopback'],
  ['168.63.129.16', 32, 'cloud metadata'],
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

/** Public IPv6: global unicast except the networks in `REFUSED_IPV6`. */
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

/** Why a customer URL must not reach an address; null for a public one. IPv4-mapped IPv6 is refused. */
export function refusalOfAddress(address: string): string | null {
  const family = isIP(address);
  if (family === 4) return IPV4.find(({ list }) => list.check(address, 'ipv4'))?.kind ?? null;
  if (family !== 6 || address.includes('%')) return 'not an address';
  if (!IPV6_GLOBAL.check(address, 'ipv6')) return 'not global unicast';
  return IPV6.find(({ list }) => list.check(address, 'ipv6'))?.kind ?? null;
}

/** Names that only a machine or a network of its own resolves, among them those of containers and service meshes. */
const LOCAL_NAMES = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
  'metadata.goog',
  'svc',
  'cluster',
  'consul',
  'docker',
  'kubernetes',
  'nomad',
];
/** With special-use names (RFC 2606, 6761, 6762, 7686, 8375, 9476). */
const REFUSED_NAMES = [
  ...LOCAL_NAMES,
  'in-addr.arpa',
  'ip6.arpa',
  'ipv4only.arpa',
  'resolver.arpa',
  'test',
  'invalid',
  'example',
  'alt',
  'onion',
];

const isNamed = (host: string, names: readonly string[]): boolean =>
  names.some((name) => host === name || host.endsWith(`.${name}`));

/** Whether a URL leads into the network of whoever opens it: by an address that is not public, or a local name. */
export function isLocalUrl({ hostname }: URL): boolean {
  const host = hostname.toLowerCase().replace(/\.+$/, '');
  const address = host.startsWith('[') ? host.slice(1, -1) : host;
  if (isIP(address) !== 0) return refusalOfAddress(address) !== null;
  return !host.includes('.') || isNamed(host, LOCAL_NAMES);
}

/** Ports of services that are not webhooks would make a port scanner of deliveries. */
const PORTS: ReadonlySet<string> = new Set(['', '443', '8443']);
const LAST_SYSTEM_PORT = 1_023;
const LONGEST_URL = 2_048;
/** A part of a host name (RFC 1123); underscores occur. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
const LONGEST_SHOWN = 80;

/** A host for a message: cut. */
function shown(host: string): string {
  return host.length > LONGEST_SHOWN ? `${host.slice(0, LONGEST_SHOWN)}…` : host;
}

/**
 * Why a customer URL is refused before its name is resolved; null if it is not. It must be HTTPS, without user or
 * password, with a dotted host name and not an address: the URL parser normalises every notation of an address
 * (`0x7f.1`, `2130706433`, `１２７.0.0.1`).
 */
export function refusalOfUrl(url: URL): string | null {
  const host = url.hostname.toLowerCase();
  if (url.protocol !== 'https:') return 'the URL must start with https://';
  if (url.username !== '' || url.password !== '') return 'the URL must not contain a user or password';
  if (url.href.length > LONGEST_URL) return `the URL must have at most ${LONGEST_URL} characters`;
  if (host.startsWith('[') || isIP(host.replace(/\.+$/, '')) !== 0)
    return 'the URL must contain a host name, not an address';
  if (host.endsWith('.')) return 'the host must not end in a dot';
  // No top-level domain ends in a digit of any script; some resolvers treat such names as addresses.
  if (/\p{N}$/u.test(domainToUnicode(host))) return 'the URL must contain a host name, not an address';
  if (isNamed(host, REFUSED_NAMES) || !host.includes('.')) return `${shown(host)} is not a public host name`;
  if (!host.split('.').every((label) => LABEL.test(label))) return `${shown(host)} is not a host name`;
  if (!PORTS.has(url.port) && Number(url.port) <= LAST_SYSTEM_PORT) return 'the port must be 443, or above 1023';
  return null;
}

/** One sentence for every kind of address, so that it says nothing about names of other networks. */
export function notPublic(host: string): string {
  return `${shown(host)} does not have public addresses only`;
}
