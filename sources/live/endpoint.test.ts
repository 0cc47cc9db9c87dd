import { gzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { createEndpoint } from './endpoint.js';

const body = gzipSync(JSON.stringify(' '.repeat(10_000)));
const failures: unknown[] = [];
const endpoint = createEndpoint({
  name: 'vendor',
  baseUrl: 'https://vendor.example',
  headers: {},
  limits: { perSecond: 1, burst: 1, mostFailures: 3 },
  outbound: {
    send: () => Promise.resolve({ status: 200, headers: { 'content-encoding': 'gzip' }, body }),
    close: () => undefined,
  } as unknown as Parameters<typeof createEndpoint>[0]['outbound'],
  budgets: {
    take: () => Promise.resolve({ kind: 'granted', failures: 0 }),
    answered: () => Promise.resolve(),
    failed: (_name: string, { fault }: { readonly fault: string }) => Promise.resolve(failures.push(fault)),
  } as unknown as Parameters<typeof createEndpoint>[0]['budgets'],
  clock: () => 0,
});

it('a body that is larger than `mostBytes` once it is decompressed is refused, be it JSON or text', async () => {
  const lengthOf = ({ json }: { readonly json: unknown }): number => String(json).length;
  expect(await endpoint.getJson('/', lengthOf, { mostBytes: 20_000 })).toBe(10_000);
  const message = 'The response from vendor.example is larger than 5000 bytes.';
  await expect(endpoint.getJson('/', lengthOf, { mostBytes: 5_000 })).rejects.toThrow(message);
  await expect(endpoint.getText('/', { mostBytes: 5_000 })).rejects.toThrow(message);
  expect(failures).toEqual(['too_large', 'too_large']);
});
