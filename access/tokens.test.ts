import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { Store } from '../store/open-store.js';
import { forEachDatabase } from '../store/fixtures/databases.js';
import type { Access } from './service.js';
import type { Identity } from './identity.js';
import { createCustomer, createManualClock, NOON, openAccess, type ManualClock } from './fixtures/access.js';
import { TOKEN_LEASE } from './tiers.js';
import { createTokenLeases } from './token-leases.js';
import { createTokens, type TokenNeed, type TokenReservation } from './tokens.js';
import { systemRandom } from './secrets.js';

const CALLS = 60;
const [PRO_DAY, PRO_MONTH] = [250_000, 2_000_000];
const exactly = (tokens: number): TokenNeed => ({ least: tokens, most: tokens });

forEachDatabase((name, open) => {
  describe(`AI tokens over ${name}`, () => {
    let store: Store;
    let access: Access;
    let clock: ManualClock;

    beforeAll(async () => {
      store = await open();
      clock = createManualClock();
      access = await openAccess(store, clock);
    });
    afterAll(() => access.close());

    const customer = async (tier: 'pro' | 'institutional' | 'starter' = 'pro') => createCustomer(access, { tier });
    const codeOf = (call: Promise<unknown>): Promise<unknown> =>
      call.then(
        () => 'reserved',
        (error: unknown) => (error as { readonly code?: unknown }).code,
      );
    const spend = async (identity: Identity, tokens: number): Promise<void> =>
      (await access.tokens.reserve(identity, exactly(tokens))).settle(tokens);
    /** Another process on the same database. */
    const otherProcess = () => openAccess(store, clock);

    it(`${CALLS} reservations at once never exceed the cap, from two processes, and what they spend is counted to the token`, async () => {
      const { identity } = await customer();
      const other = await otherProcess();
      const reserved: TokenReservation[] = [];
      const codes = await Promise.all(
        Array.from({ length: CALLS }, async (_, index) => {
          try {
            reserved.push(await (index % 2 === 0 ? access : other).tokens.reserve(identity, exactly(10_000)));
            return 'reserved';
          } catch (error) {
            return (error as { readonly code?: string }).code;
          }
        }),
      );
      expect(codes.filter((code) => code === 'reserved')).toHaveLength(25);
      expect(codes.filter((code) => code === 'daily_token_cap_reached')).toHaveLength(CALLS - 25);
      expect(await access.tokens.today(identity)).toMatchObject({ used: 0, reserved: PRO_DAY, remaining: PRO_DAY });
      await Promise.all(reserved.map((reservation, index) => reservation.settle(index * 100)));
      const spent = (100 * (24 * 25)) / 2;
      expect(await access.tokens.today(identity)).toMatchObject({
        used: spent,
        reserved: 0,
        remaining: PRO_DAY - spent,
        month: { used: spent, remaining: PRO_MONTH - spent },
      });
      await other.close();
    });

    it(`${CALLS} reservations at once of several keys never exceed the account's month and its credits`, async () => {
      const { identity, accountId } = await customer();
      const keys = await Promise.all(
        Array.from({ length: 11 }, async () => {
          const { secret } = await access.keys.create(accountId, { dailyTokenCap: 5_000_000 });
          return access.authenticator.authenticate({ kind: 'key', secret });
        }),
      );
      await access.tokens.addCredits(accountId, 500_000, 'invoice 1');
      const reserved: TokenReservation[] = [];
      const codes = await Promise.all(
        Array.from({ length: CALLS }, async (_, index) => {
          const reserving = access.tokens.reserve(keys[index % keys.length] ?? identity, exactly(100_000));
          return codeOf(reserving.then((reservation) => reserved.push(reservation)));
        }),
      );
      expect(codes.filter((code) => code === 'reserved')).toHaveLength(25);
      expect(new Set(codes)).toEqual(new Set(['reserved', 'monthly_token_allowance_reached']));
      await Promise.all(reserved.map((reservation) => reservation.settle(100_000)));
      expect((await access.tokens.today(identity)).month).toEqual({
        used: 2_500_000,
        allowance: PRO_MONTH,
        credits: 0,
        remaining: 0,
        resetsAtMs: Date.UTC(2026, 5, 1),
      });
    });

    it('a call that may need more than is left is refused before it is made, with the seconds to midnight', async () => {
      const { identity } = await customer();
      await spend(identity, PRO_DAY - 1);
      await expect(access.tokens.reserve(identity, exactly(2))).rejects.toMatchObject({
        code: 'daily_token_cap_reached',
        extra: { reset_in_s: 43_200 },
        message: 'This call needs 2 AI tokens, and 1 are left until midnight UTC.',
      });
      await (await access.tokens.reserve(identity, exactly(1))).settle(1);
      await expect(access.tokens.reserve(identity, exactly(0))).rejects.toMatchObject({
        code: 'daily_token_cap_reached',
        message: "This key's daily AI token limit is used up; it resets at midnight UTC.",
      });
    });

    it('a call that can do with less sets aside what is left, of the day and of the month', async () => {
      const { identity } = await customer();
      await spend(identity, PRO_DAY - 40_000);
      const need = { least: 30_000, most: 60_000 };
      const reservation = await access.tokens.reserve(identity, need);
      expect([reservation.tokens, await access.tokens.setAside(reservation.id ?? '')]).toEqual([40_000, 40_000]);
      await expect(access.tokens.reserve(identity, need)).rejects.toMatchObject({
        code: 'daily_token_cap_reached',
        message:
          'This call needs 30000 AI tokens, and 40000 are left until midnight UTC, 40000 of them reserved by calls in progress.',
      });
      await reservation.settle(15_000);
      expect(await access.tokens.setAside(reservation.id ?? '')).toBe(0);
      await expect(access.tokens.reserve(identity, need)).rejects.toMatchObject({
        message: 'This call needs 30000 AI tokens, and 25000 are left until midnight UTC.',
      });
      const month = await customer('institutional');
      const keys = await Promise.all(
        Array.from({ length: 3 }, async () => {
          const { secret } = await access.keys.create(month.accountId, { dailyTokenCap: 5_000_000 });
          return access.authenticator.authenticate({ kind: 'key', secret });
        }),
      );
      for (const [index, key] of keys.entries()) await spend(key, index === 2 ? 30_000 : 4_960_000);
      const [key] = keys;
      if (key === undefined) throw new Error('no key was made');
      // The key's day has 40,000 left, the account's month 50,000.
      const last = await access.tokens.reserve(key, need);
      expect(last.tokens).toBe(40_000);
      expect(await codeOf(access.tokens.reserve(keys[2] ?? key, need))).toBe('monthly_token_allowance_reached');
      const rest = await access.tokens.reserve(keys[2] ?? key, { least: 5_000, most: 60_000 });
      expect(rest.tokens).toBe(10_000);
      await Promise.all([last.release(), rest.release()]);
    });

    it(`${CALLS} calls at once that can do with less never set aside more than the cap together`, async () => {
      const { identity } = await customer();
      const granted: TokenReservation[] = [];
      await Promise.all(
        Array.from({ length: CALLS }, async (_, index) => {
          const need = { least: 1_000 + index, most: 60_000 };
          const reservation = await access.tokens.reserve(identity, need).catch(() => null);
          if (reservation === null) return;
          expect(reservation.tokens).toBeGreaterThanOrEqual(need.least);
          granted.push(reservation);
        }),
      );
      const sum = granted.reduce((total, { tokens }) => total + tokens, 0);
      expect([sum, (await access.tokens.today(identity)).reserved]).toEqual([PRO_DAY, PRO_DAY]);
      await Promise.all(granted.map((reservation) => reservation.release()));
    });

    it('without an estimate nothing is set aside, and a key at its cap is refused all the same', async () => {
      const { identity } = await customer();
      const reservation = await access.tokens.reserve(identity, exactly(0));
      expect([reservation.id, (await access.tokens.today(identity)).reserved]).toEqual([null, 0]);
      await reservation.settle(PRO_DAY);
      expect(await codeOf(access.tokens.reserve(identity, exactly(0)))).toBe('daily_token_cap_reached');
    });

    it('what was spent beyond a reservation is counted too', async () => {
      const { identity } = await customer();
      await (await access.tokens.reserve(identity, exactly(10))).settle(1_010);
      expect(await access.tokens.today(identity)).toMatchObject({ used: 1_010, reserved: 0 });
    });

    it('a reservation ends once, however often it is ended', async () => {
      const { identity } = await customer();
      const reservation = await access.tokens.reserve(identity, exactly(10));
      await Promise.all([reservation.settle(7), reservation.settle(7), reservation.release()]);
      expect(await access.tokens.today(identity)).toMatchObject({ used: 7, reserved: 0 });
    });

    it.each([Number.NaN, -1, Infinity])('%p tokens are never recorded', async (tokens) => {
      const { identity } = await customer();
      const reservation = await access.tokens.reserve(identity, exactly(10));
      await expect(reservation.settle(tokens)).rejects.toThrow(RangeError);
      await reservation.release();
      expect(await access.tokens.today(identity)).toMatchObject({ used: 0, reserved: 0 });
    });

    it('a reservation whose process died counts until it expires, and what it spent is counted if it settles later', async () => {
      const { identity } = await customer();
      const lost = await access.tokens.reserve(identity, exactly(PRO_DAY));
      expect(await codeOf(access.tokens.reserve(identity, exactly(1)))).toBe('daily_token_cap_reached');
      clock.set(NOON + TOKEN_LEASE.lengthMs - 1);
      expect(await codeOf(access.tokens.reserve(identity, exactly(1)))).toBe('daily_token_cap_reached');
      clock.set(NOON + TOKEN_LEASE.lengthMs);
      const next = await access.tokens.reserve(identity, exactly(1));
      expect((await access.tokens.today(identity)).reserved).toBe(1);
      await lost.settle(5);
      await next.release();
      expect(await access.tokens.today(identity)).toMatchObject({ used: 5, reserved: 0 });
      expect(await store.tokenLedger.prune(new Date(NOON + 2 * TOKEN_LEASE.lengthMs))).toBe(0);
      clock.set(NOON);
    });

    describe('of a process that lives', () => {
      /** A process whose renewals the test makes. */
      const living = () => {
        const renewals: (() => Promise<void>)[] = [];
        const errors: unknown[] = [];
        let isReachable = true;
        const ledger = {
          ...store.tokenLedger,
          renew: (...given: Parameters<Store['tokenLedger']['renew']>) =>
            isReachable ? store.tokenLedger.renew(...given) : Promise.reject(new Error('The database is gone.')),
        };
        const every = (task: () => Promise<void>): (() => void) => {
          renewals.push(task);
          return () => void renewals.splice(renewals.indexOf(task), 1);
        };
        return {
          tokens: createTokens({
            ledger,
            clock,
            random: systemRandom,
            leases: createTokenLeases({ ledger, clock, every, onError: (error) => errors.push(error) }),
          }),
          renew: async (): Promise<void> => {
            await Promise.all(renewals.map((task) => task()));
          },
          timers: () => renewals.length,
          errors,
          disconnect: () => (isReachable = false),
        };
      };
      const step: number = TOKEN_LEASE.renewEveryMs;
      afterAll(() => clock.set(NOON));

      it('count for hours, and to the token', async () => {
        clock.set(NOON);
        const { identity } = await customer();
        const { tokens, renew, timers } = living();
        const reservation = await tokens.reserve(identity, exactly(1_000));
        for (let passed = step; passed <= 7_200_000; passed += 25_000) {
          clock.set(NOON + passed);
          await renew();
        }
        expect([(await access.tokens.today(identity)).reserved, reservation.lost.aborted, timers()]).toEqual([
          1_000,
          false,
          1,
        ]);
        await reservation.settle(400);
        expect(await access.tokens.today(identity)).toMatchObject({ used: 400, reserved: 0 });
        expect(timers()).toBe(0);
      });

      it('that stood still too long tell their calls, which may spend nothing more', async () => {
        clock.set(NOON);
        const { identity } = await customer();
        const { tokens, renew } = living();
        const slow = await tokens.reserve(identity, exactly(PRO_DAY));
        clock.advance(TOKEN_LEASE.lengthMs);
        const other = await access.tokens.reserve(identity, exactly(PRO_DAY));
        await renew();
        expect(slow.lost.reason).toMatchObject({ code: 'unavailable', status: 503 });
        expect((await access.tokens.today(identity)).reserved).toBe(PRO_DAY);
        await slow.settle(5);
        await other.release();
        expect(await access.tokens.today(identity)).toMatchObject({ used: 5, reserved: 0 });
      });

      it("and cannot reach the database end their calls before the tokens are others'", async () => {
        clock.set(NOON);
        const { identity } = await customer();
        const { tokens, renew, errors, disconnect } = living();
        const reservation = await tokens.reserve(identity, exactly(1_000));
        disconnect();
        const aborted: boolean[] = [];
        for (let passed = step; passed < TOKEN_LEASE.lengthMs; passed += step) {
          clock.set(NOON + passed);
          await renew();
          aborted.push(reservation.lost.aborted);
        }
        expect(aborted).toEqual([false, false, false, true, true]);
        expect(errors.length).toBe(4);
        expect((await access.tokens.today(identity)).reserved).toBe(1_000);
        await reservation.release();
      });

      it('and has handed over a reservation renews it no longer', async () => {
        clock.set(NOON);
        const { identity } = await customer();
        const { tokens, renew, timers } = living();
        const reservation = await tokens.reserve(identity, exactly(1_000));
        reservation.handOver();
        expect(timers()).toBe(0);
        clock.advance(TOKEN_LEASE.lengthMs);
        await renew();
        expect([(await access.tokens.today(identity)).reserved, reservation.lost.aborted]).toEqual([0, false]);
        await reservation.release();
      });
    });

    it('expired reservations are deleted when they are pruned', async () => {
      const { identity } = await customer();
      await access.tokens.reserve(identity, exactly(10));
      expect(await store.tokenLedger.prune(new Date(NOON + TOKEN_LEASE.lengthMs + 1))).toBe(1);
      expect(await access.tokens.today(identity)).toMatchObject({ used: 0, reserved: 0 });
    });

    it('are counted per key and UTC day, and per account and UTC month, by the time of the reservation', async () => {
      const evening = Date.UTC(2026, 4, 31, 23, 59, 59);
      clock.set(evening);
      const { identity, accountId } = await customer();
      const { secret } = await access.keys.create(accountId);
      const second = await access.authenticator.authenticate({ kind: 'key', secret });
      const before = await access.tokens.reserve(identity, exactly(100));
      expect(await access.tokens.today(identity)).toMatchObject({ resetsAtMs: Date.UTC(2026, 5, 1) });
      clock.set(evening + 1_000);
      await before.settle(100);
      expect(await access.tokens.today(identity)).toMatchObject({ used: 0, month: { used: 0 } });
      await spend(second, 5);
      expect(await access.tokens.today(identity)).toMatchObject({ used: 0, month: { used: 5 } });
      clock.set(evening);
      expect(await access.tokens.today(identity)).toMatchObject({ used: 100, month: { used: 100 } });
      clock.set(NOON);
    });

    it('the plan is spent first, then credits, which roll over into the next month', async () => {
      const { identity, accountId } = await customer();
      const { secret } = await access.keys.create(accountId, { dailyTokenCap: 5_000_000 });
      const large = await access.authenticator.authenticate({ kind: 'key', secret });
      await access.tokens.addCredits(accountId, 300);
      await access.tokens.addCredits(accountId, 200, 'again');
      await spend(large, PRO_MONTH - 50);
      expect((await access.tokens.today(identity)).month).toMatchObject({ credits: 500, remaining: 550 });
      await spend(large, 150);
      expect((await access.tokens.today(identity)).month).toMatchObject({
        used: PRO_MONTH + 100,
        credits: 400,
        remaining: 400,
      });
      await expect(access.tokens.reserve(large, exactly(401))).rejects.toMatchObject({
        code: 'monthly_token_allowance_reached',
        extra: { reset_in_s: 16.5 * 86_400 },
        message: 'This call needs 401 AI tokens, and 400 are left until the end of the month (UTC).',
      });
      clock.set(Date.UTC(2026, 5, 1));
      expect((await access.tokens.today(identity)).month).toMatchObject({
        used: 0,
        credits: 400,
        remaining: PRO_MONTH + 400,
      });
      clock.set(NOON);
      expect((await access.tokens.purchases(accountId)).map(({ tokens, note }) => [tokens, note]).sort()).toEqual([
        [200, 'again'],
        [300, null],
      ]);
    });

    it('what a larger plan spent is not owed by a smaller one', async () => {
      const { identity, accountId } = await customer('institutional');
      const { secret } = await access.keys.create(accountId, { dailyTokenCap: 5_000_000 });
      await spend(await access.authenticator.authenticate({ kind: 'key', secret }), 3_000_000);
      await access.tokens.addCredits(accountId, 10);
      await access.accounts.setTier(accountId, 'pro');
      const downgraded: Identity = { ...identity, tier: 'pro', dailyTokenCap: PRO_DAY };
      expect((await access.tokens.today(downgraded)).month).toMatchObject({
        used: 3_000_000,
        credits: 10,
        remaining: 10,
      });
    });

    it('share one count between all sessions of an account', async () => {
      const { accountId } = await customer();
      const signIn = async () =>
        access.authenticator.authenticate({
          kind: 'session',
          secret: (await access.sessions.create(accountId)).secret,
        });
      await spend(await signIn(), 5);
      expect(await access.tokens.today(await signIn())).toMatchObject({ used: 5 });
    });

    it('are not available below Pro', async () => {
      const { identity } = await customer('starter');
      expect(await codeOf(access.tokens.reserve(identity, exactly(0)))).toBe('daily_token_cap_reached');
    });

    it('credits are whole numbers of existing accounts', async () => {
      const { accountId } = await customer();
      for (const tokens of [0, -1, 1.5, 1e9 + 1])
        await expect(access.tokens.addCredits(accountId, tokens)).rejects.toMatchObject({
          code: 'invalid_parameter',
          extra: { param: 'tokens' },
        });
      await expect(access.tokens.addCredits('acc_none', 5)).rejects.toMatchObject({ code: 'not_found' });
    });

    it('of an account that is deleted during a call are recorded nowhere, and the call ends', async () => {
      const { identity, accountId } = await customer();
      const reservation = await access.tokens.reserve(identity, exactly(10));
      await store.db.deleteFrom('accounts').where('id', '=', accountId).execute();
      await reservation.settle(5);
      const { rows } = await sql`select 1 from token_usage where account_id = ${accountId}`.execute(store.db);
      expect(rows).toEqual([]);
    });
  });
});
