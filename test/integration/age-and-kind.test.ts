import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { runCommand } from '../../bin/commands/run-command.js';
import { SCRIPTS } from '../../bin/commands/run-script.js';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import { previousSession, sessionsBetween } from '../../calendar/nyse.js';
import { temporaryFiles } from '../../sources/files/fixtures/files.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';

const server = await serverForFile();
const { key } = await server.newKey('institutional', { perMinute: 100_000 });
const day = (text: string): number => parseIsoDate(text) ?? NaN;
const NEWEST = (await server.runtime.store.securities.lastDay()) ?? NaN;

/** A file up to a day whose signal is Strong Buy: closes that rose for years and gave way for a month. */
function rising(last: number): string {
  const days = sessionsBetween(last - 1_000, last);
  let price = 10;
  const rows = days.map((each, at) => {
    price *= (at < days.length - 20 ? 1.004 : 0.997) + (at % 2 === 0 ? 0.004 : -0.004);
    const close = price.toFixed(6);
    return [isoDate(each), close, close, close, close, 1_000 + (at % 7)].join(',');
  });
  return `date,open,high,low,close,volume\n${rows.join('\n')}\n`;
}

async function command(script: 'import' | 'admin', ...argv: readonly string[]): Promise<readonly string[]> {
  const lines: string[] = [];
  const code = await runCommand(script, SCRIPTS[script] ?? {}, argv, server.runtime, {
    print: (line) => lines.push(line),
    error: (line) => lines.push(line),
    progress: () => undefined,
  });
  expect([code, lines]).toEqual([0, lines]);
  return lines;
}

async function importBars(
  files: Readonly<Record<string, string>>,
  ...options: readonly string[]
): Promise<readonly string[]> {
  return command('import', 'bars', await temporaryFiles(files), ...options);
}

const post = (apiPath: string, ...tickers: readonly string[]): Promise<Answer> =>
  server.call(`/api/v1${apiPath}`, { method: 'POST', key, body: { holdings: tickers.map((ticker) => ({ ticker })) } });
const gaps = async (): Promise<readonly string[]> =>
  (read(await post('/portfolio/overlay', 'XOM'), 'signal_gaps') as { ticker: string }[]).map(({ ticker }) => ticker);
const DEAD_FLAG = expect.stringMatching(
  /^Prices end more than 5 sessions before the market's newest: ZDEAD on 2005-10-18\.$/,
);

let fiveBefore = NEWEST;
for (let session = 0; session < 5; session += 1) fiveBefore = previousSession(fiveBefore);

beforeAll(async () => {
  await importBars(
    {
      'ZDEAD.csv': rising(day('2005-10-18')),
      'ZSIX.csv': rising(previousSession(fiveBefore)),
      'ZFIVE.csv': rising(fiveBefore),
    },
    '--kind',
    'equity',
  );
});
beforeEach(() => server.nextMinute());

