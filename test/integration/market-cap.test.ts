import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { dayOf } from '../../calendar/days.js';
import { IMPORT as BARS } from '../../sources/files/import-bars.js';
import { IMPORT as EARNINGS } from '../../sources/files/import-earnings.js';
import { importFiles, type FileImport } from '../../sources/files/import-files.js';
import { allHeard } from '../../store/fixtures/databases.js';
import { externalFile, hasExternalData } from '../independent/datasets.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { scratchDir } from '../support/scratch.js';

const server = await serverForFile();
const { store } = server.runtime;
const { key } = await server.newKey('institutional', { perMinute: 100_000 });
const get = (path: string): Promise<Answer> => server.call(`/api/v1/${path}`, { key });
beforeEach(() => server.nextMinute());

describe('in the simulated market', () => {
  it('an invented holder of an invented company has a size and an exposure, both labelled', async () => {
    const answer = await get('private-companies/stake-map?slug=foxglove-launch');
    const [stake] = read(answer, 'stakes') as readonly Readonly<Record<string, unknown>>[];
    expect(stake).toMatchObject({
      company: 'Foxglove Launch (invented)',
      holder: { ticker: 'SIMPG', name: 'Tidepool Private Growth Fund (invented)' },
      stake_value_usd: 18.6e6,
    });
    expect(answer.headers['x-data-source']).toBe('simulated');
    const graph = await server.graphql(
      key,
      '{ privateCompany(slug: "foxglove-launch") { stakes { nodes { exposurePer10kUsd holderMarketCapUsd holderMarketCapAsOf } } } security(ticker: "SIMPG") { name } }',
    );
    const close = (await store.bars.load(['SIMPG'])).get('SIMPG')?.bars.close.at(-1) ?? 0;
    expect(close).toBeGreaterThan(0);
    expect(read(graph, 'data', 'security', 'name')).toContain('(invented)');
    expect(read(graph, 'data', 'privateCompany', 'stakes', 'nodes', 0)).toMatchObject({
      holderMarketCapUsd: expect.closeTo(12e6 * close, -4),
      holderMarketCapAsOf: '2026-01-02',
    });
    expect(stake?.['exposure_per_10k_usd']).toBeCloseTo((10_000 * 18.6e6) / (12e6 * close), 0);
  });

  it('real holders have none: their closes are invented', async () => {
    const stakes = read(await get('private-companies/stake-map?limit=all'), 'stakes') as readonly {
      readonly holder: { readonly ticker: string };
      readonly exposure_per_10k_usd: number | null;
    }[];
    expect(
      stakes.filter(({ exposure_per_10k_usd: exposure }) => exposure !== null).map(({ holder }) => holder.ticker),
    ).toEqual(['SIMPG']);
    const swing = await get('swing-signal?ticker=AAPL');
    expect([read(swing, 'market_cap'), read(swing, 'missing')]).toEqual([
      null,
      [
        {
          value: 'market_cap',
          reason: "No number of shares that was known on the day is stored, and no vendor's market value of that week.",
        },
      ],
    ]);
    const fields = 'marketCap sector pillars { flow { score } sentiment { score } } missing { value }';
    const graph = await server.graphql(key, `{ security(ticker: "SIMPG") { swingSignal { ${fields} } } }`);
    const { missing, pillars, sector, marketCap } = read(graph, 'data', 'security', 'swingSignal') as {
      missing: readonly { readonly value: string }[];
      pillars: Readonly<Record<string, unknown>>;
      sector: unknown;
      marketCap: unknown;
    };
    const [flow, sentiment] = [pillars['flow'], pillars['sentiment']];
    const isNull = {
      FLOW: flow === null,
      SENTIMENT: sentiment === null,
      MARKET_CAP: marketCap === null,
      SECTOR: sector === null,
    };
    expect(missing.map(({ value }) => value)).toEqual(
      Object.entries(isNull).flatMap(([value, is]) => (is ? [value] : [])),
    );
  });
});

