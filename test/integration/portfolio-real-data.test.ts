import { beforeAll, describe, expect, it } from '@jest/globals';
import { externalFile, hasExternalData } from '../independent/datasets.js';
import { call, read, type Answer } from '../support/http.js';
import { programsForFile } from '../support/programs.js';
import { removeScratchAtEnd, scratchDir } from '../support/scratch.js';

const LARGE_CAPS = [
  'AAPL',
  'ABBV',
  'AMZN',
  'AVGO',
  'BAC',
  'BRK-B',
  'COST',
  'CSCO',
  'CVX',
  'GE',
  'GOOGL',
  'HD',
  'JNJ',
  'JPM',
  'KO',
  'LLY',
  'META',
  'MSFT',
  'NFLX',
  'NVDA',
  'PG',
  'TSLA',
  'UNH',
  'WMT',
  'XOM',
];

const programs = programsForFile();
removeScratchAtEnd();

const describeExternal = hasExternalData ? describe : describe.skip;

describeExternal('25 large caps, imported', () => {
  let url = '';
  let key = '';
  beforeAll(async () => {
    const environment = { SVC_DATA_DIR: await scratchDir() };
    const files = LARGE_CAPS.map((ticker) => externalFile('daily_recent_yahoo', `${ticker}.csv`));
    const { code, stdout } = await programs.run(
      'import',
      ['bars', ...files, externalFile('daily_etf_yahoo', 'SPY.csv')],
      environment,
    );
    if (code !== 0) throw new Error(`the import failed: ${stdout}`);
    ({ url } = await programs.server({ ...environment, SVC_SOURCE: 'none' }));
    ({ key } = await programs.newKey(environment, '--tier', 'institutional'));
  });
  const post = (apiPath: string, body: object): Promise<Answer> =>
    call(url, `/api/v1${apiPath}`, { method: 'POST', key, body });

  it('roll up: of equal weights HHI is 1/25, and every name is resolved', async () => {
    const answer = await post('/portfolio', { holdings: LARGE_CAPS.map((ticker) => ({ ticker })) });
    expect([answer.status, answer.headers['x-data-source']]).toEqual([200, 'files']);
    expect(read(answer)).toMatchObject({
      ok: true,
      n_positions: 25,
      unresolved: [],
      concentration: { hhi: 1 / 25, effective_positions: 25 },
    });
    const mix = Object.values(read(answer, 'signal_mix') as Record<string, number>);
    expect(mix.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 5);
  });

  it.each([undefined, 'auto', 'stressed'])('are simulated from their own days, regime %s', async (regime) => {
    const positions = LARGE_CAPS.map((ticker) => ({ ticker, value_usd: 4_000 }));
    const answer = await post('/simulate', {
      positions,
      lookback_years: 4,
      ...(regime === undefined ? {} : { regime }),
    });
    expect([answer.status, answer.headers['x-data-source']]).toEqual([200, 'files']);
    expect(read(answer, 'cone')).toHaveLength(127);
    // Half a year of a broad portfolio of large caps: its 90 percent range is neither a point nor a lottery.
    const width = Number(read(answer, 'terminal', 'p95_pct')) - Number(read(answer, 'terminal', 'p5_pct'));
    expect(width > 15 && width < 150).toBe(true);
    expect(read(answer, 'confidence', 'reasons')).not.toHaveLength(0);
  });
});
