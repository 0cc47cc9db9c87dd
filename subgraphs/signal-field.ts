import { BENCHMARK } from '../engines/benchmark.js';
import { signal, type SignalResult } from '../engines/signal/signal.js';
import { seriesField, type SeriesField } from './series-field.js';
import type { Services } from './services.js';
import { signalInputsOf, signalRows, type SignalRow } from './signal-rows.js';

/** Sessions of minute bars that the microstructure factor reads. */
const MINUTE_SESSIONS = 5;

/** A security's signal; null without prices. */
export interface SignalReading {
  readonly read: SignalResult | null;
}

/** The composite signal of each security in a batch. */
export function signalField(services: Services): SeriesField<SignalReading, object, SignalRow> {
  return seriesField(services, {
    name: 'signal',
    alongside: BENCHMARK,
    minuteSessions: MINUTE_SESSIONS,
    rows: signalRows(services),
    compute: ({ bars, sessions, alongside, rows }) => ({
      read: signal({ bars, sessions, benchmark: alongside ?? null, ...signalInputsOf(rows) }),
    }),
  });
}
