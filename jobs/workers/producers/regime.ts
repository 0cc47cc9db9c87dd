import { BENCHMARK } from '../../../engines/benchmark.js';
import { isoDate } from '../../../calendar/days.js';
import { at } from '../../../engines/series.js';
import { closedDays } from '../composites/due-days.js';
import { closeOf, newsSince } from './events.js';
import type { Observe } from './observation.js';

const KEY = 'benchmark';

/**
 * The first close to read: on the first run only the newest, else those after `known` that are recent enough to emit,
 * and the one before them, so that an old flip is not attributed to the first of them.
 */
function firstClose(days: Int32Array, known: Date | undefined, now: Date): number {
  let from = days.length - 1;
  if (known === undefined) return from;
  const news = newsSince(now);
  while (from > 0 && closeOf(at(days, from - 1)) > known && closeOf(at(days, from)) >= news) from -= 1;
  return from;
}

/** Observes the benchmark's volatility regime, as in the portfolio overlay, at each close since the last run. */
export const observeRegime: Observe = async ({ store, readRegimes }, { last, now }) => {
  const bars = (await store.bars.readDaily([BENCHMARK])).get(BENCHMARK)?.bars;
  if (bars === undefined) return [];
  const days = bars.days.subarray(0, closedDays(bars.days, now.getTime()));
  const known = last.get(KEY)?.asOf;
  const newest = days.at(-1);
  if (newest === undefined || (known !== undefined && closeOf(newest) <= known)) return [];
  const from = firstClose(days, known, now);
  const readings = await readRegimes({ days, adjClose: bars.adjClose.subarray(0, days.length), from });
  return readings.flatMap((reading, place) => {
    const day = at(days, from + place);
    if (reading === null) return [];
    const text = `The regime of ${BENCHMARK} turned ${reading.state} on ${isoDate(day)} (probability ${Math.round(100 * reading.probability)}%).`;
    return [{ key: KEY, asOf: closeOf(day), value: reading.state, text }];
  });
};
