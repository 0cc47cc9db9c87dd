import { type LookupAddress, promises as dns } from 'node:dns';

/** Resolves a name to all its addresses. Rejects if it has none. */
export type ResolveName = (hostname: string) => Promise<readonly LookupAddress[]>;

export interface DnsOptions {
  /** Name servers as `address:port`; the system's by default. */
  readonly servers?: readonly string[];
  /** For one name, all tries included. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 3_000;
/** The second try takes twice as long as the first. */
const TRIES = 2;
const FIRST_TRY = 1 / 3;
const FAMILIES = [
  ['resolve4', 4],
  ['resolve6', 6],
] as const;

/**
 * Resolves names that customers supply, in DNS alone. The system's `getaddrinfo` has no time limit and shares few
 * threads with all of the process, which slow names would occupy.
 */
export function createDnsResolver({ servers, timeoutMs = TIMEOUT_MS }: DnsOptions = {}): ResolveName {
  const resolver = new dns.Resolver({ timeout: Math.ceil(timeoutMs * FIRST_TRY), tries: TRIES });
  if (servers !== undefined) resolver.setServers(servers);
  return async (hostname) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`${hostname} did not resolve within ${timeoutMs} ms.`)), timeoutMs);
    });
    const results = await Promise.allSettled(
      FAMILIES.map(async ([method, family]) => {
        const addresses = await Promise.race([resolver[method](hostname), late]);
        return addresses.map((address) => ({ address, family }));
      }),
    );
    clearTimeout(timer);
    const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    if (addresses.length > 0) return addresses;
    throw results.find((result) => result.status === 'rejected')?.reason ?? new Error(`${hostname} has no address.`);
  };
}
