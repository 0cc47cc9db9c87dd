import { parseIsoDate, utcDay } from '../../calendar/days.js';
import { EMPTY_PROFILE } from '../../store/company-profile.js';
import type { NewPrivateCompany } from '../../store/private-companies.js';
import { privateRound, type NewPrivateRound } from '../../store/private-rounds.js';
import type { NewPrivateStake } from '../../store/private-stakes.js';
import type { NewShares } from '../../store/shares-outstanding.js';
import { SIMULATED, type SimulatedRows } from './simulated-rows.js';

interface Invented {
  readonly slug: string;
  readonly name: string;
  readonly tagline: string;
  readonly sector: string;
  readonly founded: number;
  readonly headquarters: string;
  readonly asOf: string;
  /** Its last round. */
  readonly stage: string;
  readonly amountUsd: number;
  readonly postMoneyUsd: number;
  readonly lead: string;
}

/** Invented throughout, as is the news about them; each is meant to be nobody. */
const COMPANIES: readonly Invented[] = [
  {
    slug: 'foxglove-launch',
    name: 'Foxglove Launch (invented)',
    tagline: 'Invented: rockets for small satellites',
    sector: 'Space',
    founded: 2018,
    headquarters: 'Lanternfish Bay (invented)',
    asOf: '2024-06-12',
    stage: 'Series B',
    amountUsd: 45e6,
    postMoneyUsd: 310e6,
    lead: 'Orrery Growth (invented)',
  },
  {
    slug: 'ironquill',
    name: 'Ironquill (invented)',
    tagline: 'Invented: robots that sort parcels',
    sector: 'Robotics',
    founded: 2019,
    headquarters: 'Lanternfish Bay (invented)',
    asOf: '2024-09-03',
    stage: 'Series A',
    amountUsd: 18e6,
    postMoneyUsd: 90e6,
    lead: 'Stonecrop Capital (invented)',
  },
];

const sourceUrlOf = ({ slug }: Invented): string => `https://demo.example/${slug}`;

function companyRow(company: Invented): NewPrivateCompany {
  const { slug, name, tagline, sector, founded, headquarters: hq, asOf, amountUsd } = company;
  const fact = { asOf, sourceUrl: sourceUrlOf(company) };
  return {
    slug,
    name,
    tagline,
    sector,
    founded,
    hq,
    employees: null,
    source: SIMULATED,
    profile: {
      ...EMPTY_PROFILE,
      totalRaisedUsd: amountUsd,
      ipoStatus: 'private',
      facts: { tagline: fact, sector: fact, founded: fact, headquarters: fact, totalRaisedUsd: fact, ipoStatus: fact },
    },
  };
}

function roundRow(company: Invented): NewPrivateRound {
  const { slug, asOf, stage, amountUsd, postMoneyUsd, lead } = company;
  const day = parseIsoDate(asOf) ?? 0;
  const round = privateRound.parse({
    slug,
    kind: 'round',
    day,
    stage,
    amountUsd,
    postMoneyUsd,
    leadInvestors: [lead],
    investors: [],
    confidence: 'disclosed',
    asOfDay: day,
    sourceUrl: sourceUrlOf(company),
  });
  return { ...round, source: SIMULATED };
}

/** The fund of the demo market, of invented shares, that holds a part of the first company. */
const HOLDER = { ticker: 'SIMPG', holder: 'Tidepool Private Growth Fund (invented)', shares: 12e6 } as const;
const STAKE_PCT = 6;
/** Days between the counts of the fund's shares. */
const QUARTER_DAYS = 91;

function stakeRow(company: Invented): NewPrivateStake {
  const { slug, asOf, postMoneyUsd } = company;
  const { ticker, holder } = HOLDER;
  return {
    slug,
    ticker,
    holder,
    stakePct: STAKE_PCT,
    stakeValueUsd: (postMoneyUsd * STAKE_PCT) / 100,
    basis: 'share of the last round (invented)',
    holderMarketCapUsd: null,
    holderMarketCapDay: null,
    holderMarketCapSourceUrl: null,
    isCommitted: false,
    class: 'disclosed',
    asOfDay: parseIsoDate(asOf) ?? 0,
    sourceUrl: sourceUrlOf(company),
    source: SIMULATED,
  };
}

/** The fund's shares, as of the last quarter of so many days. */
function sharesRow(now: Date): NewShares {
  const day = Math.floor(utcDay(now.getTime()) / QUARTER_DAYS) * QUARTER_DAYS;
  const { ticker, shares } = HOLDER;
  return {
    ticker,
    accession: `SIMULATED-${ticker}`,
    form: 'N-CSR',
    day,
    shares,
    classes: 1,
    filingDay: day,
    source: SIMULATED,
  };
}

/** The demo market's private companies, so that it shows what invented news change; they change no other company. */
export const SIMULATED_ROWS: SimulatedRows = async ({ store, tx, now, isFirst }) => {
  await store.sharesOutstanding.replace(tx, HOLDER.ticker, [sharesRow(now)]);
  if (!isFirst) return;
  await store.privateCompanies.removeSource(tx, SIMULATED);
  await store.privateRounds.removeSource(tx, SIMULATED);
  await store.privateCompanies.upsert(tx, COMPANIES.map(companyRow));
  await store.privateRounds.upsert(tx, COMPANIES.map(roundRow));
  await store.privateStakes.removeSource(tx, SIMULATED);
  await store.privateStakes.upsert(tx, COMPANIES.slice(0, 1).map(stakeRow));
};
