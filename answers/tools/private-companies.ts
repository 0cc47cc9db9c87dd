import { z } from 'zod';
import { asOfNewest } from '../facts/as-of.js';
import type { PrivateCompaniesToolQuery } from '../generated/operations.js';
import { inPlainWords, knownPart, restPath } from './inputs.js';
import { defineTool } from './tool.js';

interface Input {
  readonly sector: string | null;
  readonly search: string | null;
}

/** All private companies, those with the largest known valuation first. */
export const TOOL = defineTool<Input, PrivateCompaniesToolQuery>({
  name: 'private_companies',
  description:
    'The directory of private companies with their last known valuations, largest first; of a sector or matching words.',
  input: z.object({
    sector: z.string().max(80).nullable().default(null),
    search: z.string().max(80).nullable().default(null),
  }),
  operation: /* GraphQL */ `
    query PrivateCompaniesTool($filter: PrivateCompanyFilter!) {
      privateCompanies(first: 200, filter: $filter) {
        totalCount
        nodes { slug name sector ipoStatus profile { currentValuationUsd valuationAsOf valuationAsOfPrecision valuationConfidence totalRaisedUsd } }
      }
    }
  `,
  variables: ({ sector, search }) => ({
    filter: { ...(sector === null ? {} : { sector }), ...(search === null ? {} : { search }) },
  }),
  tell({ privateCompanies }, list, _input, nowMs) {
    const companies = [...(privateCompanies?.nodes ?? [])].sort(
      (one, other) => (other.profile?.currentValuationUsd ?? 0) - (one.profile?.currentValuationUsd ?? 0),
    );
    if (!privateCompanies || companies.length === 0) return;
    const ref = restPath('/private-companies/list');
    const source = {
      title: 'Directory of private companies',
      ref,
      asOf: asOfNewest(
        companies.map(({ profile }) => profile?.valuationAsOf),
        nowMs,
      ),
    };
    list.about(null, source).count('total', 'companies', privateCompanies.totalCount, 'companies');
    for (const [row, { slug, name, sector, ipoStatus, profile }] of companies.entries()) {
      const facts = list.about(`company:${slug}`, source);
      facts.text('name', 'name', name, { row });
      facts.text('slug', 'slug', slug, { row });
      facts.text('sector', 'sector', sector, { row });
      facts.number('valuation', 'valuation', profile?.currentValuationUsd, 'usd', { row, terms: ['valued', 'worth'] });
      facts.text('valuation_class', 'class of the valuation', profile?.valuationConfidence?.toLowerCase(), { row });
      facts.date(
        'valuation_on',
        'day of the valuation',
        knownPart(profile?.valuationAsOf, profile?.valuationAsOfPrecision),
        { row },
      );
      facts.number('raised', 'money raised', profile?.totalRaisedUsd, 'usd', { row, terms: ['raised'] });
      facts.text('ipo_status', 'listing', ipoStatus === null ? null : inPlainWords(ipoStatus), { row });
    }
  },
});
