import { lookup } from 'node:dns/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startDnsServer, type DnsServer } from './fixtures/dns-server.js';
import { createDnsResolver } from './resolve.js';

describe('names of customer URLs', () => {
  let dns: DnsServer;
  beforeAll(async () => {
    dns = await startDnsServer((name) =>
      name.startsWith('slow') ? null : name.startsWith('fast') ? '93.184.215.14' : undefined,
    );
  });
  afterAll(() => dns.close());

  it('are resolved at once while many others get no answer', async () => {
    const resolve = createDnsResolver({ servers: [dns.address] });
    let isOver = false;
    const slow = Promise.allSettled(Array.from({ length: 60 }, (_, index) => resolve(`slow${index}.example.com`))).then(
      (results) => {
        isOver = true;
        return results;
      },
    );
    expect(await resolve('fast.example.com')).toEqual([{ address: '93.184.215.14', family: 4 }]);
    // `localhost` needs one of the threads that the system's resolver shares with the whole process.
    expect((await lookup('localhost')).address).toMatch(/^(127\.0\.0\.1|::1)$/);
    expect(isOver).toBe(false);
    expect((await slow).every(({ status }) => status === 'rejected')).toBe(true);
  });

  it('fail within the time limit, and if there is no such name', async () => {
    const resolve = createDnsResolver({ servers: [dns.address], timeoutMs: 40 });
    await expect(resolve('slow.example.com')).rejects.toThrow('slow.example.com did not resolve within 40 ms.');
    await expect(createDnsResolver({ servers: [dns.address] })('none.example.com')).rejects.toMatchObject({
      code: 'ENOTFOUND',
    });
  });
});
