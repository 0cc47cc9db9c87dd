import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import { readConfig } from '../bin/config.js';
import { openRuntime } from '../bin/runtime.js';
import { startServer } from '../bin/server.js';
import { utcDay } from '../calendar/days.js';
import { isSession } from '../calendar/nyse.js';
import { BENCHMARK } from '../engines/benchmark.js';
import { privateMarks } from '../engines/private-marks/private-mark.js';
import { companyRows } from '../sources/curated/corpus-rows.js';
import { readCorpus } from '../sources/curated/read-corpus.js';
import { readHistory } from '../sources/files/read-history.js';
import { readRowFile } from '../sources/files/row-import.js';
import { slugOf } from '../sources/private/company-slug.js';
import { rosterFormat, valuationOf, type RosterRow } from '../sources/private/roster-rows.js';
import { openStore, type Store } from '../store/open-store.js';
import { externalFile } from '../test/independent/datasets.js';
import { timed, timesOf } from './probe.js';

/*
 * The board of 3,000 marks over REST, against one SQL statement whose rows are turned into JSON without a model; and
 * what moving the last valuation with the market is worth, against letting it stand.
 */

const COMPANIES = Number(process.env['MARKED_COMPANIES'] ?? 3_000);
const COMPARABLES = 40;
const ROUNDS = 200;
const TODAY = utcDay(Date.now());

function sessions(count: number): Int32Array {
  const days: number[] = [];
  for (let day = TODAY - 1; days.length < count; day -= 1) if (isSession(day)) days.push(day);
  return Int32Array.from(days.reverse());
}

async function fill(store: Store): Promise<void> {
  const days = sessions(1_500);
  const tickers = [BENCHMARK, ...Array.from({ length: COMPARABLES }, (_, index) => `T${index}`)];
  const slugs = Array.from({ length: COMPANIES }, (_, index) => `company-${index}`);
  const profile = null;
  await store.db.transaction().execute(async (tx) => {
    await store.securities.upsert(
      tx,
      tickers.map((symbol) => ({ symbol, name: symbol, kind: 'equity', source: 'files' })),
    );
    await store.bars.replaceMany(
      tx,
      tickers.map((symbol, k) => {
        const close = Float64Array.from(days, (_, index) => 100 + 30 * Math.sin(index / (40 + k)) + index / 20);
        return {
          symbol,
          source: 'files',
          bars: { days, open: close, high: close, low: close, close, adjClose: close, volume: close },
        };
      }),
    );
    const empty = {
      tagline: null,
      sector: 'Software',
      founded: null,
      hq: null,
      employees: null,
      source: 'files',
      profile,
    };
    await store.privateCompanies.upsert(
      tx,
      slugs.map((slug) => ({ slug, name: slug, ...empty })),
    );
    await store.privateRounds.upsert(
      tx,
      slugs.flatMap((slug, index) =>
        Array.from({ length: 3 }, (_, k) => {
          const day = TODAY - 100 - 250 * k - (index % 97);
          return {
            slug,
            kind: 'round' as const,
            day,
            stage: `Series ${k}`,
            amountUsd: 1e8,
            postMoneyUsd: (1e9 * (1 + (index % 50))) / (k + 1),
            leadInvestors: ['Alder'],
            investors: ['Birch', 'Cedar'],
            confidence: 'reported' as const,
            asOfDay: day,
            sourceUrl: 'https://example.com/round',
            source: 'files',
          };
        }),
      ),
    );
    await store.secondaryEvents.upsert(
      tx,
      slugs
        .filter((_, index) => index % 5 === 0)
        .map((slug, index) => ({
          slug,
          day: TODAY - 1 - (index % 90),
          kind: 'tender' as const,
          confidence: 'reported' as const,
          impliedValuationUsd: 2e9,
          pricePerShare: null,
          sizeUsd: null,
          note: null,
          asOfDay: TODAY - 1,
          sourceUrl: 'https://example.com/event',
          source: 'files',
        })),
    );
    await store.privateRelations.upsert(
      tx,
      slugs.flatMap((slug, index) =>
        [0, 1, 2].map((k) => ({
          slug,
          relation: 'rival' as const,
          name: 'x',
          ticker: `T${(index + k) % COMPARABLES}`,
          otherSlug: null,
          rationale: 'x',
          asOfDay: TODAY,
          sourceUrl: 'https://example.com/rival',
          source: 'files',
        })),
      ),
    );
  });
}

/** The newest valuation of each company as JSON, by one statement. */
async function statement(store: Store): Promise<number> {
  const start = performance.now();
  const { rows } = await sql`
    select distinct on (c.slug) c.slug, c.name, r.post_money_usd as valuation_usd, r.day, r.confidence, r.source_url,
      (select json_agg(json_build_object('kind', e.kind, 'valuation_usd', e.implied_valuation_usd, 'day', e.day, 'source_url', e.source_url) order by e.day desc)
        from secondary_events e where e.slug = c.slug) as prints
    from private_companies c join private_rounds r on r.slug = c.slug where r.post_money_usd is not null
    order by c.slug, r.day desc`.execute(store.db);
  const bytes = JSON.stringify({ count: rows.length, total: rows.length, marks: rows });
  if (rows.length !== COMPANIES || bytes.length < 1_000) throw new Error(`The statement found ${rows.length} rows.`);
  return performance.now() - start;
}

