import { z } from 'zod';
import type { RandomBytes } from '../../../access/secrets.js';
import { BENCHMARK } from '../../../engines/benchmark.js';
import { breadthCounter } from '../../../engines/breadth.js';
import { civilOf } from '../../../calendar/days.js';
import { MOOD, MOOD_BANDS, moodBand, moodSeries, type MoodBand, type MoodSeries } from '../../../engines/mood.js';
import { roundPrice } from '../../../engines/rounding.js';
import { at } from '../../../engines/series.js';
import { roundedScore } from '../../../engines/signal/composite.js';
import type { NewEvent } from '../../../store/outbox.js';
import type { Store } from '../../../store/open-store.js';
import type { ProducerState, StateChange } from '../../../store/producer-states.js';
import { closedDays } from '../composites/due-days.js';
import type { Producer } from '../refresh/worker.js';
import { closeOf, eventOf, newsSince } from './events.js';
import { equitiesSince, inGroups, type PassLog, type PassOptions } from './market.js';

export interface MoodProducerOptions {
  readonly store: Pick<Store, 'bars' | 'securities' | 'producerStates'>;
  readonly random: RandomBytes;
  readonly log: PassLog;
}

/** Bond funds; the first one stored is used. */
const BONDS = ['AGG', 'TLT'] as const;
const PRODUCER = 'mood';
const MARKET = 'market';
/** Maximum number of sessions to process: a year. */
const WALKED_SESSIONS = 252;
const READ_SESSIONS = WALKED_SESSIONS + MOOD.percentileSessions + MOOD.momentumSessions;

/** The band, the score that entered it, and the benchmark at that close. */
const stateSchema = z.object({
  band: z.enum(MOOD_BANDS.map(({ band }) => band)),
  score: z.number(),
  anchor: z.object({ ticker: z.string(), price: z.number(), at: z.string() }),
});

interface Market {
  readonly mood: MoodSeries;
  /** Of the benchmark, USD, split-adjusted. */
  readonly close: Float64Array;
}

/** The current time, the known state, and how to read the market. */
interface Run extends PassOptions {
  readonly now: Date;
  readonly asOf: Date | undefined;
}

/** Mood at the newest ended sessions; null if none is after `asOf`, there is no benchmark, or it was stopped early. */
async function readMarket(
  { bars, securities }: MoodProducerOptions['store'],
  { now, asOf, ...pass }: Run,
): Promise<Market | null> {
  const funds = await bars.readDaily([BENCHMARK, ...BONDS]);
  const benchmark = funds.get(BENCHMARK)?.bars;
  if (benchmark === undefined) return null;
  const to = closedDays(benchmark.days, now.getTime());
  const from = Math.max(0, to - READ_SESSIONS);
  const days = benchmark.days.subarray(from, to);
  const last = days.at(-1);
  if (last === undefined || (asOf !== undefined && closeOf(last) <= asOf)) return null;
  const breadth = breadthCounter(days);
  const isWhole = await inGroups(
    await equitiesSince({ securities }, at(days, 0)),
    async (group) => {
      for (const { bars: own } of (await bars.readSince(group, civilOf(at(days, 0)).year)).values()) breadth.add(own);
    },
    pass,
  );
  if (!isWhole) return null;
  const bonds = BONDS.map((symbol) => funds.get(symbol)?.bars).find((fund) => fund !== undefined);
  const mood = moodSeries({ days, adjClose: benchmark.adjClose.subarray(from, to) }, breadth.counts, bonds ?? null);
  return { mood, close: benchmark.close.subarray(from, to) };
}

/** Continues from the last state; without one, processes the newest year and emits no events. */
function walk(
  { mood: { days, score }, close }: Market,
  last: ProducerState | undefined,
  now: Date,
  random: RandomBytes,
): StateChange {
  const events: NewEvent[] = [];
  const news = newsSince(now);
  let asOf = last?.asOf;
  let state = last === undefined ? null : stateSchema.parse(last.state);
  for (let i = Math.max(0, days.length - WALKED_SESSIONS); i < days.length; i += 1) {
    const closedAt = closeOf(at(days, i));
    if (!Number.isFinite(at(score, i)) || (last !== undefined && closedAt <= last.asOf)) continue;
    asOf = closedAt;
    const before: MoodBand | null = state?.band ?? null;
    const band = moodBand(at(score, i), before);
    if (band === before) continue;
    state = {
      band,
      score: roundedScore(at(score, i)),
      anchor: { ticker: BENCHMARK, price: roundPrice(at(close, i)), at: closedAt.toISOString() },
    };
    if (last === undefined || before === null || closedAt < news) continue;
    events.push(
      eventOf(
        'mood.band_change',
        { from: before, to: band, score: state.score, anchor: state.anchor },
        { accountId: null, at: now, random },
      ),
    );
  }
  return { states: new Map(asOf === undefined || asOf === last?.asOf ? [] : [[MARKET, { asOf, state }]]), events };
}

/**
 * `mood.band_change`: the mood enters another band at a session's close. Emits each change since the last run, in
 * order.
 */
export function createMoodProducer({ store, random, log }: MoodProducerOptions): Producer {
  return {
    name: PRODUCER,
    async run(now, isStopping) {
      const known = (await store.producerStates.of(PRODUCER)).get(MARKET);
      const market = await readMarket(store, { now, asOf: known?.asOf, isStopping, log });
      if (market !== null)
        await store.producerStates.change(PRODUCER, (states) => walk(market, states.get(MARKET), now, random));
    },
  };
}
