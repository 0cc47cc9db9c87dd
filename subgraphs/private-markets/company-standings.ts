import type { RequestContext } from '../../access/request-context.js';
import { isoDate } from '../../calendar/days.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import type { Services } from '../services.js';
import { roundNode, roundsLoader } from './company-rounds.js';

/** A function that reads the newest valuation and round of a company: one query for all of a tick. */
export function companyStandings(services: Services) {
  const roundsOf = roundsLoader(services);
  return async (company: PrivateCompany, params: object, context: RequestContext) => {
    const { valued, last } = await roundsOf(company, params, context);
    return {
      currentValuationUsd: valued?.usd ?? null,
      valuationAsOf: valued === undefined ? null : isoDate(valued.day),
      valuationAsOfPrecision: valued?.dayPrecision ?? null,
      valuationConfidence: valued?.confidence ?? null,
      lastRound: last === undefined ? null : roundNode(last),
    };
  };
}
