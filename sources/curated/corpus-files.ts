import { z } from 'zod';
import { DATE_PRECISIONS } from '../../calendar/date-precision.js';
import { wrongPrecisions } from './wrong-precisions.js';

/**
 * The files of the corpus of private companies and investment firms: one JSON file each, reviewed like code. Each fact
 * says where it was read (`sourceUrl`) and of which day it is (`asOf`). What no source tells is left out.
 */

const day = z.iso.date('a day, YYYY-MM-DD, that exists');
const source = z.url({ protocol: /^https?$/, message: 'the address of the page that was read' }).max(600);
const slug = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'lower case letters, digits and single hyphens')
  .max(80);
const text = (max: number) => z.string().trim().min(1).max(max);
const names = z.array(text(120)).min(1).max(40);
const usd = z.number().positive().max(1e14);
const ticker = z.string().regex(/^[A-Z][A-Z0-9.]{0,9}$/, 'a US ticker in upper case');
const year = z.int().min(1600).max(2100);

/** Required of a date that is the first of a month or year, which may stand for all of it. */
const precision = z.enum(DATE_PRECISIONS).optional();
const SOURCED = { asOf: day, asOfPrecision: precision, sourceUrl: source };

/** A value with the day it is of and the page that tells it. */
const fact = <T extends z.ZodType>(value: T) => z.strictObject({ value, ...SOURCED });

export const SECTORS = [
  'Artificial intelligence',
  'Consumer',
  'Cybersecurity',
  'Defense',
  'Energy and climate',
  'Fintech',
  'Health',
  'Logistics',
  'Media and games',
  'Robotics',
  'Semiconductors',
  'Software',
  'Space',
] as const;

/** Told by the company or holder itself, told by the press, or an indication of a price without a trade. */
const evidence = z.enum(['disclosed', 'reported', 'indicative']);
const round = z.strictObject({
  date: day,
  datePrecision: precision,
  /** As the source names it: Seed, Series A, Series B, …, Growth, Debt, Secondary. */
  stage: text(60),
  amountUsd: usd.optional(),
  /** After the money of the round. */
  postMoneyUsd: usd.optional(),
  leadInvestors: names.optional(),
  investors: names.optional(),
  confidence: evidence,
  ...SOURCED,
});
const secondaryEvent = z.strictObject({
  date: day,
  datePrecision: precision,
  kind: z.enum(['tender', 'block', 'indication', 'authorized_secondary']),
  confidence: evidence,
  impliedValuationUsd: usd.optional(),
  pricePerShare: z.number().positive().optional(),
  sizeUsd: usd.optional(),
  note: text(300).optional(),
  ...SOURCED,
});
const stake = z.strictObject({
  /** The listed holder. */
  ticker,
  holder: text(120),
  stakePct: z.number().positive().max(100).optional(),
  stakeValueUsd: usd.optional(),
  /** What the size rests on, in words: `carrying value in the 10-K`, `share of the last round`. */
  basis: text(200),
  /** The market value of all shares of the holder, in USD, near the day of the stake. */
  holderMarketCapUsd: fact(usd).optional(),
  class: z.enum(['disclosed', 'reported']),
  /** Planned, agreed or promised, and not known to be held. */
  isCommitted: z.literal(true).optional(),
  ...SOURCED,
});
const relation = z
  .strictObject({
    relation: z.enum(['rival', 'supplier', 'investor', 'customer', 'comparable']),
    name: text(120),
    /** Of a listed company. */
    ticker: ticker.optional(),
    /** Of a private company, whether or not it is in the corpus. */
    slug: slug.optional(),
    rationale: text(300),
    ...SOURCED,
  })
  .refine((row) => row.ticker !== undefined || row.slug !== undefined, 'a relation needs a ticker or a slug');
const leader = z.strictObject({
  title: text(80),
  name: text(120),
  change: z.enum(['appointed', 'departed']),
  /** Of the change. */
  date: day.optional(),
  datePrecision: precision,
  ...SOURCED,
});

/** Names each entry that has the same key as an earlier one. */
function once<Row>(list: string, rows: readonly Row[] | undefined, keyOf: (row: Row) => unknown) {
  const known = new Set<string>();
  return (rows ?? []).flatMap((row, index) => {
    const key = JSON.stringify(keyOf(row));
    if (!known.has(key)) {
      known.add(key);
      return [];
    }
    return [{ path: [list, index], message: `told twice: ${key}` }];
  });
}