describe('a security whose last bar is of 2005', () => {
  it('still answers for itself, with its date', async () => {
    const signal = await server.call('/api/v1/signal?ticker=ZDEAD', { key });
    expect([signal.status, read(signal, 'timestamp')]).toEqual([200, expect.stringMatching(/^2005-10-18/)]);
    const answer = await server.graphql(
      key,
      '{ security(ticker: "ZDEAD") { isStale lastSession kind signal { asOf } quote { session } } }',
    );
    expect(read(answer, 'data', 'security')).toMatchObject({
      isStale: true,
      lastSession: '2005-10-18',
      kind: 'EQUITY',
      quote: { session: '2005-10-18' },
    });
  });

  it('is stale with more than five sessions, and not with five', async () => {
    const answer = await server.graphql(
      key,
      '{ securitiesByTicker(tickers: ["ZFIVE", "ZSIX", "AAPL"]) { ticker isStale } }',
    );
    expect(read(answer, 'data', 'securitiesByTicker')).toEqual([
      { ticker: 'ZFIVE', isStale: false },
      { ticker: 'ZSIX', isStale: true },
      { ticker: 'AAPL', isStale: false },
    ]);
  });

  it('is no signal gap, although its signal is the strongest', async () => {
    expect(
      Number(read(await server.call('/api/v1/signal?ticker=ZDEAD', { key }), 'composite_score')),
    ).toBeGreaterThanOrEqual(70);
    const proposed = await gaps();
    expect([proposed.includes('ZFIVE'), proposed.includes('ZSIX'), proposed.includes('ZDEAD')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it.each(['/portfolio', '/portfolio/overlay'])(
    'is listed by %s with a risk flag, and the answer has its date',
    async (apiPath) => {
      const answer = await post(apiPath, 'AAPL', 'ZDEAD');
      expect(read(answer)).toMatchObject({
        ok: true,
        as_of: isoDate(NEWEST),
        stale: ['ZDEAD'],
        unresolved: [],
        risk_flags: expect.arrayContaining([DEAD_FLAG]),
      });
      expect(read(await post(apiPath, 'ZDEAD'))).toMatchObject({ as_of: '2005-10-18', stale: ['ZDEAD'] });
      expect(read(await post(apiPath, 'AAPL'))).toMatchObject({ as_of: isoDate(NEWEST), stale: [] });
    },
  );

  it('is listed in the graph as well', async () => {
    const holdings = [{ ticker: 'AAPL' }, { ticker: 'ZDEAD' }];
    const answer = await server.graphql(
      key,
      `query ($h: [HoldingInput!]!) { portfolio(holdings: $h) { asOf stale riskFlags } portfolioOverlay(holdings: $h) { asOf stale riskFlags } }`,
      { h: holdings },
    );
    const expected = { asOf: isoDate(NEWEST), stale: ['ZDEAD'], riskFlags: expect.arrayContaining([DEAD_FLAG]) };
    expect(read(answer, 'data')).toMatchObject({ portfolio: expected, portfolioOverlay: expected });
  });

  it('is in the list of securities only if asked for', async () => {
    const listed = async (filter: string): Promise<unknown> =>
      read(
        await server.graphql(
          key,
          `{ securities(first: 100, filter: { search: "Z"${filter} }) { totalCount nodes { ticker isStale } } }`,
        ),
        'data',
        'securities',
      );
    const plain = (await listed('')) as { totalCount: number; nodes: { ticker: string; isStale: boolean }[] };
    const all = (await listed(', isStale: null')) as typeof plain;
    const old = (await listed(', isStale: true')) as typeof plain;
    expect(plain.nodes.some(({ isStale }) => isStale)).toBe(false);
    expect(all.nodes.filter(({ isStale }) => isStale).map(({ ticker }) => ticker)).toEqual(['ZDEAD', 'ZSIX']);
    expect(old.nodes).toEqual(all.nodes.filter(({ isStale }) => isStale));
    expect([all.totalCount, old.totalCount]).toEqual([plain.totalCount + 2, 2]);
  });

  it('is stale no longer once newer bars are imported', async () => {
    await importBars({ 'ZSIX.csv': rising(NEWEST) });
    const answer = await server.graphql(key, '{ security(ticker: "ZSIX") { isStale kind } }');
    expect(read(answer, 'data', 'security')).toEqual({ isStale: false, kind: 'EQUITY' });
  });
});

describe('a security of unknown kind', () => {
  it('is said to be unknown by the import, and answers for itself', async () => {
    const lines = await importBars({ 'ZFUND.csv': rising(NEWEST) });
    expect(lines.at(-1)).toBe(
      'Tickers of unknown kind, which measures of the market leave out: 1. Set the kind with --kind, a list of securities, or admin securities set.',
    );
    const answer = await server.graphql(
      key,
      '{ security(ticker: "ZFUND") { kind isStale signal { compositeScore } } securities(filter: { kind: UNKNOWN }) { nodes { ticker } } }',
    );
    expect(read(answer, 'data')).toMatchObject({
      security: { kind: 'UNKNOWN', isStale: false, signal: { compositeScore: expect.any(Number) } },
      securities: { nodes: [{ ticker: 'ZFUND' }] },
    });
  });

  it('is no signal gap, and is not recorded, until it is said to be an equity', async () => {
    const { composites } = server.runtime.store;
    expect([(await gaps()).includes('ZFUND'), (await composites.pendingSymbols()).includes('ZFUND')]).toEqual([
      false,
      false,
    ]);
    expect(await command('admin', 'securities', 'list', '--kind', 'unknown')).toEqual(['ZFUND  unknown  ZFUND']);
    expect(await command('admin', 'securities', 'set', 'zfund', '--kind', 'equity', '--sector', 'Utilities')).toEqual([
      'ZFUND  equity  ZFUND  Utilities',
    ]);
    expect([(await gaps()).includes('ZFUND'), (await composites.pendingSymbols()).includes('ZFUND')]).toEqual([
      true,
      true,
    ]);
    await command('admin', 'securities', 'set', 'ZFUND', '--kind', 'etf');
    expect((await gaps()).includes('ZFUND')).toBe(false);
  });

  it.each([
    [
      ['securities', 'set', 'NOSUCH', '--kind', 'etf'],
      'No security is stored for "NOSUCH"; import its bars or a list of securities.',
    ],
    [['securities', 'set', 'AAPL', '--kind', 'fund'], '--kind must be one of equity, etf, index, unknown, got "fund".'],
    [['securities', 'set', 'AAPL'], 'Give one ticker and what to change: securities set TICKER --kind etf.'],
  ])('is not set by a wrong command: %j', async (argv, message) => {
    const lines: string[] = [];
    const code = await runCommand('admin', SCRIPTS['admin'] ?? {}, argv, server.runtime, {
      print: (line) => lines.push(line),
      error: (line) => lines.push(line),
      progress: () => undefined,
    });
    expect([code, lines]).toEqual([1, [message]]);
  });
});
