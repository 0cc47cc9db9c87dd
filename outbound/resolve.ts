import { lookup as systemLookup, type LookupAddress } from 'node:dns';

/** Resolves a name to all its addresses. Rejects if it has none. */
export type ResolveName = (hostname: string) => Promise<readonly LookupAddress[]>;

export const resolveBySystem: ResolveName = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)));
  });
