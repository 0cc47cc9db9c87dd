import { isIP } from 'node:net';

/** The name of a `Host` header, without its port; undefined if it is none. */
function nameOf(host: string): string | undefined {
  return /^(\[[0-9a-f:.]+\]|[^:[\]/@?#\s]+)(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();
}

/**
 * Whether a request was sent to a host that is this server's: an address, localhost, or one of `names`. A page of
 * another site can make a name of its own resolve to this machine, but only a name; its requests then name that in
 * `Host`.
 */
export function isKnownHost(host: string | undefined, names: readonly string[]): boolean {
  const name = host === undefined ? undefined : nameOf(host);
  if (name === undefined) return false;
  return name === 'localhost' || isIP(name) === 4 || name.startsWith('[') || names.includes(name);
}