async function speed(): Promise<void> {
  const scratch = await mkdtemp(path.join(tmpdir(), 'marketgraph-bench-'));
  const store = await openStore({ dataDir: scratch, cacheBytes: 100_000_000 });
  await fill(store).finally(() => store.close());
  const runtime = await openRuntime(
    readConfig({ SVC_DATA_DIR: scratch, PORT: '0', LOG_LEVEL: 'error', SVC_SOURCE: 'none' }),
  );
  const server = await startServer(runtime);
  server.readiness.isMarketLoaded = true;
  try {
    const { id } = await runtime.access.accounts.create({ tier: 'institutional', perMinute: 100_000 });
    const { secret } = await runtime.access.keys.create(id);
    const ask = (query: string): Promise<number> =>
      timed(() => fetch(`${server.url}/api/v1/private-companies/marks?${query}`, { headers: { 'X-API-Key': secret } }));
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const cold = await ask('limit=1');
    delay.disable();
    const whole = await ask('limit=all');
    const [ours, changing, theirs]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await ask('limit=all'));
      // Another filter each time: nothing is answered from the cache of responses.
      changing.push(
        await ask(`limit=all&updated_since=${new Date(Date.UTC(2000, 0, 1 + round)).toISOString().slice(0, 10)}`),
      );
      theirs.push(await statement(runtime.store));
    }
    console.log(`${COMPANIES} companies, embedded database`);
    console.log(
      `  first request, board computed in its thread    ${cold.toFixed(0)} ms; event loop blocked at most ${(delay.max / 1e6).toFixed(0)} ms`,
    );
    console.log(`  first answer with all marks                    ${whole.toFixed(0)} ms`);
    for (const [name, times] of [
      ['all marks, whole request', ours],
      ['the same, another filter each time', changing],
      ['one SQL statement and JSON, no model, no request', theirs],
    ] as const) {
      const { p50, p99 } = timesOf(times);
      console.log(`  ${name.padEnd(48)} p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
    }
    console.log(`  p50 of the statement over ours: ${(timesOf(theirs).p50 / timesOf(ours).p50).toFixed(1)}`);
  } finally {
    await server.close();
    await runtime.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

interface Outcome {
  readonly slug: string;
  readonly day: number;
  readonly listedUsd: number;
  readonly laterDay: number;
  readonly laterUsd: number;
}

async function rosterOf(file: string): Promise<readonly RosterRow[]> {
  return (await readRowFile(rosterFormat(undefined), file)).rows;
}

/** A later valuation of each company on the first list: on the second list, or in the curated rounds. */
async function outcomes(first: string, second: string): Promise<readonly Outcome[]> {
  const later = existsSync(second)
    ? (await rosterOf(second)).flatMap((row) => [{ slug: slugOf(row.name), day: row.day, usd: valuationOf(row) }])
    : readCorpus().companies.flatMap((file) =>
        companyRows(file).rounds.map(({ slug, day, postMoneyUsd }) => ({ slug, day, usd: postMoneyUsd })),
      );
  return (await rosterOf(first)).flatMap((row): Outcome[] => {
    const [listedUsd, slug] = [valuationOf(row), slugOf(row.name)];
    const next = later
      .filter((each) => each.slug === slug && each.day > row.day && each.usd !== null)
      .sort((one, other) => one.day - other.day)[0];
    return listedUsd === null || next === undefined || next.usd === null
      ? []
      : [{ slug, day: row.day, listedUsd, laterDay: next.day, laterUsd: next.usd }];
  });
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((one, other) => one - other);
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? NaN) + (sorted[Math.floor(half)] ?? NaN)) / 2;
};

/** How far marks from a list alone are from the next known valuation. */
async function worth(): Promise<void> {
  const [first, second, prices] = [
    externalFile('private', 'unicorns_2021-07.csv'),
    externalFile('private', 'unicorns_2022-03.csv'),
    externalFile('daily_etf_yahoo', 'SPY.csv'),
  ];
  if (![first, prices].every((file) => existsSync(file)))
    return console.log('  accuracy: left out, without the reference data (MARKETGRAPH_DATA)');
  const { bars } = await readHistory(prices, new Date());
  const benchmark = {
    days: Int32Array.from(bars, ({ day }) => day),
    adjClose: Float64Array.from(bars, ({ adjClose }) => adjClose),
  };
  const known = (await outcomes(first, second)).filter(({ laterDay }) => laterDay <= (benchmark.days.at(-1) ?? 0));
  const errors = known.map(({ day, listedUsd, laterDay, laterUsd }) => {
    const valuations = [
      { kind: 'list' as const, day, valuationUsd: listedUsd, confidence: 'reported' as const, sourceUrl: null },
    ];
    const [mark] = privateMarks(
      [{ valuations, prints: [], comparables: [] }],
      { closes: new Map(), benchmark },
      laterDay - 1,
    );
    return {
      ours: Math.abs(Math.log((mark?.valuationUsd ?? NaN) / laterUsd)),
      theirs: Math.abs(Math.log(listedUsd / laterUsd)),
      covered: mark !== null && mark !== undefined && mark.lowUsd <= laterUsd && laterUsd <= mark.highUsd,
    };
  });
  const [ours, theirs] = [
    median(errors.map(({ ours: error }) => error)),
    median(errors.map(({ theirs: error }) => error)),
  ];
  const against = existsSync(second) ? 'the list of March 2022' : 'the next curated round of the same companies';
  console.log(`Marks from the list of July 2021 alone against ${against}, n = ${errors.length}`);
  console.log(
    `  moved with the market: median absolute log error ${ours.toFixed(3)}; inside the range ${((errors.filter(({ covered }) => covered).length / errors.length) * 100).toFixed(0)}%`,
  );
  console.log(
    `  the last round stands: median absolute log error ${theirs.toFixed(3)}; ratio ${(theirs / ours).toFixed(2)}`,
  );
}

await speed();
await worth();