(hasExternalData ? describe : describe.skip)('of real companies', () => {
  const importing = async (kind: FileImport, ...files: readonly string[]): Promise<void> => {
    const { files: reports } = await importFiles(store, kind, files, {
      strict: false,
      now: () => new Date(server.clock.nowMs),
    });
    expect(reports.map(({ error }) => error)).toEqual(files.map(() => undefined));
  };
  const stake = (ticker: string, stakeValueUsd: number | null) => ({
    slug: 'stripe',
    ticker,
    holder: ticker,
    stakePct: null,
    stakeValueUsd,
    basis: 'told',
    holderMarketCapUsd: null,
    holderMarketCapDay: null,
    holderMarketCapSourceUrl: null,
    isCommitted: false,
    class: 'disclosed' as const,
    asOfDay: dayOf(2025, 1, 1),
    sourceUrl: 'https://example.com',
    source: 'curated',
  });
  const exposures = async (): Promise<Readonly<Record<string, unknown>>> => {
    const stakes = read(await get('private-companies/stake-map?slug=stripe'), 'stakes') as readonly {
      readonly holder: { readonly ticker: string };
      readonly exposure_per_10k_usd: unknown;
    }[];
    return Object.fromEntries(stakes.map(({ holder, exposure_per_10k_usd: exposure }) => [holder.ticker, exposure]));
  };

  beforeAll(async () => {
    await store.db
      .transaction()
      .execute((tx) =>
        store.privateStakes.upsert(tx, [stake('AAPL', 4e9), stake('NVDA', 3e9), stake('MSFT', 5e9), stake('KO', null)]),
      );
    const folder = await scratchDir();
    await mkdir(path.join(folder, 'bars'), { recursive: true });
    for (const ticker of ['AAPL', 'NVDA', 'MSFT'])
      await copyFile(externalFile('daily_recent_yahoo', `${ticker}.csv`), path.join(folder, 'bars', `${ticker}.csv`));
    for (const [ticker, name] of [
      ['AAPL', 'CIK0000320193.json'],
      ['NVDA', 'CIK0001045810.json'],
    ] as const)
      await copyFile(externalFile('sec_edgar', 'companyfacts', name), path.join(folder, `${ticker}.json`));
    await importing(EARNINGS, path.join(folder, 'AAPL.json'), path.join(folder, 'NVDA.json'));
    await allHeard(store);
    // Shares alone, beside invented closes.
    expect(await exposures()).toMatchObject({ AAPL: null, NVDA: null });
    await importing(BARS, ...['AAPL', 'NVDA', 'MSFT'].map((ticker) => path.join(folder, 'bars', `${ticker}.csv`)));
    await allHeard(store);
  });

  it('the exposure is 10,000 USD times the stake over shares and last close, null where one side is not disclosed', async () => {
    // The last closes are of 28 January 2025; the covers of the reports filed by now count the shares of 17 January
    // 2025 (Apple: 15,022,073,000), and of 15 November 2024 (NVIDIA: 24,490,000,000).
    const known = await exposures();
    expect(known['AAPL']).toBeCloseTo((10_000 * 4e9) / (15_022_073_000 * 238.259995), 2);
    expect(known['NVDA']).toBeCloseTo((10_000 * 3e9) / (24_490_000_000 * 128.990005), 2);
    expect([known['MSFT'], known['KO']]).toEqual([null, null]);
    const graph = await server.graphql(
      key,
      '{ security(ticker: "AAPL") { privateStakes { holderMarketCapUsd holderMarketCapAsOf } } }',
    );
    expect(read(graph, 'data', 'security', 'privateStakes', 0)).toEqual({
      holderMarketCapUsd: expect.closeTo(3_579_159_037_870, -6),
      holderMarketCapAsOf: '2025-01-28',
    });
  });

  it('the swing signal has the value that was known at its session: the report of 31 January was not filed yet', async () => {
    const signal = await get('swing-signal?ticker=AAPL');
    expect(Date.parse(String(read(signal, 'as_of')))).toBeLessThan(Date.UTC(2025, 0, 30));
    expect(Number(read(signal, 'market_cap'))).toBeCloseTo(15_115_823_000 * 238.259995, -6);
    expect(read(await get('swing-signal?ticker=MSFT'), 'market_cap')).toBeNull();
  });

  it("without shares, a vendor's value of the week counts, and never where shares are stored or prices are invented", async () => {
    const tell = async (ticker: string, day: number): Promise<void> => {
      const value = { ticker, day, usd: 3.2e12, source: 'yahoo', knownAt: new Date(server.clock.nowMs) };
      await store.db.transaction().execute((tx) => store.marketValues.save(tx, value));
      await allHeard(store);
    };
    await tell('MSFT', dayOf(2025, 1, 16));
    expect(read(await get('swing-signal?ticker=MSFT'), 'market_cap')).toBeNull();
    for (const ticker of ['MSFT', 'AAPL', 'IBM']) await tell(ticker, dayOf(2025, 1, 29));
    const signal = await get('swing-signal?ticker=MSFT');
    expect([read(signal, 'market_cap'), read(signal, 'missing')]).toEqual([
      3.2e12,
      expect.not.arrayContaining([expect.objectContaining({ value: 'market_cap' })]),
    ]);
    expect(signal.headers['x-data-source']).toContain('yahoo');
    expect(Number(read(await get('swing-signal?ticker=AAPL'), 'market_cap'))).toBeCloseTo(
      15_115_823_000 * 238.259995,
      -6,
    );
    await tell('IBM', dayOf(2026, 1, 2));
    expect(read(await get('swing-signal?ticker=IBM'), 'market_cap')).toBeNull();
    // An exposure is of the present, so that a value of a year ago is none.
    expect((await exposures())['MSFT']).toBeNull();
    await tell('MSFT', dayOf(2026, 1, 2));
    expect((await exposures())['MSFT']).toBeCloseTo((10_000 * 5e9) / 3.2e12, 1);
  });
});
