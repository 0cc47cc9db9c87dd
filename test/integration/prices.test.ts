import { beforeEach, describe, expect, it } from '@jest/globals';
import { METHOD_VERSION } from '../../engines/signal/constants.js';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { newYorkUtcMs } from '../../calendar/new-york-time.js';
import { packCompositeYears } from '../../store/packed-composites.js';
import { compositesProducer } from '../../jobs/workers/composites/producer.js';
import type { StoredSeries } from '../../store/series.js';
import { plainLongerBars } from '../independent/bars.js';
import type { Row } from '../independent/rows.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { store, clock, log } = server.runtime;
const { key } = await server.newKey('institutional', { perMinute: 100_000 });
beforeEach(() => server.nextMinute());

async function storedSeries(ticker: string): Promise<StoredSeries> {
  const found = (await store.bars.load([ticker])).get(ticker);
  if (found === undefined) throw new Error(`${ticker} is not stored`);
  return found;
}

async function storedRows(ticker: string): Promise<readonly Row[]> {
  const {
    bars: { days, open, high, low, close, adjClose, volume },
  } = await storedSeries(ticker);
  return Array.from(days, (day, i) => ({
    date: isoDate(day),
    open: open[i] ?? 0,
    high: high[i] ?? 0,
    low: low[i] ?? 0,
    close: close[i] ?? 0,
    adj: adjClose[i] ?? 0,
    volume: volume[i] ?? 0,
  }));
}

const ofSecurity = async (ticker: string, fields: string, variables: object = {}, declared = ''): Promise<Answer> =>
  server.graphql(key, `query($ticker: Ticker!${declared}) { security(ticker: $ticker) { ${fields} } }`, {
    ticker,
    ...variables,
  });
const valueOf = (answer: Answer, field: string): unknown => {
  expect(read(answer, 'errors')).toBeUndefined();
  return read(answer, 'data', 'security', field);
};

/** As the scalar rounds it. */
const isPrice = (wanted: number): unknown => expect.closeTo(wanted, 4);
const shown = ({ date, open, high, low, close, adj, volume }: Row): unknown => ({
  date,
  open: isPrice(open),
  high: isPrice(high),
  low: isPrice(low),
  close: isPrice(close),
  adjustedClose: isPrice(adj),
  volume,
});
const BAR = '{ date open high low close adjustedClose volume }';
const COLUMNS = '{ dates opens highs lows closes adjustedCloses volumes }';
const WINDOW = ', $interval: BarInterval, $from: LocalDate, $to: LocalDate, $last: Int';
const ARGUMENTS = '(interval: $interval, from: $from, to: $to, last: $last)';