const company = z.strictObject({
  slug,
  name: text(120),
  /** Other names that news and rosters use. */
  aliases: z.array(text(120)).max(12).optional(),
  tags: z.array(text(40)).max(12).optional(),
  newsTopics: z.array(text(60)).max(12).optional(),
  /** Words that tell that an article is about this company: products, founders, projects. */
  boostTerms: z.array(text(60)).max(16).optional(),
  tagline: fact(text(160)).optional(),
  sector: fact(z.enum(SECTORS)),
  founded: fact(year).optional(),
  headquarters: fact(text(80)).optional(),
  /** ISO 3166-1 alpha-2. */
  country: fact(z.string().regex(/^[A-Z]{2}$/)).optional(),
  website: fact(source).optional(),
  employees: fact(z.int().positive()).optional(),
  ceo: fact(text(120)).optional(),
  founders: fact(names).optional(),
  products: fact(names).optional(),
  totalRaisedUsd: fact(usd).optional(),
  /** A year's revenue or the run rate, as `growthDescriptor` says. */
  estimatedRevenueUsd: fact(usd).optional(),
  growthDescriptor: fact(text(200)).optional(),
  /**
   * private: no sign of a listing; rumored: press reports; filed: papers submitted; listed, acquired: no longer
   * private.
   */
  ipoStatus: fact(z.enum(['private', 'rumored', 'filed', 'listed', 'acquired'])).optional(),
  /** The listed ticker, or the acquirer's name, once `ipoStatus` is listed or acquired. */
  succeededBy: fact(text(120)).optional(),
  /** Who has agreed to buy the whole company, until the sale is completed or called off. */
  pendingAcquirer: fact(text(120)).optional(),
  rumoredIpoYear: fact(year).optional(),
  leadership: z.array(leader).max(30).optional(),
  rounds: z.array(round).max(60).optional(),
  secondaryEvents: z.array(secondaryEvent).max(100).optional(),
  stakes: z.array(stake).max(60).optional(),
  relations: z.array(relation).max(80).optional(),
});

/** A company's file; a stake of a holder, a relation, a round and an event are told once. */
export const companyFile = company.superRefine((file, context) => {
  const { stakes, relations, rounds, secondaryEvents } = file;
  const faults = [
    ...wrongPrecisions(file),
    ...once('stakes', stakes, (row) => row.ticker),
    ...once('relations', relations, (row) => [row.relation, row.ticker ?? row.slug]),
    ...once('rounds', rounds, (row) => [row.date, row.stage]),
    ...once('secondaryEvents', secondaryEvents, (row) => [
      row.date,
      row.kind,
      row.impliedValuationUsd,
      row.pricePerShare,
      row.sizeUsd,
    ]),
  ];
  for (const { path, message } of faults) context.addIssue({ code: 'custom', path, message });
});

const firmTypes = ['VC', 'Growth/PE', 'Strategic/CVC', 'Sovereign'] as const;
export const STAGES = [
  'Pre-seed',
  'Seed',
  'Series A',
  'Series B',
  'Series C',
  'Growth',
  'Late stage',
  'Buyout',
] as const;

const investor = z.strictObject({
  slug,
  name: text(120),
  shortName: text(60).optional(),
  aliases: z.array(text(120)).max(12).optional(),
  tags: z.array(text(40)).max(12).optional(),
  newsTopics: z.array(text(60)).max(12).optional(),
  firmType: fact(z.enum(firmTypes)),
  /** For example `multi-stage venture`, `sovereign wealth fund`, `corporate venture of a chip maker`. */
  subtype: fact(text(80)).optional(),
  tagline: fact(text(160)).optional(),
  founded: fact(year).optional(),
  headquarters: fact(text(80)).optional(),
  country: fact(z.string().regex(/^[A-Z]{2}$/)).optional(),
  /** Regions or countries: `United States`, `Europe`, `India`, `Global`. */
  geoFocus: fact(names).optional(),
  website: fact(source).optional(),
  aumUsd: fact(usd).optional(),
  activeFund: fact(z.strictObject({ name: text(120), sizeUsd: usd.optional(), year: year.optional() })).optional(),
  stageFocus: fact(z.array(z.enum(STAGES)).min(1)).optional(),
  sectorFocus: fact(z.array(z.enum(SECTORS)).min(1)).optional(),
  checkSizeUsd: fact(z.strictObject({ min: usd.optional(), max: usd.optional() })).optional(),
  notablePartners: fact(names).optional(),
  notablePortfolio: fact(names).optional(),
  exitsHighlight: fact(names).optional(),
  recentInvestments: z
    .array(
      z.strictObject({
        company: text(120),
        slug: slug.optional(),
        date: day.optional(),
        datePrecision: precision,
        stage: text(60).optional(),
        amountUsd: usd.optional(),
        isLead: z.boolean().optional(),
        ...SOURCED,
      }),
    )
    .max(20)
    .optional(),
});

/** A firm's file. */
export const investorFile = investor.superRefine((file, context) => {
  for (const { path, message } of wrongPrecisions(file)) context.addIssue({ code: 'custom', path, message });
});

export type CompanyFile = z.infer<typeof companyFile>;
export type InvestorFile = z.infer<typeof investorFile>;
