import { METHOD_VERSION } from '../../engines/signal/constants.js';
import { firstKnownMs, recordedSignals } from '../../engines/signal/recorded-signals.js';
import { signalVersion } from './signal-versions.js';
import { asOfInstant, beforeFirst, type AsOfArguments } from '../as-of.js';
import { fieldLoader, type BatchedField } from '../field-loader.js';
import type { DayWindow } from '../../engines/day-window.js';
import type { SignalRecord } from '../generated/types.js';
import { resultId } from '../result-ids.js';
import type { Services } from '../services.js';
import { signalField } from '../signal-field.js';
import { signalsOnRecord } from './signals-on-record.js';
import type { SecurityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';

/** A window of the record by a version of the method; the current one by default. */
interface RecordWindow extends DayWindow, AsOfArguments {
  readonly methodVersion?: number | null | undefined;
}

/** Recorded composites in a window: one query per batch and version of the method. */
function historyField({ store }: Services): BatchedField<readonly SignalRecord[], SecurityRef, RecordWindow> {
  return async (queries, context) => {
    const { composites } = store.reading(context.versions);
    const versionOf = ({ methodVersion }: RecordWindow): number => methodVersion ?? METHOD_VERSION;
    const recorded = new Map<number, Awaited<ReturnType<typeof composites.load>>>();
    for (const version of new Set(queries.map(({ params }) => versionOf(params)))) {
      const asked = queries.filter(({ params }) => versionOf(params) === version);
      recorded.set(version, await composites.load([...new Set(asked.map(({ obj }) => obj.ticker))], version));
    }
    return queries.map(({ obj, params }) => {
      const series = recorded.get(versionOf(params))?.get(obj.ticker);
      if (series === undefined) return [];
      const instantMs = asOfInstant(params, context) ?? Infinity;
      const firstMs = firstKnownMs(series);
      if (firstMs !== null && firstMs > instantMs)
        return beforeFirst(`the first signal on record of ${obj.ticker}`, firstMs);
      return recordedSignals(series, versionOf(params), params, instantMs);
    });
  };
}

export function createFields(services: Services) {
  const load = fieldLoader(signalField(services));
  const loadOnRecord = fieldLoader(signalsOnRecord(services));
  const history = fieldLoader(historyField(services));
  return {
    Security: {
      async signal(security, args, context) {
        const instantMs = asOfInstant(args, context);
        const { read } =
          instantMs === null ? await load(security, {}, context) : await loadOnRecord(security, { instantMs }, context);
        if (read === null || read.label === null || read.compositeScore === null) return null;
        const { ticker } = security;
        const idOf = instantMs === null ? [] : [instantMs];
        return { ...read, ticker, idOf, label: read.label, compositeScore: read.compositeScore };
      },
      signalHistory(security, window, context) {
        asOfInstant(window, context);
        return history(security, window, context);
      },
    },
    Signal: {
      id: (signal) => resultId('signal', signal, ...signal.idOf),
      quote: (signal) => ({ id: resultId('quote', signal, ...signal.idOf), ...signal.quote }),
      version: (signal) => signalVersion(services.tagKey, signal.ticker, signal),
    },
  } satisfies Fields;
}
