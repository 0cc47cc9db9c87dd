import { CURATED } from '../../sources/curated/corpus-rows.js';
import { factRow, inWords, type FactRow } from './fact-rows.js';
import type { InvestorParent } from './resolver-parents.js';

/** The values of the fields that have facts, by the facts' names. */
function valuesOf({ firmType, founded, aumUsd, profile }: InvestorParent): Readonly<Record<string, unknown>> {
  const { smallestInvestmentUsd: min, largestInvestmentUsd: max } = profile;
  return { ...profile, firmType, founded, aumUsd, checkSizeUsd: { min, max } };
}

/** Where each field of a firm is from: a person read it, or a filing tells it. */
export function investorFacts(firm: InvestorParent): readonly FactRow[] {
  const values = valuesOf(firm);
  const origin = firm.source === CURATED ? 'curated' : 'filing';
  return Object.entries(firm.profile.facts).map(([field, { asOf, asOfPrecision = 'day', sourceUrl }]) =>
    factRow(field, {
      value: inWords(values[field] ?? null),
      origin,
      isOverlaid: false,
      storedValue: null,
      asOf,
      asOfPrecision,
      sourceUrl,
    }),
  );
}
