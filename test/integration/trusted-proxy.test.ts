import { describe, expect, it } from '@jest/globals';
import { ATTEMPTS } from '../../access/attempts.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

/* Behind one trusted proxy, attempts to sign in are counted by the address that the proxy names. */

const server = await serverForFile({ TRUST_PROXY: '1' });
const SIGN_IN = 'mutation ($input: SignInInput!) { signIn(input: $input) { accountId } }';
const MOST = ATTEMPTS['sign-in'].perAddress;

let tried = 0;
async function attempt(forwardedFor: string): Promise<unknown> {
  const input = { email: `nobody-${(tried += 1)}@example.com`, password: 'a wrong password' };
  const answer: Answer = await server.call('/graphql', {
    method: 'POST',
    headers: { 'X-Forwarded-For': forwardedFor },
    body: { query: SIGN_IN, variables: { input } },
  });
  return read(answer, 'errors', 0, 'extensions', 'code');
}

describe('behind TRUST_PROXY', () => {
  it('an address is locked by itself, and cannot name another one before it', async () => {
    for (let made = 0; made < MOST; made += 1)
      expect([made, await attempt('203.0.113.1')]).toEqual([made, 'INVALID_CREDENTIALS']);
    expect(await attempt('203.0.113.1')).toBe('RATE_LIMITED');
    // The proxy adds the address that it sees at the end; what stands before it is the client's word.
    expect(await attempt('198.51.100.4, 203.0.113.1')).toBe('RATE_LIMITED');
    expect(await attempt('203.0.113.2')).toBe('INVALID_CREDENTIALS');
    expect(await attempt('203.0.113.1, 203.0.113.3')).toBe('INVALID_CREDENTIALS');
    expect(await attempt('2001:db8::7')).toBe('INVALID_CREDENTIALS');
    server.clock.nowMs += 16 * 60_000;
    expect(await attempt('203.0.113.1')).toBe('INVALID_CREDENTIALS');
  });
});