describe('bars and their columns', () => {
  const intervals = {
    DAY: (rows: readonly Row[]) => rows,
    WEEK: (rows: readonly Row[]) => plainLongerBars(rows, 'WEEK'),
    MONTH: (rows: readonly Row[]) => plainLongerBars(rows, 'MONTH'),
  };
  const windows: readonly { readonly from?: string; readonly to?: string; readonly last?: number }[] = [
    { last: 5000 },
    { last: 1 },
    { last: 7 },
    { from: '2025-06-18' },
    { to: '2025-06-18', last: 30 },
    { from: '2025-03-03', to: '2025-09-10', last: 9 },
    { from: '2099-01-01' },
    { to: '1900-01-01' },
  ];

  it.each(
    ['AAPL', 'BRK-B', 'SPY'].flatMap((ticker) =>
      (['DAY', 'WEEK', 'MONTH'] as const).map((interval) => ({ ticker, interval })),
    ),
  )('of $ticker by $interval are those of a plain aggregation, in every window', async ({ ticker, interval }) => {
    const rows = intervals[interval](await storedRows(ticker.replace('-', '.')));
    for (const window of windows) {
      server.nextMinute();
      const { from = '0000', to = '9999', last = 252 } = window;
      const wanted = rows.filter(({ date }) => date >= from && date <= to).slice(-last);
      const answer = await ofSecurity(
        ticker,
        `bars${ARGUMENTS} ${BAR} barColumns${ARGUMENTS} ${COLUMNS}`,
        { interval, last: 252, ...window },
        WINDOW.replace('$last: Int', '$last: Int!').replace('BarInterval', 'BarInterval!'),
      );
      const bars = valueOf(answer, 'bars') as Record<string, unknown>[];
      expect(bars).toHaveLength(wanted.length);
      expect(bars).toEqual(wanted.map(shown));
      const column = (name: string): unknown[] => bars.map((bar) => bar[name]);
      expect(valueOf(answer, 'barColumns')).toEqual({
        dates: column('date'),
        opens: column('open'),
        highs: column('high'),
        lows: column('low'),
        closes: column('close'),
        adjustedCloses: column('adjustedClose'),
        volumes: column('volume'),
      });
    }
  });

  it.each<[object, string]>([
    [{ last: 0 }, 'last'],
    [{ last: 5001 }, 'last'],
    [{ from: '2025-02-30' }, 'from'],
    [{ to: 'yesterday' }, 'to'],
    [{ from: '2025-02-02', to: '2025-02-01' }, 'from'],
  ])('refuse %j', async (window, param) => {
    for (const field of [`bars${ARGUMENTS} { date }`, `barColumns${ARGUMENTS} { dates }`]) {
      const answer = await ofSecurity(
        'AAPL',
        `name ${field}`,
        { interval: 'DAY', last: 5, ...window },
        WINDOW.replace('$last: Int', '$last: Int!').replace('BarInterval', 'BarInterval!'),
      );
      expect(read(answer, 'errors', 0, 'extensions')).toMatchObject({ code: 'INVALID_PARAMETER', param });
    }
  });

  it.each(['bars', 'dividends', 'splits', 'signalHistory'])(
    'of %s end on or after the day that they begin on',
    async (field) => {
      const answerFor = (from: string, to: string): Promise<Answer> =>
        ofSecurity('AAPL', `${field}(from: "${from}", to: "${to}") { __typename }`);
      expect(read(await answerFor('2025-02-03', '2025-02-03'), 'errors')).toBeUndefined();
      const refused = await answerFor('2025-02-04', '2025-02-03');
      expect(read(refused, 'errors', 0, 'message')).toBe('from must be on or before to, which is 2025-02-03.');
      expect(read(refused, 'errors', 0, 'extensions')).toMatchObject({ code: 'INVALID_PARAMETER', param: 'from' });
    },
  );

  it('cost nothing of the month', async () => {
    const account = await server.newKey('free');
    await server.graphql(
      account.key,
      '{ security(ticker: "AAPL") { bars(last: 2) { date } barColumns(last: 2) { dates } intraday { date } dividends { exDate } splits { date } quote { last } } }',
    );
    expect(await server.used(account)).toBe(0);
  });
});

describe('minute bars', () => {
  it('are those that are stored for the session, each at its New York minute', async () => {
    const [session] = (await store.bars.loadMinutes(['AAPL'], 1)).get('AAPL') ?? [];
    const answer = valueOf(
      await ofSecurity('AAPL', 'intraday { date bars { time open high low close volume } }'),
      'intraday',
    );
    if (session === undefined) {
      expect(answer).toBeNull();
      return;
    }
    const { day, minutes, open, high, low, close, volume } = session;
    const bars = Array.from(minutes, (minute, i) => ({
      time: new Date(newYorkUtcMs(day, minute)).toISOString(),
      open: isPrice(open[i] ?? 0),
      high: isPrice(high[i] ?? 0),
      low: isPrice(low[i] ?? 0),
      close: isPrice(close[i] ?? 0),
      volume: volume[i],
    }));
    expect(answer).toEqual({ date: isoDate(day), bars });
    expect(
      valueOf(await ofSecurity('AAPL', `intraday(session: "${isoDate(day)}") { date bars { time } }`), 'intraday'),
    ).toEqual({ date: isoDate(day), bars: bars.map(({ time }) => ({ time })) });
  });

  it('of a session without any are null', async () => {
    expect(valueOf(await ofSecurity('AAPL', 'intraday(session: "2001-01-02") { date }'), 'intraday')).toBeNull();
  });
});

