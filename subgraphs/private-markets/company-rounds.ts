import type { RequestContext } from '../../access/request-context.js';
import { isoDate } from '../../calendar/days.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import type { ToldRound } from '../../store/private-rounds.js';
import type { SecondaryEvent } from '../../store/secondary-events.js';
import { objectLoader, type FieldQuery } from '../field-loader.js';
import type { Services } from '../services.js';
import { newestValuation, type ToldValuation } from './company-valuations.js';

/** The rounds and sales of existing shares of a company, and the newest valuation and round. */
export interface CompanyRounds {
  /** Oldest first. */
  readonly all: readonly ToldRound[];
  readonly events: readonly SecondaryEvent[];
  readonly valued: ToldValuation | undefined;
  readonly last: ToldRound | undefined;
}

const isRound = ({ kind }: ToldRound): boolean => kind === 'round';

/** The newest of each kind of fact. */
export function newestRounds(all: readonly ToldRound[], events: readonly SecondaryEvent[]): CompanyRounds {
  return { all, events, valued: newestValuation(all, events), last: all.findLast(isRound) };
}

/** A function that reads the rounds and sales of a company: one query of each for all of a tick. */
export function roundsLoader({ store }: Services) {
  const load = async (
    queries: readonly FieldQuery<PrivateCompany, object>[],
    { versions, dataSources }: RequestContext,
  ): Promise<readonly CompanyRounds[]> => {
    const { privateRounds, secondaryEvents } = store.reading(versions);
    const slugs = queries.map(({ obj }) => obj.slug);
    const [rounds, events] = await Promise.all([privateRounds.bySlugs(slugs), secondaryEvents.bySlugs(slugs)]);
    for (const { origin, source } of [...rounds.values()].flat()) if (origin !== null) dataSources.add(source);
    return queries.map(({ obj }) => newestRounds(rounds.get(obj.slug) ?? [], events.get(obj.slug) ?? []));
  };
  return objectLoader(load, ({ slug }: PrivateCompany) => slug);
}

export function roundNode(round: ToldRound) {
  const { day, dayPrecision: datePrecision, stage, amountUsd, postMoneyUsd, leadInvestors, investors } = round;
  const { confidence, sourceUrl } = round;
  const raised = { stage, amountUsd, postMoneyUsd, leadInvestors, investors };
  return { date: isoDate(day), datePrecision, ...raised, confidence, sourceUrl };
}
