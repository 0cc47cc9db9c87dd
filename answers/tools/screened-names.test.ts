import { describe, expect, it } from '@jest/globals';
import type { NumberFact } from '../facts/fact.js';
import { TOOL as INDICATORS } from './indicator-screen.js';
import { TOOL as PERIODS } from './period-ranking.js';
import type { Read } from './tool.js';

const DATES = ['2026-01-02', '2026-01-05'];

/** A market of `size` names of falling volume; the RSI of the n-th is n / 100, its change n / 1000 percent. */
function market(size: number): { readonly read: Read; readonly cursors: (string | null)[] } {
  const cursors: (string | null)[] = [];
  const node = (at: number): object => ({
    ticker: `T${at}`,
    industry: null,
    signal: {
      asOf: '2026-01-05T21:00:00.000Z',
      label: 'NEUTRAL',
      compositeScore: 50,
      scores: { technical: null, momentum: null, fundamentals: null },
      quote: { last: 10, changePct: 0, volume: 1, session: '2026-01-05' },
      indicators: { rsi: at / 100, sma20: null, sma50: null, sma200: null },
    },
    barColumns: { dates: DATES, closes: [100, 100 + at / 1000], adjustedCloses: [100, 100 + at / 1000] },
  });
  return {
    cursors,
    read: async (_, { after = null }) => {
      cursors.push(typeof after === 'string' ? after : null);
      const from = after === null ? 0 : Number(after) + 1;
      const nodes = Array.from({ length: Math.min(100, size - from) }, (__, at) => node(from + at));
      const end = from + nodes.length;
      const pageInfo = { hasNextPage: end < size, endCursor: String(end - 1) };
      return { data: { securities: { totalCount: size, pageInfo, nodes } } };
    },
  };
}

const SCREEN = {
  rsi: [],
  averages: [],
  either: [],
  bounds: [],
  labels: null,
  session: null,
  ranked: 'HIGHEST',
  first: 3,
  sector: null,
  industry: null,
  kind: 'EQUITY',
};
const PERIOD = {
  from: '2026-01-05',
  to: '2026-01-05',
  measure: 'CHANGE',
  direction: 'DESC',
  first: 3,
  sector: null,
  industry: null,
  kind: 'EQUITY',
};

async function ask(tool: typeof INDICATORS, input: object, size: number) {
  const { read, cursors } = market(size);
  const { facts } = await tool.run(input, read, 0);
  const numbers = facts.filter((fact): fact is NumberFact => fact.kind === 'number');
  const value = (key: string): number | undefined => numbers.find((fact) => fact.key === `${tool.name}.${key}`)?.value;
  const tickers = facts.flatMap((fact) =>
    fact.kind === 'text' && fact.key === `${tool.name}.ticker` ? [fact.value] : [],
  );
  return { cursors, value, tickers };
}

describe('screens and rankings that read names one by one', () => {
  it.each([
    ['indicator_screen', INDICATORS, SCREEN],
    ['period_ranking', PERIODS, PERIOD],
  ])('%s reads a list to its end, page by page', async (_, tool, input) => {
    const { cursors, value, tickers } = await ask(tool, input, 250);
    expect(cursors).toEqual([null, '99', '199']);
    expect([value('read'), value('total')]).toEqual([250, 250]);
    expect(tickers).toEqual(['T249', 'T248', 'T247']);
  });

  it.each([
    ['indicator_screen', INDICATORS, SCREEN],
    ['period_ranking', PERIODS, PERIOD],
  ])('%s stops after 1,000 names and tells how many there are', async (_, tool, input) => {
    const { cursors, value, tickers } = await ask(tool, input, 1234);
    expect(cursors).toHaveLength(10);
    expect([value('read'), value('total')]).toEqual([1000, 1234]);
    expect(tickers).toEqual(['T999', 'T998', 'T997']);
  });

  it('ranks by the lowest RSI too', async () => {
    expect((await ask(INDICATORS, { ...SCREEN, ranked: 'LOWEST' }, 30)).tickers).toEqual(['T0', 'T1', 'T2']);
  });
});