describe('dividends and splits', () => {
  it('are the stored ones, oldest first, in a window', async () => {
    const list = await store.securities.search({ limit: 100, orderBy: 'symbol', isDescending: false });
    const all = await Promise.all(
      list.rows
        .filter(({ lastDay }) => lastDay !== null)
        .map(async ({ symbol }) => ({ symbol, series: await storedSeries(symbol) })),
    );
    const paying = all.find(({ series }) => series.dividends.length > 3);
    const split = all.find(({ series }) => series.splits.length > 0);
    expect(paying).toBeDefined();
    for (const each of [paying, split]) {
      if (each === undefined) continue;
      const {
        symbol,
        series: { dividends, splits },
      } = each;
      const answer = await ofSecurity(
        symbol,
        'dividends(last: 500) { exDate amount } splits(last: 100) { date ratio }',
      );
      const wanted = dividends.map(({ day, amount }) => ({ exDate: isoDate(day), amount: isPrice(amount) }));
      expect(valueOf(answer, 'dividends')).toEqual(wanted.slice(-500));
      expect(valueOf(answer, 'splits')).toEqual(
        splits.map(({ day, ratio }) => ({ date: isoDate(day), ratio: expect.closeTo(ratio, 6) })),
      );
    }
    const { symbol = '', series } = paying ?? {};
    const days = (series?.dividends ?? []).map(({ day }) => isoDate(day));
    const windowed = valueOf(
      await ofSecurity(symbol, `dividends(from: "${days[1] ?? ''}", to: "${days.at(-2) ?? ''}", last: 2) { exDate }`),
      'dividends',
    );
    expect(windowed).toEqual(
      days
        .slice(1, -1)
        .slice(-2)
        .map((exDate) => ({ exDate })),
    );
  });
});

