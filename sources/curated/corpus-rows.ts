import { countedDay, periodOf, type DatePrecision } from '../../calendar/date-precision.js';
import { isoDate, parseIsoDate } from '../../calendar/days.js';
import type { CompanyProfile, FactSource } from '../../store/company-profile.js';
import type { Investor } from '../../store/investors.js';
import type { NewPrivateCompany } from '../../store/private-companies.js';
import { privateRelation, type NewPrivateRelation } from '../../store/private-relations.js';
import { privateRound, type NewPrivateRound } from '../../store/private-rounds.js';
import { privateStake, type PrivateStake } from '../../store/private-stakes.js';
import { secondaryEvent, type NewSecondaryEvent } from '../../store/secondary-events.js';
import type { CompanyFile, InvestorFile } from './corpus-files.js';

/** Source name of the corpus in the store. */
export const CURATED = 'curated';

/** A company's rows in the store. */
export interface CompanyRows {
  readonly company: NewPrivateCompany;
  readonly rounds: readonly NewPrivateRound[];
  readonly events: readonly NewSecondaryEvent[];
  readonly stakes: readonly PrivateStake[];
  readonly relations: readonly NewPrivateRelation[];
}

interface Fact<Value> extends FactSource {
  readonly value: Value;
}

function isFact(value: unknown): value is Fact<unknown> {
  return typeof value === 'object' && value !== null && 'value' in value && 'sourceUrl' in value && 'asOf' in value;
}

/** The source of each fact of a file, by its field. */
function factsOf(file: Readonly<Record<string, unknown>>): Readonly<Record<string, FactSource>> {
  return Object.fromEntries(
    Object.entries(file).flatMap(([field, value]) => {
      if (!isFact(value)) return [];
      return [[field, { ...countedAsOf(value), sourceUrl: value.sourceUrl }]];
    }),
  );
}

/** The date that a fact is of: of a bare month or year the one that it counts as, with the precision. */
function countedAsOf({ asOf, asOfPrecision = 'day' }: FactSource): Omit<FactSource, 'sourceUrl'> {
  if (asOfPrecision === 'day') return { asOf };
  return { asOf: isoDate(countedDay(epochDay(asOf), asOfPrecision)), asOfPrecision };
}

interface DatedEntry extends FactSource {
  readonly date: string;
  readonly datePrecision?: DatePrecision | undefined;
}

/** The day that an entry of a list counts as: not after the day of the page that tells it. */
function dayOfEntry({ date, datePrecision = 'day', asOf, asOfPrecision = 'day' }: DatedEntry): number {
  return countedDay(epochDay(date), datePrecision, periodOf(epochDay(asOf), asOfPrecision).last);
}

/** An entry of a list in a profile, with the date that it counts as. */
function countedEntry(entry: FactSource, date: string | undefined, precision?: DatePrecision) {
  if (date === undefined) return { ...countedAsOf(entry), date: null };
  const day = dayOfEntry({ ...entry, date, datePrecision: precision });
  const isKnown = precision === undefined || precision === 'day';
  return { ...countedAsOf(entry), date: isoDate(day), ...(isKnown ? {} : { datePrecision: precision }) };
}

/** The day since 1970-01-01 of a date that the format has checked. */
function epochDay(date: string): number {
  const day = parseIsoDate(date);
  if (day === null) throw new Error(`${date} is no date.`);
  return day;
}

const valueOf = <Value>(fact: Fact<Value> | undefined): Value | null => fact?.value ?? null;
const listOf = <Value>(fact: Fact<readonly Value[]> | undefined): readonly Value[] => fact?.value ?? [];

/** Of a row in a list of a file: where it was read, for the store. */
const readOn = ({ asOf, asOfPrecision = 'day', sourceUrl }: FactSource) => ({
  asOfDay: countedDay(epochDay(asOf), asOfPrecision),
  asOfPrecision,
  sourceUrl,
  source: CURATED,
});

function profileOf(file: CompanyFile): CompanyProfile {
  return {
    aliases: file.aliases ?? [],
    tags: file.tags ?? [],
    newsTopics: file.newsTopics ?? [],
    boostTerms: file.boostTerms ?? [],
    country: valueOf(file.country),
    website: valueOf(file.website),
    ceo: valueOf(file.ceo),
    founders: listOf(file.founders),
    products: listOf(file.products),
    totalRaisedUsd: valueOf(file.totalRaisedUsd),
    estimatedRevenueUsd: valueOf(file.estimatedRevenueUsd),
    growthDescriptor: valueOf(file.growthDescriptor),
    ipoStatus: valueOf(file.ipoStatus),
    succeededBy: valueOf(file.succeededBy),
    ...(file.pendingAcquirer === undefined ? {} : { pendingAcquirer: file.pendingAcquirer.value }),
    rumoredIpoYear: valueOf(file.rumoredIpoYear),
    leadership: (file.leadership ?? []).map(({ date, datePrecision, ...leader }) => ({
      ...leader,
      ...countedEntry(leader, date, datePrecision),
    })),
    facts: factsOf(file),
  };
}

