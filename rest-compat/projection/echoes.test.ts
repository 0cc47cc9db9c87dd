import { describe, expect, it } from '@jest/globals';
import { capabilityFrom, capabilityOf, CAPABILITIES, SDL } from '../fixtures/capabilities.js';
import { recordedData, shownCount } from '../fixtures/answers.js';
import { storedExample } from '../stored-files.js';
import { echoesOf, tickerSpelling } from './echoes.js';
import { projection } from './project.js';

const { parameters } = capabilityOf('POST', '/portfolio');
const echoes = (...tickers: readonly string[]): unknown =>
  Object.fromEntries(echoesOf(parameters, { holdings: tickers.map((ticker) => ({ ticker })) }));

describe('the caller’s spelling', () => {
  it('is kept where it differs from the graph’s', () => {
    expect(echoes('BRK-B', 'BF.B', 'AAPL')).toEqual({ 'BRK.B': 'BRK-B' });
    expect(Object.fromEntries(echoesOf(capabilityOf('GET', '/dca').parameters, { ticker: 'BRK-B', years: 3 }))).toEqual(
      { 'BRK.B': 'BRK-B' },
    );
  });

  it('of a ticker given twice is the first', () => {
    expect(echoes('BRK-B', 'BRK.B')).toEqual({ 'BRK.B': 'BRK-B' });
    expect(echoes('BRK.B', 'BRK-B')).toEqual({});
  });

  it('is looked for in lists of tickers and of objects, and nowhere else', () => {
    const wide = capabilityFrom(
      'query Q($tickers: [Ticker!]!, $after: String) { securitiesByTicker(tickers: $tickers) { name } securities(after: $after) { totalCount } }',
    ).parameters;
    expect(Object.fromEntries(echoesOf(wide, { tickers: ['BF-B', 'A'], after: 'BRK-B' }))).toEqual({ 'BF.B': 'BF-B' });
    expect(echoesOf(wide, {}).size).toBe(0);
  });
});

describe('in a body', () => {
  it('stands in every list and every object below it, and leaves other texts as they are', () => {
    const capability = capabilityOf('POST', '/portfolio/overlay');
    const holding = (ticker: string) => ({
      ticker,
      weight_pct: 50,
      verdict: 'AGREE_HOLD',
      action: 'HOLD',
      svc_signal: { label: 'BUY', composite_score: 60 },
    });
    const data = {
      body: {
        holdings: [holding('BRK.B'), holding('A')],
        action_items: [{ priority: 'ADD', ticker: 'BRK.B', reason: 'BRK.B is small.' }],
        signal_gaps: [{ ticker: 'BF.B', score: 71 }],
        unresolved: ['BF.B', 'BRK.B'],
        merged: [{ ticker: 'BRK.B', entries: 2 }],
      },
    };
    const variables = { holdings: ['BRK-B', 'A', 'BRK-B', 'BF-B'].map((ticker) => ({ ticker })) };
    expect(projection(capability, SDL).body(data, { variables, nowMs: 0 })).toMatchObject({
      holdings: [{ ticker: 'BRK-B' }, { ticker: 'A' }],
      action_items: [{ ticker: 'BRK-B', reason: 'BRK.B is small.' }],
      signal_gaps: [{ ticker: 'BF-B' }],
      unresolved: ['BF-B', 'BRK-B'],
      merged: [{ ticker: 'BRK-B' }],
    });
  });

  it('is at the top from the request, whatever is below it', () => {
    const data = { security: { body: { benchmark: { ticker: 'BRK.B' }, series: [] } } };
    expect(
      projection(capabilityOf('GET', '/dca'), SDL).body(data, { variables: { ticker: 'BRK-B' }, nowMs: 0 }),
    ).toMatchObject({ ticker: 'BRK-B', benchmark: { ticker: 'BRK-B' } });
    const other = { security: { body: { benchmark: { ticker: 'SPY' }, series: [] } } };
    expect(
      projection(capabilityOf('GET', '/dca'), SDL).body(other, { variables: { ticker: 'BRK-B' }, nowMs: 0 }),
    ).toMatchObject({ ticker: 'BRK-B', benchmark: { ticker: 'SPY' } });
  });

  it('has no step for a body without tickers', () => {
    expect(tickerSpelling(capabilityOf('GET', '/gap-stats').body)).toBeNull();
    expect(tickerSpelling(capabilityOf('GET', '/usage').body)).toBeNull();
  });
});

describe('a recorded answer', () => {
  it.each(
    CAPABILITIES.filter(
      ({ operation, route }) => operation.definition.operation === 'query' && route.sample.source === 'simulated',
    ),
  )('of $route.method $route.path comes back from the graph’s data', (capability) => {
    const { route, path, operation } = capability;
    const keyed = (value: unknown, selected: typeof operation.selected): unknown => {
      if (value === null || typeof value !== 'object') return value;
      if (Array.isArray(value)) return value.map((entry) => keyed(entry, selected));
      return Object.fromEntries(
        selected.map((each) => [
          each.key,
          each.children.length === 0
            ? Reflect.get(value, each.field.name)
            : keyed(Reflect.get(value, each.field.name), each.children),
        ]),
      );
    };
    const data = keyed(recordedData(capability), operation.selected) as Readonly<Record<string, unknown>>;
    const variables = path[0] === 'security' ? { ticker: 'AAPL' } : {};
    const body = projection(capability, SDL).body(data, { variables, nowMs: Date.UTC(2026, 10, 20, 12) });
    expect(JSON.parse(JSON.stringify(body))).toEqual(shownCount(storedExample(route.operation)));
  });
});
