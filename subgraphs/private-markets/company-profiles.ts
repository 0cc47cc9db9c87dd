import type { RequestContext } from '../../access/request-context.js';
import { isoDate } from '../../calendar/days.js';
import type { CompanyOverlay } from '../../store/company-overlays.js';
import { EMPTY_PROFILE, type Leader } from '../../store/company-profile.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import type { PrivateRelation } from '../../store/private-relations.js';
import { objectLoader, type FieldQuery } from '../field-loader.js';
import type { Services } from '../services.js';
import { endOf } from './company-status.js';
import { companyFacts, overlayRecord } from './company-facts.js';
import { withPrecisions } from './fact-precisions.js';
import { newestRounds, roundNode, roundsLoader, type CompanyRounds } from './company-rounds.js';
import type { ResolversTypes } from './generated/resolver-types.js';

type Profile = Extract<Awaited<ResolversTypes['PrivateCompanyProfile']>, object>;

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
  readonly rounds: CompanyRounds;
  readonly relations: readonly PrivateRelation[];
  readonly history: readonly CompanyOverlay[];
}

function profileOf(company: PrivateCompany, { rounds, relations, history }: Known): Profile {
  const known = company.profile ?? EMPTY_PROFILE;
  const { all, valued, last } = rounds;
  const named = (relation: PrivateRelation['relation']): readonly string[] =>
    relations.filter((each) => each.relation === relation).map(({ name }) => name);
  const invested = all.flatMap(({ leadInvestors, investors }) => [...leadInvestors, ...investors]);
  return {
    country: known.country,
    website: known.website,
    chiefExecutive: known.ceo,
    founders: known.founders,
    currentValuationUsd: valued?.usd ?? null,
    valuationAsOf: valued === undefined ? null : isoDate(valued.day),
    valuationAsOfPrecision: valued?.dayPrecision ?? null,
    valuationConfidence: valued?.confidence ?? null,
    valuationSource: valued === undefined || valued.origin === null ? null : valued.sourceUrl,
    leadership: known.leadership.toSorted(newestFirst).map(({ sourceUrl, ...leader }) => ({
      ...withPrecisions(leader),
      source: sourceUrl,
    })),
    lastRound: last === undefined ? null : roundNode(last),
    totalRaisedUsd: known.totalRaisedUsd,
    investors: distinct([...invested, ...named('investor')]),
    products: known.products,
    competitors: distinct(named('rival')),
    pendingAcquirer: endOf(known.ipoStatus) === null ? (known.pendingAcquirer ?? null) : null,
    rumoredIpoYear: known.rumoredIpoYear,
    estimatedRevenueUsd: known.estimatedRevenueUsd,
    growthDescriptor: known.growthDescriptor,
    tags: known.tags,
    newsTopics: known.newsTopics,
    facts: companyFacts(company, rounds, relations),
    overlayHistory: history.map(overlayRecord),
  };
}

/** A function that reads the profiles of companies: one query for each table, however many companies. */
export function companyProfiles(services: Services) {
  const { store } = services;
  const roundsOf = roundsLoader(services);
  const load = async (
    queries: readonly FieldQuery<PrivateCompany, object>[],
    context: RequestContext,
  ): Promise<readonly Profile[]> => {
    const reading = store.reading(context.versions);
    const slugs = queries.map(({ obj }) => obj.slug);
    const [rounds, relations, history] = await Promise.all([
      Promise.all(queries.map(({ obj }) => roundsOf(obj, {}, context))),
      reading.privateRelations.bySlugs(slugs),
      reading.companyOverlays.historyOf(slugs),
    ]);
    return queries.map(({ obj }, index) =>
      profileOf(obj, {
        rounds: rounds[index] ?? newestRounds([], []),
        relations: relations.get(obj.slug) ?? [],
        history: history.get(obj.slug) ?? [],
      }),
    );
  };
  return objectLoader(load, ({ slug }: PrivateCompany) => slug);
}
