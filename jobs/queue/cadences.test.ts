import { describe, expect, it } from '@jest/globals';
import { AGENT_CADENCES, type AgentCadence } from '../../store/agents.js';
import { CADENCES, nextSlot, schedulePlan } from './cadences.js';

const [HOUR_MS, DAY_MS] = [3_600_000, 86_400_000];

/** The slots from an instant on, in UTC. */
function slotsFrom(cadence: AgentCadence, instant: string, count: number): readonly string[] {
  const slots: number[] = [];
  let at = Date.parse(instant) - 1;
  while (slots.length < count) slots.push((at = nextSlot(cadence, at)));
  return slots.map((slot) => new Date(slot).toISOString().slice(0, 16));
}

describe('slots', () => {
  // 2026: Thanksgiving is 26 November, with an early close on the 27th; Good Friday is 3 April; 8 March and 1 November
  // change the clock.
  it.each<[AgentCadence, string, readonly string[]]>([
    ['premarket', '2026-11-25T00:00Z', ['2026-11-25T13:30', '2026-11-27T13:30', '2026-11-30T13:30']],
    ['premarket', '2026-03-06T00:00Z', ['2026-03-06T13:30', '2026-03-09T12:30']],
    ['premarket', '2026-10-30T00:00Z', ['2026-10-30T12:30', '2026-11-02T13:30']],
    ['close', '2026-11-25T00:00Z', ['2026-11-25T21:15', '2026-11-27T18:15', '2026-11-30T21:15']],
    ['close', '2026-07-01T00:00Z', ['2026-07-01T20:15', '2026-07-02T20:15', '2026-07-06T20:15']],
    ['close', '2026-12-23T00:00Z', ['2026-12-23T21:15', '2026-12-24T18:15', '2026-12-28T21:15']],
    ['weekly', '2026-01-01T00:00Z', ['2026-01-05T13:30', '2026-01-12T13:30', '2026-01-20T13:30', '2026-01-26T13:30']],
    ['weekly', '2026-08-31T00:00Z', ['2026-08-31T12:30', '2026-09-08T12:30']],
    ['weekly', '2027-01-01T00:00Z', ['2027-01-04T13:30', '2027-01-11T13:30', '2027-01-19T13:30']],
    [
      'intraday',
      '2026-11-25T14:00Z',
      [
        '2026-11-25T15:00',
        '2026-11-25T16:00',
        '2026-11-25T17:00',
        '2026-11-25T18:00',
        '2026-11-25T19:00',
        '2026-11-25T20:00',
        '2026-11-27T15:00',
        '2026-11-27T16:00',
        '2026-11-27T17:00',
        '2026-11-30T15:00',
      ],
    ],
    ['once', '2026-11-25T14:00Z', ['2026-11-25T21:15', '2026-11-27T13:30', '2026-11-27T18:15']],
  ])('of %s from %s on', (cadence, from, slots) => {
    expect(slotsFrom(cadence, from, slots.length)).toEqual(slots);
  });

  it('of a year are as many as the exchange has sessions, weeks and hours', () => {
    const count = (cadence: AgentCadence): number => {
      let [slots, at] = [0, Date.UTC(2026, 0, 1)];
      while ((at = nextSlot(cadence, at)) < Date.UTC(2027, 0, 1)) slots += 1;
      return slots;
    };
    // 251 sessions in 52 weeks, two of which close early and have three full hours less.
    expect(AGENT_CADENCES.map((cadence) => [cadence, count(cadence)])).toEqual([
      ['premarket', 251],
      ['close', 251],
      ['weekly', 52],
      ['once', 502],
      ['intraday', 251 * 6 - 2 * 3],
    ]);
  });
});

describe('a schedule', () => {
  const monday = Date.parse('2026-11-23T13:30Z');
  const since = monday - 30 * DAY_MS;
  const plan = (cadence: AgentCadence, nowMs: number, sinceMs = since) => schedulePlan(cadence, nowMs, sinceMs);

  it.each(AGENT_CADENCES.filter((cadence) => CADENCES[cadence].isSingle !== true))(
    'of %s runs a slot within its window, and looks again at the next',
    (cadence) => {
      const slot = nextSlot(cadence, monday - 1);
      const windowMs = CADENCES[cadence].windowMinutes * 60_000;
      expect(plan(cadence, slot - 1).slotMs).not.toBe(slot);
      expect(plan(cadence, slot)).toEqual({ slotMs: slot, nextMs: nextSlot(cadence, slot), sinceMs: since });
      expect(plan(cadence, Math.min(slot + windowMs, nextSlot(cadence, slot)) - 1).slotMs).toBe(slot);
      expect(plan(cadence, slot + windowMs).slotMs).not.toBe(slot);
      expect(plan(cadence, slot + windowMs).nextMs).toBe(nextSlot(cadence, slot + windowMs));
    },
  );

  it('after days without a server runs the latest slot alone, if it is within its window', () => {
    expect(plan('close', monday + 10 * HOUR_MS).slotMs).toBe(Date.parse('2026-11-23T21:15Z'));
    expect(plan('close', monday + 12 * HOUR_MS)).toEqual({
      slotMs: null,
      nextMs: Date.parse('2026-11-24T21:15Z'),
      sinceMs: since,
    });
    expect(plan('premarket', monday + 2 * HOUR_MS).slotMs).toBe(null);
  });

  it('does not run slots from before it was created, enabled or changed', () => {
    expect(plan('premarket', monday + 60_000, monday + 30_000).slotMs).toBe(null);
    expect(plan('premarket', monday + 60_000, monday).slotMs).toBe(null);
    expect(plan('premarket', monday + 60_000, monday - 1).slotMs).toBe(monday);
  });

  it('of once runs the first slot and then never again', () => {
    const created = monday - 60_000;
    expect(plan('once', created, created)).toEqual({ slotMs: null, nextMs: monday, sinceMs: created });
    expect(plan('once', monday + HOUR_MS, created)).toEqual({ slotMs: monday, nextMs: null, sinceMs: created });
  });

  it('of once that was missed is made up for at the next slot', () => {
    const created = monday - 60_000;
    const late = monday + 25 * HOUR_MS;
    expect(plan('once', late, created)).toEqual({
      slotMs: null,
      nextMs: Date.parse('2026-11-24T21:15Z'),
      sinceMs: late,
    });
  });
});
