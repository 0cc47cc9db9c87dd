import { METHOD_VERSION } from '../../engines/signal/constants.js';
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

/** A window of the record by a version of the method; the current one by default. */
interface RecordWindow extends DayWindow {
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
      return series === undefined ? [] : recordedSignals(series, versionOf(params), params);
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
