import type { RequestContext } from '../../access/request-context.js';
import { isoDate } from '../../calendar/days.js';
import { EMPTY_PROFILE, type FactSource, type Leader } from '../../store/company-profile.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import type { PrivateRelation } from '../../store/private-relations.js';
import type { PrivateRound } from '../../store/private-rounds.js';
import { objectLoader, type FieldQuery } from '../field-loader.js';
import type { Services } from '../services.js';
import type { ResolversTypes } from './generated/resolver-types.js';

type Profile = Extract<Awaited<ResolversTypes['PrivateCompanyProfile']>, object>;

/** REST's names of fields whose name there is not their own in snake case. */
const WIRE_NAMES: Readonly<Record<string, string>> = { headquarters: 'hq' };

/** Facts by the names of REST, which are those of the contract. */
export function factRows(facts: Readonly<Record<string, FactSource>>) {
  return Object.entries(facts).map(([field, { asOf, sourceUrl }]) => ({
    field: WIRE_NAMES[field] ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    asOf,
    sourceUrl,
  }));
}

function roundNode(round: PrivateRound) {
  const { day, stage, amountUsd, postMoneyUsd, leadInvestors, investors, confidence, sourceUrl } = round;
  return {
    date: isoDate(day),
    stage,
    amountUsd,
    postMoneyUsd,
    leadInvestors,
    investors,
    confidence,
    sourceUrl,
  };
}

const newestFirst = (one: Leader, other: Leader): number =>
  (other.date ?? other.asOf).localeCompare(one.date ?? one.asOf) || one.name.localeCompare(other.name);

/** Each name once, ignoring case, as it is written first. */
function distinct(names: readonly string[]): readonly string[] {
  const known = new Set<string>();
  return names.filter((name) => {
    const folded = name.toLowerCase();
    if (known.has(folded)) return false;
    known.add(folded);
    return true;
  });
}

interface Known {
  readonly rounds: readonly PrivateRound[];
  readonly relations: readonly PrivateRelation[];
}

function profileOf(company: PrivateCompany, { rounds, relations }: Known): Profile {
  const known = company.profile ?? EMPTY_PROFILE;
  const valued = rounds.findLast(({ postMoneyUsd }) => postMoneyUsd !== null);
  const last = rounds.findLast(({ kind }) => kind === 'round');
  const named = (relation: PrivateRelation['relation']): readonly string[] =>
    relations.filter((each) => each.relation === relation).map(({ name }) => name);
  const invested = rounds.flatMap(({ leadInvestors, investors }) => [...leadInvestors, ...investors]);
  return {
    country: known.country,
    website: known.website,
    chiefExecutive: known.ceo,
    founders: known.founders,
    currentValuationUsd: valued?.postMoneyUsd ?? null,
    valuationAsOf: valued === undefined ? null : isoDate(valued.day),
    valuationSource: valued?.sourceUrl ?? null,
    leadership: known.leadership.toSorted(newestFirst).map(({ sourceUrl, ...leader }) => ({
      ...leader,
      source: sourceUrl,
    })),
    lastRound: last === undefined ? null : roundNode(last),
    totalRaisedUsd: known.totalRaisedUsd,
    investors: distinct([...invested, ...named('investor')]),
    products: known.products,
    competitors: distinct(named('rival')),
    ipoStatus: known.ipoStatus,
    succeededBy: known.succeededBy,
    rumoredIpoYear: known.rumoredIpoYear,
    estimatedRevenueUsd: known.estimatedRevenueUsd,
    growthDescriptor: known.growthDescriptor,
    tags: known.tags,
    newsTopics: known.newsTopics,
    facts: factRows(known.facts),
  };
}

/** A function that reads the profiles of companies: one query for each table, however many companies. */
export function companyProfiles({ store }: Services) {
  const load = async (
    queries: readonly FieldQuery<PrivateCompany, object>[],
    context: RequestContext,
  ): Promise<readonly Profile[]> => {
    const reading = store.reading(context.versions);
    const slugs = queries.map(({ obj }) => obj.slug);
    const [rounds, relations] = await Promise.all([
      reading.privateRounds.bySlugs(slugs),
      reading.privateRelations.bySlugs(slugs),
    ]);
    return queries.map(({ obj }) =>
      profileOf(obj, { rounds: rounds.get(obj.slug) ?? [], relations: relations.get(obj.slug) ?? [] }),
    );
  };
  return objectLoader(load, ({ slug }: PrivateCompany) => slug);
}
