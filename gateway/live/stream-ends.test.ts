import { describe, expect, it } from '@jest/globals';
import { streamEndOf } from './stream-ends.js';

describe('the end of a stream', () => {
  it.each([
    [['INVALID_KEY'], 'complete', 'complete'],
    [['MONTHLY_LIMIT_REACHED'], 'complete', 'complete'],
    [['TIER_REQUIRED'], 'complete', undefined],
    [['UNAVAILABLE'], 'cut', undefined],
    [['RATE_LIMITED'], 'cut', undefined],
    [['UNAVAILABLE', 'INVALID_KEY'], 'complete', 'complete'],
    [['TICKER_NOT_FOUND', 'UNAVAILABLE'], 'cut', undefined],
    [['TICKER_NOT_FOUND'], undefined, undefined],
    [['INTERNAL_ERROR'], undefined, undefined],
    [['GRAPHQL_VALIDATION_FAILED', undefined, 7], undefined, undefined],
    [[], undefined, undefined],
  ])('after %j is %s where nothing was answered, and %s beside data', (codes, whole, part) => {
    expect([streamEndOf(codes, true), streamEndOf(codes, false)]).toEqual([whole, part]);
  });
});
