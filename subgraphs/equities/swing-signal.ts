import { swingSignal } from '../../engines/swing-signal.js';
import { fieldLoader, type BatchedField } from '../field-loader.js';
import { resultId } from '../result-ids.js';
import type { Services } from '../services.js';
import { signalField, type SignalReading } from '../signal-field.js';
import type { SecurityRef } from '../tickers.js';
import type { Fields } from './generated/resolver-types.js';

interface SwingReading extends SignalReading {
  readonly sector: string | null;
}

/** The composite signal and the sector of each security: a query of the series and one of the securities per batch. */
function readings(services: Services): BatchedField<SwingReading, SecurityRef, object> {
  const signals = signalField(services);
  return async (queries, context) => {
    const { securities } = services.store.reading(context.versions);
    const [found, profiles] = await Promise.all([
      signals(queries, context),
      securities.bySymbols([...new Set(queries.map(({ obj }) => obj.ticker))]),
    ]);
    return found.map((answer, index) => {
      const sector = profiles.get(queries[index]?.obj.ticker ?? '')?.sector ?? null;
      return answer instanceof Error ? answer : { ...answer, sector };
    });
  };
}

export function createFields(services: Services) {
  const load = fieldLoader(readings(services));
  return {
    Security: {
      async swingSignal(security, _args, context) {
        const { read, sector } = await load(security, {}, context);
        const swing = read === null ? null : swingSignal(read.scores, null);
        if (read === null || swing === null) return null;
        const { indicators, asOf, quote } = read;
        return {
          ...swing,
          id: resultId('swingSignal', security),
          quote: { id: resultId('quote', security), ...quote },
          indicators, asOf, sector,
          marketCap: null,
        };
      },
    },
  } satisfies Fields;
}
