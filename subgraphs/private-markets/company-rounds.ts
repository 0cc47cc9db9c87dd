import type { RequestContext } from '../../access/request-context.js';
import { isoDate } from '../../calendar/days.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import type { ToldRound } from '../../store/private-rounds.js';
import { objectLoader, type FieldQuery } from '../field-loader.js';
import type { Services } from '../services.js';

/** The rounds and valuations of a company, and the newest of each. */
export interface CompanyRounds {
  /** Oldest first. */
  readonly all: readonly ToldRound[];
  readonly valued: (ToldRound & { readonly postMoneyUsd: number }) | undefined;
  readonly last: ToldRound | undefined;
}

const isValued = (round: ToldRound): round is ToldRound & { readonly postMoneyUsd: number } =>
  round.postMoneyUsd !== null;

const isRound = ({ kind }: ToldRound): boolean => kind === 'round';

/** The newest of each kind of fact. */
export function newestRounds(all: readonly ToldRound[]): CompanyRounds {
  return { all, valued: all.filter(isValued).at(-1), last: all.findLast(isRound) };
}

/** A function that reads the rounds of a company: one query for all of a tick. */
export function roundsLoader({ store }: Services) {
  const load = async (
    queries: readonly FieldQuery<PrivateCompany, object>[],
    { versions, dataSources }: RequestContext,
  ): Promise<readonly CompanyRounds[]> => {
    const rounds = await store.reading(versions).privateRounds.bySlugs(queries.map(({ obj }) => obj.slug));
    for (const { origin, source } of [...rounds.values()].flat()) if (origin !== null) dataSources.add(source);
    return queries.map(({ obj }) => newestRounds(rounds.get(obj.slug) ?? []));
  };
  return objectLoader(load, ({ slug }: PrivateCompany) => slug);
}

export function roundNode(round: ToldRound) {
  const { day, stage, amountUsd, postMoneyUsd, leadInvestors, investors, confidence, sourceUrl } = round;
  return { date: isoDate(day), stage, amountUsd, postMoneyUsd, leadInvestors, investors, confidence, sourceUrl };
}
