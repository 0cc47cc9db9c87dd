import { lookup as systemLookup, type LookupAddress } from 'node:dns';

/** All addresses of a name. Rejects where it has none. */
export type ResolveName = (hostname: string) => Promise<readonly LookupAddress[]>;

export const resolveBySystem: ResolveName = (hostname) =>
  new Promise((resolve, reject) => {
    systemLookup(hostname, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error)));
  });
