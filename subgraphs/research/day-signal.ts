import { marketState } from '../../calendar/market-state.js';
import { BENCHMARK } from '../../engines/benchmark.js';
import { daySignal, withCurrentPlan } from '../../engines/day-signal/day-signal.js';
import { OPENING_MINUTES } from '../../engines/day-signal/opening-range.js';
import { MINUTE_SESSIONS } from '../../engines/microstructure/microstructure.js';
import { signal } from '../../engines/signal/signal.js';
import { fieldLoader } from '../field-loader.js';
import { resultId } from '../result-ids.js';
import { bothRows, seriesField, type SeriesInput } from '../series-field.js';
import type { Services } from '../services.js';
import { signalInputsOf, signalRows, type SignalRow } from '../signal-rows.js';
import type { Fields } from './generated/resolver-types.js';
import { inGraph, tickRows, ticksOf, type TickRow } from './microstructure.js';

/** The day signal as in the graph, without the state of the market; null without prices. */
function read({ bars, sessions, alongside, rows }: SeriesInput<SignalRow | TickRow>) {
  const composite = signal({ bars, sessions, benchmark: alongside ?? null, ...signalInputsOf(rows) });
  const found =
    composite === null ? null : daySignal({ bars, sessions, ...ticksOf(rows, { bars, sessions }), composite });
  if (composite === null || found === null) return { read: null };
  const { microstructure, openingRange, asOfMs, ...rest } = found;
  return {
    read: {
      ...rest,
      openingRange: openingRange === null ? null : { minutes: OPENING_MINUTES, ...openingRange },
      microstructure: inGraph(microstructure),
      asOf: new Date(asOfMs).toISOString(),
    },
  };
}

export function createFields(services: Services) {
  const load = fieldLoader(
    seriesField(services, {
      name: 'day-signal',
      alongside: BENCHMARK,
      minuteSessions: MINUTE_SESSIONS,
      rows: bothRows<SignalRow, TickRow>(signalRows(services), tickRows),
      compute: read,
    }),
  );
  return {
    Security: {
      async daySignal(security, _args, context) {
        const { read: found } = await load(security, {}, context);
        if (found === null) return null;
        const { status, nextOpenMs, nextCloseMs } = marketState(context.nowMs);
        return {
          ...withCurrentPlan(found, Date.parse(found.asOf), context.nowMs),
          id: resultId('daySignal', security),
          microstructure: { id: resultId('microstructure', security), ...found.microstructure },
          session: { state: status, opensAt: new Date(nextOpenMs), closesAt: new Date(nextCloseMs) },
        };
      },
    },
  } satisfies Fields;
}