/** The rows of a company's file. */
export function companyRows(file: CompanyFile): CompanyRows {
  const { slug } = file;
  return {
    company: {
      slug,
      name: file.name,
      tagline: valueOf(file.tagline),
      sector: file.sector.value,
      founded: valueOf(file.founded),
      hq: valueOf(file.headquarters),
      employees: valueOf(file.employees),
      source: CURATED,
      profile: profileOf(file),
    },
    rounds: (file.rounds ?? []).map((round) => ({
      ...privateRound.parse({
        slug,
        kind: 'round',
        day: dayOfEntry(round),
        dayPrecision: round.datePrecision,
        stage: round.stage,
        amountUsd: round.amountUsd ?? null,
        postMoneyUsd: round.postMoneyUsd ?? null,
        leadInvestors: round.leadInvestors ?? [],
        investors: round.investors ?? [],
        confidence: round.confidence,
        ...readOn(round),
      }),
      source: CURATED,
    })),
    events: (file.secondaryEvents ?? []).map((event) => ({
      ...secondaryEvent.parse({
        slug,
        day: dayOfEntry(event),
        dayPrecision: event.datePrecision,
        kind: event.kind,
        confidence: event.confidence,
        impliedValuationUsd: event.impliedValuationUsd ?? null,
        pricePerShare: event.pricePerShare ?? null,
        sizeUsd: event.sizeUsd ?? null,
        note: event.note ?? null,
        ...readOn(event),
      }),
      source: CURATED,
    })),
    stakes: (file.stakes ?? []).map((stake) => ({
      ...privateStake.parse({
        ...stake,
        slug,
        stakePct: stake.stakePct ?? null,
        stakeValueUsd: stake.stakeValueUsd ?? null,
        isCommitted: stake.isCommitted ?? false,
        holderMarketCapUsd: valueOf(stake.holderMarketCapUsd),
        holderMarketCapDay: stake.holderMarketCapUsd === undefined ? null : epochDay(stake.holderMarketCapUsd.asOf),
        holderMarketCapSourceUrl: stake.holderMarketCapUsd?.sourceUrl ?? null,
        ...readOn(stake),
      }),
      source: CURATED,
    })),
    relations: (file.relations ?? []).map(({ slug: otherSlug, ...relation }) => ({
      ...privateRelation.parse({
        ...relation,
        slug,
        ticker: relation.ticker ?? null,
        otherSlug: otherSlug ?? null,
        ...readOn(relation),
      }),
      source: CURATED,
    })),
  };
}

/** The row of a firm's file. */
export function investorRow(file: InvestorFile): Investor {
  const fund = file.activeFund?.value;
  return {
    slug: file.slug,
    name: file.name,
    firmType: file.firmType.value,
    founded: valueOf(file.founded),
    aumUsd: valueOf(file.aumUsd),
    source: CURATED,
    profile: {
      aliases: file.aliases ?? [],
      tags: file.tags ?? [],
      newsTopics: file.newsTopics ?? [],
      shortName: file.shortName ?? null,
      tagline: valueOf(file.tagline),
      subtype: valueOf(file.subtype),
      headquarters: valueOf(file.headquarters),
      country: valueOf(file.country),
      geoFocus: listOf(file.geoFocus),
      website: valueOf(file.website),
      activeFund:
        fund === undefined ? null : { name: fund.name, sizeUsd: fund.sizeUsd ?? null, year: fund.year ?? null },
      stageFocus: listOf(file.stageFocus),
      sectorFocus: listOf(file.sectorFocus),
      smallestInvestmentUsd: file.checkSizeUsd?.value.min ?? null,
      largestInvestmentUsd: file.checkSizeUsd?.value.max ?? null,
      notablePartners: listOf(file.notablePartners),
      notablePortfolio: listOf(file.notablePortfolio),
      exitsHighlight: listOf(file.exitsHighlight),
      recentInvestments: (file.recentInvestments ?? []).map((each) => ({
        company: each.company,
        slug: each.slug ?? null,
        stage: each.stage ?? null,
        amountUsd: each.amountUsd ?? null,
        isLead: each.isLead ?? null,
        ...countedEntry(each, each.date, each.datePrecision),
        sourceUrl: each.sourceUrl,
      })),
      facts: factsOf(file),
    },
  };
}
