import { indicesIn, type DayWindow } from '../../engines/day-window.js';
import { longerBars } from '../../engines/bar-intervals.js';
import { quote } from '../../engines/signal/quote.js';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import type { DailyBars, MinuteBars } from '../../calendar/bars.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { fieldLoader } from '../field-loader.js';
import type { Bar, BarColumns, IntradaySession } from '../generated/types.js';
import { resultId } from '../result-ids.js';
import { seriesField } from '../series-field.js';
import type { Services } from '../services.js';
import type { Fields, Loaders } from './generated/resolver-types.js';

/** Sessions of minute bars that are stored for each security. */
const STORED_MINUTE_SESSIONS = 30;

interface BarsWindow extends DayWindow {
  readonly interval: 'DAY' | 'WEEK' | 'MONTH';
}

const windowKey = ({ from, to, last }: DayWindow): string => `${from ?? ''} ${to ?? ''} ${last}`;
const barsKey = (window: BarsWindow): string => `${window.interval} ${windowKey(window)}`;

/** The bars of a window as columns, oldest first. */
function columnsIn(daily: DailyBars, window: BarsWindow): BarColumns {
  const bars = window.interval === 'DAY' ? daily : longerBars(daily, window.interval);
  const { start, end } = indicesIn(bars.days, window);
  const part = (values: Float64Array): readonly number[] => Array.from(values.subarray(start, end));
  return {
    dates: Array.from(bars.days.subarray(start, end), isoDate),
    opens: part(bars.open),
    highs: part(bars.high),
    lows: part(bars.low),
    closes: part(bars.close),
    adjustedCloses: part(bars.adjClose),
    volumes: part(bars.volume),
  };
}

function rowsOf({ dates, opens, highs, lows, closes, adjustedCloses, volumes }: BarColumns): readonly Bar[] {
  return dates.map((date, i) => ({
    date,
    open: opens[i] ?? 0,
    high: highs[i] ?? 0,
    low: lows[i] ?? 0,
    close: closes[i] ?? 0,
    adjustedClose: adjustedCloses[i] ?? 0,
    volume: volumes[i] ?? 0,
  }));
}

function intradayOf({ day, minutes, open, high, low, close, volume }: MinuteBars): IntradaySession {
  const bars = Array.from(minutes, (minute, i) => ({
    time: new Date(newYorkUtcMs(day, minute)).toISOString(),
    open: open[i] ?? 0,
    high: high[i] ?? 0,
    low: low[i] ?? 0,
    close: close[i] ?? 0,
    volume: volume[i] ?? 0,
  }));
  return { date: isoDate(day), bars };
}

/** Those of the rows, oldest first, whose days are in the window. */
function rowsIn<Row extends { readonly day: number }>(rows: readonly Row[], window: DayWindow): readonly Row[] {
  const { start, end } = indicesIn(
    Int32Array.from(rows, ({ day }) => day),
    window,
  );
  return rows.slice(start, end);
}

export function createFields(services: Services) {
  const quotes = fieldLoader(
    seriesField(services, {
      name: 'quote',
      minuteSessions: 1,
      compute: ({ bars, sessions }) => ({ quote: quote(bars, sessions) }),
    }),
  );
  const columns: Loaders['Security']['barColumns'] = seriesField(services, {
    name: 'bars',
    keyOf: barsKey,
    compute: ({ bars }, window) => columnsIn(bars, window),
  });
  const loadColumns = fieldLoader(columns);
  const intraday = fieldLoader(
    seriesField(services, {
      name: 'intraday',
      minuteSessions: STORED_MINUTE_SESSIONS,
      keyOf: ({ session }: { readonly session?: string | null | undefined }) => session ?? '',
      compute({ sessions }, { session }) {
        const wanted =
          typeof session === 'string' ? sessions.find(({ day }) => day === parseIsoDate(session)) : sessions.at(-1);
        return { session: wanted === undefined ? null : intradayOf(wanted) };
      },
    }),
  );
  const dividends = fieldLoader(
    seriesField(services, {
      name: 'dividends',
      keyOf: windowKey,
      compute: (series, window: DayWindow) => ({
        rows: rowsIn(series.dividends, window).map(({ day, amount }) => ({ exDate: isoDate(day), amount })),
      }),
    }),
  );
  const splits = fieldLoader(
    seriesField(services, {
      name: 'splits',
      keyOf: windowKey,
      compute: (series, window: DayWindow) => ({
        rows: rowsIn(series.splits, window).map(({ day, ratio }) => ({ date: isoDate(day), ratio })),
      }),
    }),
  );
  return {
    Security: {
      async quote(security, _args, context) {
        const { quote: read } = await quotes(security, {}, context);
        return read === null ? null : { id: resultId('quote', security), ...read };
      },
      bars: async (security, window, context) => rowsOf(await loadColumns(security, window, context)),
      barColumns: (security, window, context) => loadColumns(security, window, context),
      intraday: async (security, wanted, context) => (await intraday(security, wanted, context)).session,
      dividends: async (security, window, context) => (await dividends(security, window, context)).rows,
      splits: async (security, window, context) => (await splits(security, window, context)).rows,
    },
  } satisfies Fields;
}
