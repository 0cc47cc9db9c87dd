import { isoDate } from '../../calendar/days.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { microstructure, MINUTE_SESSIONS, type Microstructure } from '../../engines/microstructure/microstructure.js';
import type { QuoteSession } from '../../store/minute-quotes.js';
import { fieldLoader } from '../field-loader.js';
import { resultId } from '../result-ids.js';
import { seriesField, type SeriesRows } from '../series-field.js';
import type { Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';

/** Measures as in the graph: the session as a date, minutes as points in time. */
export function inGraph({ day, cumulativeVolumeDelta, ...measures }: Microstructure) {
  const timeOf = (minute: number): string => new Date(newYorkUtcMs(day, minute)).toISOString();
  const delta = cumulativeVolumeDelta.map(({ minute, value }) => ({ time: timeOf(minute), value }));
  return { ...measures, asOf: isoDate(day), cumulativeVolumeDelta: delta };
}

/** The newest session of quotes of each security. */
export const quoteRows: SeriesRows<QuoteSession> = {
  tables: ['quote_days'],
  load: ({ minuteQuotes }, tickers) => minuteQuotes.newest(tickers),
};

export function createFields(services: Services) {
  const load = fieldLoader(
    seriesField(services, {
      name: 'microstructure',
      minuteSessions: MINUTE_SESSIONS,
      rows: quoteRows,
      compute: ({ bars, sessions, rows }) => inGraph(microstructure(bars, sessions, rows[0]?.session)),
    }),
  );
  return {
    Security: {
      async microstructure(security, _args, context) {
        return { id: resultId('microstructure', security), ...(await load(security, {}, context)) };
      },
    },
  } satisfies Fields;
}
