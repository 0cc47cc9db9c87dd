import { describe, expect, it } from '@jest/globals';
import { monthAt } from '../calendar/utc-periods.js';
import { ApiError } from './errors.js';
import { NOON } from './fixtures/access.js';
import type { Identity } from './identity.js';
import { monthState } from './meter.js';
import { RequestContext } from './request-context.js';

const account = { accountId: 'acc_1', keyId: 'key_1', sessionId: null } as const;
const identity: Identity = { ...account, tier: 'free', perMinute: 5, perMonth: 3, dailyTokenCap: 0 };

/** A request of an account that has used `used` of 3 units. */
function contextAt(used: number): { readonly context: RequestContext; readonly used: () => number } {
  let sum = used;
  const meter = {
    charge(_identity: Identity, units: number) {
      if (sum + units > 3) throw new ApiError('monthly_limit_reached');
      return monthState(monthAt(NOON), (sum += units), 3);
    },
    refund: (_identity: Identity, units: number) => void (sum -= units),
  };
  return { context: new RequestContext({ identity, requestId: 'r', nowMs: NOON, meter }), used: () => sum };
}

describe('the charges of a request', () => {
  it('of nothing are never refused, although the account has used more than its limit', () => {
    const { context } = contextAt(5);
    expect(() => context.charge(0)).not.toThrow();
    expect(() => context.charge(1)).toThrow(ApiError);
  });

  it('that are postponed are charged together by settle, or dropped by refund', () => {
    const { context, used } = contextAt(0);
    context.defer();
    void context.charge(1);
    void context.charge(1);
    expect([context.unitsCharged, context.unitsDeferred, used()]).toEqual([0, 2, 0]);
    void context.settle();
    expect([context.unitsCharged, context.unitsDeferred, used()]).toEqual([2, 0, 2]);
    context.defer();
    void context.charge(1);
    void context.refund();
    expect([context.unitsCharged, context.unitsDeferred, used(), context.month?.remaining]).toEqual([0, 0, 0, 3]);
  });

  it('that are postponed and exceed the quota are charged one by one afterwards', () => {
    const { context, used } = contextAt(2);
    context.defer();
    void context.charge(2);
    expect(() => context.settle()).toThrow(ApiError);
    void context.charge(1);
    expect(() => context.charge(1)).toThrow(ApiError);
    expect([context.unitsCharged, used()]).toEqual([1, 3]);
  });
});
