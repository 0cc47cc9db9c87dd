import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rankInvestors, type FitCriteria, type FitFirm } from '../engines/investor-fit/investor-fit.js';
import { placeOf } from '../engines/investor-fit/places.js';
import { SECTOR_NAMES } from '../engines/investor-fit/sectors.js';
import { STAGE_NAMES } from '../engines/investor-fit/stages.js';
import { seededRandom } from '../sources/simulated/random.js';
import { openStore } from '../store/open-store.js';

/* Ranking 1,000 invented firms against one SQL statement that orders as many stored rows by assets. */

const FIRMS = 1000;
const RUNS = 200;
const TODAY = 20_455;

const random = seededRandom(7, 0, 0);
const one = <Value>(from: readonly Value[]): Value => from[Math.floor(random() * from.length)] as Value;
const some = <Value>(from: readonly Value[]): readonly Value[] => from.filter(() => random() < 0.3);

const firms = Array.from({ length: FIRMS }, (_, index): FitFirm => ({
  slug: `firm-${String(index).padStart(4, '0')}`,
  firmType: one(['VC', 'Growth/PE', 'Strategic/CVC', 'Sovereign'] as const),
  aumUsd: 10 ** (7 + 4 * random()),
  fund: random() < 0.5 ? null : { sizeUsd: 10 ** (7 + 2 * random()), year: 2019 + Math.floor(7 * random()) },
  checkMinUsd: random() < 0.5 ? null : 10 ** (5 + 2 * random()),
  checkMaxUsd: null,
  sectorFocus: some(SECTOR_NAMES),
  stageFocus: some(STAGE_NAMES),
  places: { focus: some(['Europe', 'India', 'United States', 'Global']), country: one(['DE', 'US', 'IN', null]) },
  investments: Array.from({ length: 20 }, (_each, at) => ({
    day: TODAY - Math.floor(1500 * random()),
    company: `c${at % 12}`,
  })),
}));
const criteria: FitCriteria = {
  sector: 'Fintech',
  stage: 'Seed',
  geography: placeOf('Europe') ?? null,
  raisingUsd: 2e7,
};

/** The median of some runs, in milliseconds. */
async function median(run: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let each = 0; each < RUNS; each += 1) {
    const start = performance.now();
    await run();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[RUNS >> 1] ?? Number.NaN;
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'investor-fit-'));
const store = await openStore({ dataDir });
await store.db.transaction().execute((tx) =>
  store.investors.upsert(
    tx,
    firms.map(({ slug, firmType, aumUsd }) => ({
      slug,
      name: slug,
      firmType,
      founded: null,
      aumUsd,
      source: 'bench',
      profile: {
        aliases: [],
        tags: [],
        newsTopics: [],
        shortName: null,
        tagline: null,
        subtype: null,
        headquarters: null,
        country: null,
        geoFocus: [],
        website: null,
        activeFund: null,
        stageFocus: [],
        sectorFocus: [],
        smallestInvestmentUsd: null,
        largestInvestmentUsd: null,
        notablePartners: [],
        notablePortfolio: [],
        exitsHighlight: [],
        recentInvestments: [],
        facts: {},
      },
    })),
  ),
);
const ranking = await median(() => rankInvestors(firms, criteria, TODAY).slice(0, 25));
const statement = await median(() =>
  store.db.selectFrom('investors').select(['slug', 'aumUsd']).orderBy('aumUsd', 'desc').limit(25).execute(),
);
await store.close();
await rm(dataDir, { recursive: true, force: true });
console.log(`${FIRMS} firms ranked on six axes, with reasons: ${ranking.toFixed(2)} ms`);
console.log(`  the first 25 of ${FIRMS} rows by assets, one SQL statement: ${statement.toFixed(2)} ms`);
console.log(`  ranking / statement: ${(ranking / statement).toFixed(1)}`);
