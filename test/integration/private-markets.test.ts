import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TIERS, type Tier } from '../../access/tiers.js';
import type { NewPrivateStake } from '../../store/private-stakes.js';
import { allHeard } from '../../store/fixtures/databases.js';
import { read, type Answer } from '../support/http.js';
import { serverForFile } from '../support/in-process.js';
import { sqlCounter } from '../support/sql-counter.js';

const server = await serverForFile();
const { store } = server.runtime;
const MANY = { perMinute: 100_000 };
const keys = Object.fromEntries(
  await Promise.all(TIERS.map(async (tier) => [tier, (await server.newKey(tier, MANY)).key] as const)),
) as Readonly<Record<Tier, string>>;

const SOURCED = { asOfDay: 20_000, sourceUrl: 'https://example.com/forge' };
/** Listed companies of the demo market, each of which gets stakes in two invented companies. */
const HOLDERS = ['AAPL', 'MSFT', 'NVDA', 'JPM', 'KO', 'XOM', 'WMT', 'PG', 'V', 'HD'];
const SLUGS = ['forge-anvil', 'forge-bellows', 'forge-crucible'];

const stake = (slug: string, ticker: string, index: number): NewPrivateStake => ({
  slug,
  ticker,
  holder: `Holder ${ticker}`,
  stakePct: index % 3 === 0 ? null : index + 1,
  stakeValueUsd: index % 4 === 0 ? null : (index + 1) * 1e9,
  basis: 'share of the last round',
  class: 'reported',
  holderMarketCapUsd: index % 5 === 0 ? null : 1e12,
  holderMarketCapDay: index % 5 === 0 ? null : 20_000,
  holderMarketCapSourceUrl: index % 5 === 0 ? null : SOURCED.sourceUrl,
  isCommitted: false,
  source: 'files',
  ...SOURCED,
});

beforeAll(async () => {
  await store.db.transaction().execute(async (tx) => {
    await store.privateCompanies.upsert(
      tx,
      SLUGS.map((slug) => ({
        slug,
        name: `Company ${slug}`,
        tagline: null,
        sector: 'Robotics',
        founded: null,
        hq: null,
        employees: null,
        source: 'files',
      })),
    );
    await store.privateStakes.upsert(
      tx,
      HOLDERS.flatMap((ticker, index) => [
        stake('forge-anvil', ticker, index),
        stake('forge-bellows', ticker, index + 1),
      ]),
    );
    await store.privateRelations.upsert(tx, [
      ...SLUGS.map((slug, index) => ({
        slug,
        relation: 'rival' as const,
        name: 'Its rival',
        ticker: null,
        otherSlug: SLUGS[(index + 1) % SLUGS.length] ?? null,
        rationale: 'Sells the same',
        source: 'files',
        ...SOURCED,
      })),
      ...SLUGS.flatMap((slug) =>
        ['AAPL', 'MSFT'].map((ticker) => ({
          slug,
          relation: 'customer' as const,
          name: `Customer ${ticker}`,
          ticker,
          otherSlug: null,
          rationale: 'Buys from it',
          source: 'files',
          ...SOURCED,
        })),
      ),
    ]);
  });
  await allHeard(store);
});

const ask = (tier: Tier, path: string): Promise<Answer> => server.call(`/api/v1${path}`, { key: keys[tier] });
const outcome = (answer: Answer): string => `${answer.status} ${String(read(answer, 'error'))}`;

