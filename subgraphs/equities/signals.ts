import { recordedSignals } from '../../engines/signal/recorded-signals.js';
import { signalVersion } from './signal-versions.js';
import { fieldLoader, type BatchedField } from '../field-loader.js';
import type { DayWindow } from '../../engines/day-window.js';
import type { SignalRecord } from '../generated/types.js';
import { resultId } from '../result-ids.js';
import type { Services } from '../services.js';
import { signalField } from '../signal-field.js';
import type { SecurityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';

/** Recorded composites in a window: one query per batch. */
function historyField({ store }: Services): BatchedField<readonly SignalRecord[], SecurityRef, DayWindow> {
  return async (queries, context) => {
    const recorded = await store.reading(context.versions).composites.load([...new Set(queries.map(({ obj }) => obj.ticker))]);
    return queries.map(({ obj, params }) => {
      const series = recorded.get(obj.ticker);
      return series === undefined ? [] : recordedSignals(series, params);
    });
  };
}

export function createFields(services: Services) {
  const load = fieldLoader(signalField(services));
  const history = fieldLoader(historyField(services));
  return {
    Security: {
      async signal(security, _args, context) {
        const { read } = await load(security, {}, context);
        if (read === null || read.label === null || read.compositeScore === null) return null;
        return { ...read, ticker: security.ticker, label: read.label, compositeScore: read.compositeScore };
      },
      signalHistory: (security, window, context) => history(security, window, context),
    },
    Signal: {
      id: (signal) => resultId('signal', signal),
      quote: (signal) => ({ id: resultId('quote', signal), ...signal.quote }),
      version: (signal) => signalVersion(services.tagKey, signal.ticker, signal),
    },
  } satisfies Fields;
}
