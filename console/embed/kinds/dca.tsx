import { exactUsd } from '../../app/format.js';
import { DcaEmbedDocument } from '../../generated/documents.js';
import type { DcaEmbedQuery, DcaEmbedQueryVariables } from '../../generated/types.js';
import { DcaResult } from '../../parts/dca-result.js';
import { SecurityTags, securityTitle, type EmbedKind } from '../frame.js';
import { wholeNumber } from '../options.js';

const DEFAULTS = { monthly: 500, years: 10 };

/** Monthly purchases of a security: `?monthly=500&years=10`. */
export const DCA: EmbedKind<DcaEmbedQuery, DcaEmbedQueryVariables> = {
  document: DcaEmbedDocument,
  what: 'Studies of monthly purchases',
  rows: 22,
  variables: ({ subject, query }) => ({
    ticker: subject,
    monthlyAmount: wholeNumber(query, 'monthly', DEFAULTS.monthly),
    years: wholeNumber(query, 'years', DEFAULTS.years),
  }),
  content({ security }) {
    if (security === null || security.dca === null) return null;
    const { dca } = security;
    const monthly = dca.purchaseCount === 0 ? '' : `${exactUsd(dca.invested / dca.purchaseCount)} a month `;
    return {
      ...securityTitle(security, 'monthly purchases'),
      note: (
        <>
          {monthly}at adjusted closes, with dividends <SecurityTags of={security} />
        </>
      ),
      body: <DcaResult dca={dca} ticker={security.ticker} />,
    };
  },
};