describe('the stake map', () => {
  it('of one company is open to every tier, the board and the holders to Pro', async () => {
    for (const tier of TIERS) {
      const isPro = tier === 'pro' || tier === 'institutional';
      expect((await ask(tier, '/private-companies/stake-map?slug=forge-anvil')).status).toBe(200);
      expect((await ask(tier, '/private-companies/stake-map')).status).toBe(isPro ? 200 : 403);
      expect((await ask(tier, '/private-companies/stake-map?view=holders')).status).toBe(isPro ? 200 : 403);
    }
  });

  it('of the slug form has the same gate in the graph, under aliases too', async () => {
    const query =
      '{ one: privateCompany(slug: "forge-anvil") { name stakes { totalCount } } two: privateCompany(slug: "forge-bellows") { stakes(first: 1) { nodes { stakePct } } profile { ceo: chiefExecutive } } board: privateStakes { totalCount } holders: stakeHolders { totalCount } }';
    const answer = await server.graphql(keys.free, query);
    const codes = (
      read(answer, 'errors') as { readonly path: readonly string[]; readonly extensions: { readonly code: string } }[]
    ).map(({ path, extensions }) => `${path.join('.')} ${extensions.code}`);
    expect(codes.sort()).toEqual(['board TIER_REQUIRED', 'holders TIER_REQUIRED', 'two.profile TIER_REQUIRED']);
    expect(read(answer, 'data', 'one')).toEqual({ name: 'Company forge-anvil', stakes: { totalCount: 10 } });
  });

  it('has the exposure of 10,000 USD where both sizes are known, leaves unknown sizes out, and never has zeros for them', async () => {
    const stakes = read(
      await ask('free', '/private-companies/stake-map?slug=forge-anvil'),
      'stakes',
    ) as readonly Readonly<Record<string, unknown>>[];
    const of = (ticker: string): Readonly<Record<string, unknown>> | undefined =>
      stakes.find((row) => read(row, 'holder', 'ticker') === ticker);
    expect(of('NVDA')).toMatchObject({
      stake_pct: 3,
      stake_value_usd: 3e9,
      exposure_per_10k_usd: 30,
      class: 'reported',
      as_of: '2024-10-04',
    });
    // The first holder has none of the figures.
    expect(Object.keys(of('AAPL') ?? {})).not.toContain('stake_pct');
    expect(of('AAPL')).toMatchObject({ exposure_per_10k_usd: null });
  });

  it.each(['value', 'holders', 'fresh'])(
    'in the order %s has every stake once over its pages, and `all` has them at once',
    async (sort) => {
      const whole = await ask('pro', `/private-companies/stake-map?sort=${sort}&limit=all`);
      const seen: unknown[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Answer = await ask(
          'pro',
          `/private-companies/stake-map?sort=${sort}&limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        seen.push(...(read(page, 'stakes') as readonly unknown[]));
        cursor = read(page, 'next_cursor') as string | null;
      }
      expect(seen).toEqual(read(whole, 'stakes'));
      expect(read(whole, 'total')).toBe(seen.length);
      expect(read(whole, 'next_cursor')).toBeNull();
    },
  );

  it('sorts values down with unknown ones last', async () => {
    const stakes = read(await ask('pro', '/private-companies/stake-map?limit=all'), 'stakes') as readonly {
      readonly stake_value_usd?: number;
    }[];
    const values = stakes.map(({ stake_value_usd: value }) => value ?? -1);
    expect(values).toEqual([...values].sort((one, other) => other - one));
  });

  it('by holder sums the known values of each', async () => {
    const holders = read(
      await ask('pro', '/private-companies/stake-map?view=holders&limit=all'),
      'holders',
    ) as readonly Readonly<Record<string, unknown>>[];
    const ko = holders.find(({ ticker }) => ticker === 'KO');
    expect(ko).toMatchObject({ ticker: 'KO', stake_count: 2, stake_value_usd: 6e9 });
    expect(ko?.['stakes']).toHaveLength(2);
  });

  it.each([
    ['/private-companies/stake-map?limit=0', '400 invalid_parameter'],
    ['/private-companies/stake-map?limit=1001', '400 invalid_parameter'],
    ['/private-companies/stake-map?limit=ALL', '400 invalid_parameter'],
    ['/private-companies/stake-map?slug=forge-anvil&limit=all', '200 undefined'],
    ['/private-companies/stake-map?slug=forge-anvil&limit=1001', '400 invalid_parameter'],
    ['/private-companies/stake-map?view=board', '400 invalid_parameter'],
    ['/private-companies/stake-map?view=', '400 invalid_parameter'],
    ['/private-companies/stake-map?slug=forge-anvil&view=holders', '400 invalid_parameter'],
    ['/private-companies/stake-map?slug=forge-anvil&view=board', '400 invalid_parameter'],
    ['/private-companies/stake-map?slug=forge-anvil&sort=size', '400 invalid_parameter'],
    ['/private-companies/ipo-readiness?slug=stripe&limit=41', '400 invalid_parameter'],
    ['/private-companies/ipo-readiness?slug=stripe&limit=2&sector=Space', '200 undefined'],
    ['/private-companies/liquidity?slug=stripe&limit=0', '400 invalid_parameter'],
    ['/private-companies/stake-map?slug=', '400 missing_parameter'],
    ['/private-companies/stake-map?slug=nobody', '404 not_found'],
    ['/private-companies/stake-map?slug=forge-crucible', '404 not_found'],
    ['/private-companies/stake-map?slug=%D1%8F%D0%BD%D0%B4%D0%B5%D0%BA%D1%81', '404 not_found'],
    ['/private-companies/stake-map?cursor=nonsense', '400 invalid_parameter'],
    ['/private-companies/stake-map?sort=size', '400 invalid_parameter'],
    ['/private-companies/nobody', '404 not_found'],
    ['/investors/nobody', '404 not_found'],
    ['/investors/list?firm_type=Angel', '400 invalid_parameter'],
    ['/readthrough-basket?slug=forge-anvil&max=11', '400 invalid_parameter'],
    ['/readthrough-basket?slug=nobody', '404 not_found'],
    ['/readthrough-basket', '400 missing_parameter'],
  ])('%s is %s', async (path, expected) => {
    expect(outcome(await ask('pro', path))).toBe(expected);
  });

  it('names the tier before a wrong view', async () => {
    expect(outcome(await ask('free', '/private-companies/stake-map?view=x'))).toBe('403 tier_required');
  });

  it('takes the order of the stakes of one company', async () => {
    const tickersIn = async (sort: string) =>
      (
        read(await ask('pro', `/private-companies/stake-map?slug=forge-anvil&sort=${sort}`), 'stakes') as readonly {
          readonly holder: { readonly ticker: string };
        }[]
      ).map(({ holder }) => holder.ticker);
    expect(await tickersIn('holders')).toEqual([...(await tickersIn('value'))].sort());
  });

  it('refuses the cursor of another order', async () => {
    const cursor = String(read(await ask('pro', '/private-companies/stake-map?limit=1'), 'next_cursor'));
    expect(outcome(await ask('pro', `/private-companies/stake-map?limit=1&sort=fresh&cursor=${cursor}`))).toBe(
      '400 invalid_parameter',
    );
  });
});

describe('the read-through basket', () => {
  it('has equal weights, the relation and the signal of each, and costs one unit', async () => {
    const { key } = await server.newKey('pro', MANY);
    const answer = await server.call('/api/v1/readthrough-basket?slug=forge-anvil', { key });
    expect(read(answer, 'constituents')).toEqual(
      ['AAPL', 'MSFT'].map((ticker) =>
        expect.objectContaining({
          ticker,
          relation: 'customer',
          weight_pct: 50,
          signal: { label: expect.any(String), composite_score: expect.any(Number) },
          source_url: SOURCED.sourceUrl,
        }),
      ),
    );
    expect(read(answer, 'roll_up', 'coverage')).toBe(1);
    expect([answer.headers['x-data-source'], read(answer, 'demo'), read(answer, 'api_version')]).toEqual([
      'files, simulated',
      false,
      'v1',
    ]);
  });

  it('of the demo needs no slug and is fictional throughout', async () => {
    const answer = await ask('pro', '/readthrough-basket?demo=1&max=5');
    expect([read(answer, 'demo'), read(answer, 'constituents')]).toEqual([true, expect.any(Array)]);
    for (const row of read(answer, 'constituents') as readonly { readonly name: string }[])
      expect(row.name).toContain('(fictional)');
    expect(outcome(await ask('free', '/readthrough-basket?demo=1'))).toBe('403 tier_required');
  });
});

describe('profiles', () => {
  it('are of Pro in the graph, field by field, and a name is open', async () => {
    const answer = await server.graphql(keys.free, '{ privateCompany(slug: "stripe") { name sector } }');
    expect(read(answer, 'data', 'privateCompany')).toEqual({ name: 'Stripe', sector: null });
    expect((read(answer, 'errors') as readonly unknown[]).length).toBe(1);
  });

  it('have a source and a day for each fact that they tell', async () => {
    const profile = await ask('pro', '/private-companies/stripe');
    const facts = read(profile, 'facts') as readonly {
      readonly field: string;
      readonly as_of: string;
      readonly source_url: string;
    }[];
    expect(facts.length).toBeGreaterThan(3);
    for (const { as_of: asOf, source_url: address } of facts) {
      expect(asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(address).toMatch(/^https?:\/\//);
    }
    for (const { field } of facts) expect(read(profile, field)).not.toBeNull();
    expect(profile.headers['x-data-source']).toBe('curated');
    expect(read(await ask('pro', '/private-companies/brex'), 'last_round')).toMatchObject({
      date: '2022-07-02',
      date_precision: 'year',
    });
    const query =
      '{ privateCompany(slug: "brex") { profile { valuationAsOfPrecision lastRound { date datePrecision } facts { field asOf asOfPrecision } } } }';
    expect(read(await server.graphql(keys.pro, query), 'data', 'privateCompany', 'profile')).toMatchObject({
      valuationAsOfPrecision: 'DAY',
      lastRound: { date: '2022-07-02', datePrecision: 'YEAR' },
      facts: expect.arrayContaining([{ field: 'founded', asOf: '2026-01-22', asOfPrecision: 'DAY' }]) as unknown,
    });
  });

  it('are nodes with global ids', async () => {
    const { privateCompany, investor } = read(
      await server.graphql(keys.pro, '{ privateCompany(slug: "stripe") { id } investor(slug: "temasek") { id } }'),
      'data',
    ) as Readonly<Record<string, { readonly id: string }>>;
    for (const [id, name] of [
      [privateCompany?.id, 'Stripe'],
      [investor?.id, 'Temasek'],
    ]) {
      const answer = await server.graphql(
        keys.pro,
        `{ node(id: "${id}") { ... on PrivateCompany { name } ... on Investor { name } } }`,
      );
      expect(read(answer, 'data', 'node')).toEqual({ name });
    }
  });
});

describe('the way from holders to their stakes, companies, rivals and signals', () => {
  const walk = (tickers: readonly string[]): string =>
    `{ securitiesByTicker(tickers: ${JSON.stringify(tickers)}) { ticker privateStakes { stakeValueUsd company { name rivals { name readthroughBasket { rollUp { compositeScore } } } relations { security { ticker signal { label } } } } } } }`;
  const counter = sqlCounter(store.pool);
  afterAll(() => counter.stop());

  it('takes the same queries for ten holders as for two', async () => {
    const readBy = async (tickers: readonly string[]): Promise<readonly string[]> => {
      // Any write makes what is cached stale.
      await store.privateStakes.upsert(store.db, [stake('forge-anvil', 'AAPL', 0)]);
      await allHeard(store);
      counter.take();
      const answer = await server.graphql(keys.institutional, walk(tickers));
      expect(read(answer, 'errors')).toBeUndefined();
      return counter.take().filter((table) => table.startsWith('private_'));
    };
    const two = await readBy(HOLDERS.slice(0, 2));
    expect(await readBy(HOLDERS)).toEqual(two);
    expect(two.filter((table) => table === 'private_stakes')).toHaveLength(1);
    expect(two.length).toBeLessThanOrEqual(6);
  });
});
