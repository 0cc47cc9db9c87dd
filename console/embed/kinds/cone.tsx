import { simulatedWords } from '../../app/data-sources.js';
import { whole, wholeShare } from '../../app/format.js';
import { ConeEmbedDocument } from '../../generated/documents.js';
import type { ConeEmbedQuery, ConeEmbedQueryVariables } from '../../generated/types.js';
import { Fan, Outcome } from '../../parts/fan.js';
import type { EmbedKind } from '../frame.js';
import { readPositions, refused, wholeNumber } from '../options.js';

const DEFAULTS = { horizon: 126, years: 5 };
const REGIMES = { auto: 'AUTO', stressed: 'STRESSED' } as const;

function regimeOf(text: string | null): 'AUTO' | 'STRESSED' | null {
  if (text === null || text === '') return null;
  if (text === 'auto' || text === 'stressed') return REGIMES[text];
  throw refused('INVALID_PARAMETER', 'regime must be auto or stressed.');
}

/** What a portfolio may be worth: `/embed/cone/AAPL:6000,MSFT:4000?horizon=126&years=5&regime=auto`. */
export const CONE: EmbedKind<ConeEmbedQuery, ConeEmbedQueryVariables> = {
  document: ConeEmbedDocument,
  what: 'Simulations of portfolios',
  rows: 26,
  variables({ subject, query }) {
    const regime = regimeOf(query.get('regime'));
    return {
      positions: readPositions(subject),
      horizonSessions: wholeNumber(query, 'horizon', DEFAULTS.horizon),
      lookbackYears: wholeNumber(query, 'years', DEFAULTS.years),
      ...(regime === null ? {} : { regime }),
    };
  },
  content({ simulate }, dataSources) {
    if (simulate === null) return null;
    const simulated = simulatedWords(dataSources);
    return {
      title: 'Fan of outcomes',
      name: 'Fan of outcomes',
      note: (
        <>
          Value in USD over {whole(simulate.horizonSessions)} sessions; bands hold {wholeShare(0.5)} and{' '}
          {wholeShare(0.9)} of the paths
          {simulated !== null && <span class="tag">{simulated}</span>}
        </>
      ),
      body: (
        <>
          <Fan simulation={simulate} />
          <Outcome simulation={simulate} />
        </>
      ),
    };
  },
};
