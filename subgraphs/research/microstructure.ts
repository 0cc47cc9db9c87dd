import { isoDate } from '../../calendar/days.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { microstructure, MINUTE_SESSIONS, type Microstructure } from '../../engines/microstructure/microstructure.js';
import type { QuoteSession } from '../../store/minute-quotes.js';
import type { TradeSession } from '../../store/minute-trades.js';
import { fieldLoader } from '../field-loader.js';
import { resultId } from '../result-ids.js';
import { bothRows, seriesField, type SeriesInput, type SeriesRows } from '../series-field.js';
import type { Services } from '../services.js';
import type { Fields } from './generated/resolver-types.js';

/** Measures as in the graph: the session as a date, minutes as points in time. */
export function inGraph({ day, cumulativeVolumeDelta, ...measures }: Microstructure) {
  const timeOf = (minute: number): string => new Date(newYorkUtcMs(day, minute)).toISOString();
  const delta = cumulativeVolumeDelta.map(({ minute, value }) => ({ time: timeOf(minute), value }));
  return { ...measures, asOf: isoDate(day), cumulativeVolumeDelta: delta };
}

const quoteRows: SeriesRows<QuoteSession> = {
  tables: ['quote_days'],
  load: ({ minuteQuotes }, tickers) => minuteQuotes.newest(tickers),
};
const tradeRows: SeriesRows<TradeSession> = {
  tables: ['trade_days'],
  load: ({ minuteTrades }, tickers) => minuteTrades.newest(tickers),
};

export type TickRow = QuoteSession | TradeSession;

/** The newest sessions of quotes and of trades of each security. */
export const tickRows: SeriesRows<TickRow> = bothRows(quoteRows, tradeRows);

/** The newest quotes and trades among rows that are not of a later session than the prices. */
export function ticksOf(rows: readonly object[], { bars, sessions }: Pick<SeriesInput, 'bars' | 'sessions'>) {
  const last = Math.max(bars.days.at(-1) ?? -Infinity, sessions.at(-1)?.day ?? -Infinity);
  return {
    quotes: rows.find((row): row is QuoteSession => 'session' in row && (row as QuoteSession).session.day <= last)
      ?.session,
    trades: rows.find((row): row is TradeSession => 'trades' in row && (row as TradeSession).trades.day <= last)
      ?.trades,
  };
}

export function createFields(services: Services) {
  const load = fieldLoader(
    seriesField(services, {
      name: 'microstructure',
      minuteSessions: MINUTE_SESSIONS,
      rows: tickRows,
      compute({ bars, sessions, rows }) {
        const { quotes, trades } = ticksOf(rows, { bars, sessions });
        return inGraph(microstructure(bars, sessions, quotes, trades));
      },
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
