import { describe, expect, it } from '@jest/globals';
import { marketState } from './market-state.js';

/**
 * Sessions and times as the exchange publishes them: regular hours 9:30 to 16:00, 13:00 on the day after Thanksgiving.
 */
const CASES = [
  ['2026-07-01T07:59:59Z', 'closed', '2026-07-01T13:30:00.000Z', '2026-07-01T20:00:00.000Z'],
  ['2026-07-01T08:00:00Z', 'pre', '2026-07-01T13:30:00.000Z', '2026-07-01T20:00:00.000Z'],
  ['2026-07-01T13:29:59Z', 'pre', '2026-07-01T13:30:00.000Z', '2026-07-01T20:00:00.000Z'],
  ['2026-07-01T13:30:00Z', 'open', '2026-07-02T13:30:00.000Z', '2026-07-01T20:00:00.000Z'],
  ['2026-07-02T20:00:00Z', 'post', '2026-07-06T13:30:00.000Z', '2026-07-06T20:00:00.000Z'],
  ['2026-07-03T15:00:00Z', 'holiday', '2026-07-06T13:30:00.000Z', '2026-07-06T20:00:00.000Z'],
  ['2026-07-04T15:00:00Z', 'closed', '2026-07-06T13:30:00.000Z', '2026-07-06T20:00:00.000Z'],
  ['2026-11-25T23:00:00Z', 'post', '2026-11-27T14:30:00.000Z', '2026-11-27T18:00:00.000Z'],
  ['2026-11-27T17:59:59Z', 'open', '2026-11-30T14:30:00.000Z', '2026-11-27T18:00:00.000Z'],
  ['2026-11-27T18:00:00Z', 'post', '2026-11-30T14:30:00.000Z', '2026-11-30T21:00:00.000Z'],
  ['2026-11-28T01:00:00Z', 'closed', '2026-11-30T14:30:00.000Z', '2026-11-30T21:00:00.000Z'],
] as const;

describe('marketState', () => {
  it.each(CASES)('at %s is %s', (instant, status, opens, closes) => {
    const state = marketState(Date.parse(instant));
    expect({
      status: state.status,
      opens: new Date(state.nextOpenMs).toISOString(),
      closes: new Date(state.nextCloseMs).toISOString(),
    }).toEqual({ status, opens, closes });
  });

  it('is of the beginning of the minute', () => {
    expect(new Date(marketState(Date.parse('2026-07-01T13:30:59.999Z')).asOfMs).toISOString()).toBe(
      '2026-07-01T13:30:00.000Z',
    );
  });
});