describe('the history of a signal', () => {
  const HISTORY =
    '{ date label compositeScore factors { technical momentum fundamentals microstructure optionsFlow } knownAt }';

  it('is the stored record, oldest first, at one unit a security', async () => {
    await compositesProducer({ store, clock, rng: Math.random, log }).run(new Date(clock()), () => false);
    const record = (await store.composites.load(['AAPL'])).get('AAPL');
    if (record === undefined) throw new Error('AAPL is recorded');
    const account = await server.newKey('institutional');
    const answer = await server.graphql(
      account.key,
      `{ security(ticker: "AAPL") { signalHistory(last: 5000) ${HISTORY} } }`,
    );
    expect(read(answer, 'errors')).toBeUndefined();
    const rows = read(answer, 'data', 'security', 'signalHistory') as {
      date: string;
      compositeScore: number | null;
      label: string | null;
      factors: Record<string, number | null>;
    }[];
    expect(await server.used(account)).toBe(1);
    const score = (value: number | undefined): number | null =>
      value === undefined || Number.isNaN(value) ? null : Number(value.toFixed(1));
    const wanted = Array.from(record.days, (day, i) => ({
      date: isoDate(day),
      compositeScore: score(record.score[i]),
    })).slice(-5000);
    expect(rows.map(({ date, compositeScore }) => ({ date, compositeScore }))).toEqual(wanted);
    const labelOf = (value: number): string =>
      value >= 70 ? 'STRONG_BUY' : value >= 56 ? 'BUY' : value >= 44 ? 'NEUTRAL' : value >= 31 ? 'SELL' : 'STRONG_SELL';
    for (const { compositeScore, label } of rows)
      expect(label).toBe(compositeScore === null ? null : labelOf(compositeScore));
    const last = rows.at(-1);
    const now = read(
      await server.graphql(key, '{ security(ticker: "AAPL") { signal { compositeScore label } } }'),
      'data',
      'security',
      'signal',
    );
    expect(now).toEqual({ compositeScore: last?.compositeScore, label: last?.label });
    const [from, to] = [wanted.at(-20)?.date ?? '', wanted.at(-5)?.date ?? ''];
    const windowed = valueOf(
      await ofSecurity('AAPL', `signalHistory(from: "${from}", to: "${to}", last: 10) { date }`),
      'signalHistory',
    );
    expect(windowed).toEqual(
      wanted
        .filter(({ date }) => date >= from && date <= to)
        .slice(-10)
        .map(({ date }) => ({ date })),
    );
    expect(parseIsoDate(to)).not.toBeNull();
  });

  it('has the version of the method, and a record for each', async () => {
    await store.db.deleteFrom('composite_latest').execute();
    await store.pool.query(
      "insert into composite_latest (symbol, source, version, revision, first_day, days, day, score, label, price, known_at) values ('KO', 'simulated', 1, 1, 20000, 2, 20001, 61, 'Buy', 1, 1)",
    );
    const none = Float64Array.of(Number.NaN, Number.NaN);
    const old = {
      days: Int32Array.of(20_000, 20_001),
      score: Float64Array.of(Number.NaN, 61),
      knownAt: Float64Array.of(1, 2),
      factors: {
        technical: Float64Array.of(Number.NaN, 61),
        momentum: none,
        fundamentals: none,
        microstructure: none,
        optionsFlow: none,
      },
    };
    for (const { year, days, packed } of packCompositeYears(old))
      await store.pool.query("insert into composite_years (symbol, year, days, packed) values ('KO', $1, $2, $3)", [
        year,
        days,
        packed,
      ]);
    const fields = '{ date label compositeScore methodVersion }';
    const answer = await ofSecurity(
      'KO',
      `now: signalHistory(last: 1) ${fields} first: signalHistory(last: 9, methodVersion: 1) ${fields} same: signalHistory(last: 1, methodVersion: ${METHOD_VERSION}) ${fields}`,
    );
    expect(valueOf(answer, 'same')).toEqual(valueOf(answer, 'now'));
    expect(valueOf(answer, 'now')).toEqual([expect.objectContaining({ date: '2026-01-02', methodVersion: 4 })]);
    expect(valueOf(answer, 'first')).toEqual([
      { date: isoDate(20_001), label: 'BUY', compositeScore: 61, methodVersion: 1 },
    ]);
  });

  describe('as of an instant', () => {
    const SIGNAL = `{ id label compositeScore confidence coverage agreement version asOf quote { id last session asOf afterHours }
      indicators { rsi sma200 } microstructure { score } scores { technical { score weight } momentum { score weight details { changePct } }
      fundamentals { score weight details { knownFrom } } microstructure { score weight } optionsFlow { score } } }`;
    const asOf = async (
      instant: string,
      fields = `signal(asOf: "${instant}") ${SIGNAL}`,
      ticker = 'AAPL',
    ): Promise<Answer> => ofSecurity(ticker, fields);
    const refusal = (answer: Answer): readonly unknown[] => [
      read(answer, 'errors', 0, 'extensions', 'code'),
      read(answer, 'errors', 0, 'message'),
    ];

    it('is what was on record then, whatever is stored or recorded since', async () => {
      const record = (await store.composites.load(['AAPL'])).get('AAPL');
      if (record === undefined) throw new Error('AAPL is recorded');
      const place = record.days.length - 40;
      const knownAt = record.knownAt[place] ?? 0;
      const instant = new Date(knownAt).toISOString();
      const then = valueOf(await asOf(instant), 'signal') as {
        label: string;
        compositeScore: number;
        asOf: string;
        quote: { session: string; last: number };
      };
      const [listed] = valueOf(
        await ofSecurity('AAPL', `signalHistory(last: 1, asOf: "${instant}") { date label compositeScore }`),
        'signalHistory',
      ) as { date: string }[];
      expect(listed).toEqual({
        date: isoDate(record.days[place] ?? 0),
        label: then.label,
        compositeScore: then.compositeScore,
      });
      expect([then.quote.session, then.asOf <= instant]).toEqual([listed?.date, true]);
      // One millisecond before, the session before it was the newest.
      const before = valueOf(await asOf(new Date(knownAt - 1).toISOString()), 'signal');
      expect(before).toMatchObject({
        quote: { session: isoDate(record.days[place - 1] ?? 0) },
        compositeScore: Number(record.score[place - 1]?.toFixed(1)),
      });
      // Bars of later sessions change, one is new, and the recorded session's own close is restated a little.
      const { bars, source } = await storedSeries('AAPL');
      const day = record.days[place] ?? 0;
      const restated = {
        ...bars,
        close: bars.close.map((close, i) =>
          (bars.days[i] ?? 0) > day ? close * 1.2 : bars.days[i] === day ? close * 1.001 : close,
        ),
      };
      await store.db
        .transaction()
        .execute((tx) =>
          store.bars.replaceMany(tx, [{ symbol: 'AAPL', source, bars: restated, splits: [], dividends: [] }]),
        );
      store.bars.forget(['AAPL']);
      const again = valueOf(await asOf(instant), 'signal') as typeof then & { scores: unknown };
      expect({ ...again, quote: null, indicators: null, scores: null }).toEqual({
        ...then,
        quote: null,
        indicators: null,
        scores: null,
      });
      expect(again.quote.last).toBeCloseTo(then.quote.last * 1.001, 3);
      expect(valueOf(await ofSecurity('AAPL', 'signal { compositeScore }'), 'signal')).not.toMatchObject({
        compositeScore: then.compositeScore,
      });
      await store.db
        .transaction()
        .execute((tx) => store.bars.replaceMany(tx, [{ symbol: 'AAPL', source, bars, splits: [], dividends: [] }]));
      store.bars.forget(['AAPL']);
    });

    it('at the newest record is the signal now, but for its ids', async () => {
      const latest = (await store.composites.latest(['KO'])).get('KO');
      const instant = new Date(latest?.knownAt ?? 0).toISOString();
      const answer = await ofSecurity('KO', `then: signal(asOf: "${instant}") ${SIGNAL} now: signal ${SIGNAL}`);
      const [then, now] = [valueOf(answer, 'then'), valueOf(answer, 'now')] as { id: string; quote: { id: string } }[];
      expect(then).toEqual({ ...now, id: expect.any(String), quote: { ...now?.quote, id: expect.any(String) } });
      expect([then?.id === now?.id, then?.quote.id === now?.quote.id]).toEqual([false, false]);
    });

    it('is refused with a sentence in the future, before the first record, and without any record', async () => {
      const future = new Date(clock() + 60_000).toISOString();
      for (const field of [
        'signal(asOf: AT) { label }',
        'signalHistory(asOf: AT) { date }',
        'streetGrades(asOf: AT) { actionCount }',
        'earningsCalendar(asOf: AT) { totalReports }',
      ]) {
        expect(refusal(await ofSecurity('KO', field.replace('AT', `"${future}"`)))).toEqual([
          'INVALID_PARAMETER',
          `asOf must not be in the future, got ${future}; leave it out for what is known now.`,
        ]);
        expect(refusal(await ofSecurity('KO', field.replace('AT', '"1950-01-03T00:00:00Z"')))).toEqual([
          'INVALID_PARAMETER',
          expect.stringMatching(
            /^asOf is before the first .*KO.*, which was known at \d{4}-.*; send that time or a later one\.$/,
          ),
        ]);
      }
      expect(refusal(await asOf('2025-06-02T12:00:00Z', undefined, 'SPY'))).toEqual([
        'INSUFFICIENT_DATA',
        expect.stringContaining('only securities known to be equities are recorded'),
      ]);
      expect(refusal(await asOf('2025-06-02T12:00:00Z', undefined, 'NOSUCH'))[0]).toBe('TICKER_NOT_FOUND');
      expect(refusal(await asOf('yesterday'))).toEqual([
        'INVALID_PARAMETER',
        expect.stringContaining('asOf must be an ISO 8601 time with a zone'),
      ]);
    });

    it('is refused before a ticker became another company’s', async () => {
      const knownFrom = clock() - 3_600_000;
      await store.db.transaction().execute((tx) => store.composites.restart(tx, 'ORCL', knownFrom));
      await compositesProducer({ store, clock, rng: Math.random, log }).run(new Date(clock()), () => false);
      const [then, before] = [knownFrom, knownFrom - 1].map((ms) => new Date(ms).toISOString());
      for (const field of ['signal(asOf: AT) { label }', 'signalHistory(last: 1, asOf: AT) { label }'])
        expect(refusal(await ofSecurity('ORCL', field.replace('AT', `"${before}"`)))).toEqual([
          'INVALID_PARAMETER',
          expect.stringContaining(`was known at ${then}; send that time or a later one.`),
        ]);
      expect(valueOf(await asOf(then ?? '', undefined, 'ORCL'), 'signal')).toMatchObject({ label: expect.any(String) });
    });

    it('costs one unit, as now', async () => {
      const account = await server.newKey('free');
      expect(
        read(
          await server.graphql(
            account.key,
            '{ security(ticker: "KO") { signal(asOf: "2025-06-02T12:00:00Z") { label } } }',
          ),
          'errors',
        ),
      ).toBeUndefined();
      expect(await server.used(account)).toBe(1);
    });
  });
});
