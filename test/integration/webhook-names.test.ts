import { afterAll, describe, expect, it } from '@jest/globals';
import { startDnsServer } from '../../outbound/fixtures/dns-server.js';
import { createDnsResolver } from '../../outbound/resolve.js';
import { createTargetCheck } from '../../outbound/targets.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile, type TestKey } from '../support/in-process.js';

const ADDRESSES: Readonly<Record<string, string>> = { fast: '93.184.215.14', private: '10.0.0.1' };
const dns = await startDnsServer((name) => (name.startsWith('slow') ? null : ADDRESSES[name.split('.')[0] ?? '']));
afterAll(() => dns.close());
const server = await serverForFile();
const resolve = createDnsResolver({ servers: [dns.address], timeoutMs: 60_000 });
/** Of names that are never answered; others would have to be in time on a busy machine. */
const resolveSlow = createDnsResolver({ servers: [dns.address], timeoutMs: 300 });
let goOn = (): void => undefined;
/** Slow names are not even asked for before it: they take as long as a test needs, on a machine of any speed. */
const held = new Promise<void>((ended) => (goOn = ended));
// The server's own check, with this DNS server.
Object.assign(
  server.runtime.webhooks.checkTarget,
  createTargetCheck({
    resolve: async (name) => {
      if (!name.startsWith('slow')) return resolve(name);
      await held;
      return resolveSlow(name);
    },
  }),
);

const newKey = (): Promise<TestKey> => server.newKey('pro', { perMinute: 1_000 });
const register = ({ key }: TestKey, url: string): Promise<Answer> =>
  server.call('/api/v1/webhooks', { method: 'POST', key, body: { url } });

describe('the name of a webhook URL', () => {
  it('is checked for another account while slow names of one account wait, most of which are refused', async () => {
    const [attacker, other] = await Promise.all([newKey(), newKey()]);
    let isOver = false;
    const slow = Promise.all(
      Array.from({ length: 60 }, (_, index) => register(attacker, `https://slow${index}.example.com/`)),
    ).then((answers) => {
      isOver = true;
      return answers;
    });
    expect((await register(other, 'https://fast.example.com/')).status).toBe(201);
    expect(isOver).toBe(false);
    goOn();
    const answers = await slow;
    // Two at a time and eight that wait; five of those fit into the account, and what comes later finds it full.
    const countOf = (wanted: number): number => answers.filter(({ status }) => status === wanted).length;
    expect([countOf(201), countOf(201) + countOf(403) + countOf(503), countOf(403) >= 5, countOf(503) >= 20]).toEqual([
      5,
      60,
      true,
      true,
    ]);
    const busy = answers
      .filter(({ status }) => status === 503)
      .map((answer) => [read(answer, 'error'), read(answer, 'retry_after_s'), answer.headers['retry-after']]);
    expect(busy).toEqual(busy.map(() => ['unavailable', 3, '3']));
    expect([...dns.asked].filter((name) => name.startsWith('slow')).length).toBeLessThanOrEqual(10);
    expect(await server.used(other)).toBe(1);
  });

  it('is not looked up once the account has five endpoints, which is 403 and one unit', async () => {
    const owner = await newKey();
    for (let index = 0; index < 5; index += 1)
      expect((await register(owner, `https://fast.example.com/${index}`)).status).toBe(201);
    const sixth = await register(owner, 'https://unasked.example.com/');
    expect([sixth.status, read(sixth, 'error'), dns.asked.has('unasked.example.com')]).toEqual([
      403,
      'endpoints_cap',
      false,
    ]);
    expect(await server.used(owner)).toBe(6);
    // Parameters come before the limits of the account.
    expect((await register(owner, 'https://localhost/')).status).toBe(400);
  });

  it('that resolves to a private address is refused without saying what kind of address', async () => {
    const answer = await register(await newKey(), 'https://private.example.com/');
    expect([answer.status, read(answer, 'message')]).toEqual([
      400,
      'url is refused: private.example.com does not have public addresses only.',
    ]);
  });

  it('is stored as part of the normalised URL', async () => {
    const answer = await register(await newKey(), ' https://FAST.example.com:443/a b ');
    expect([answer.status, read(answer, 'url')]).toEqual([201, 'https://fast.example.com/a%20b']);
  });
});
