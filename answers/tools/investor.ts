import { z } from 'zod';
import { asOfDay, asOfNewest } from '../facts/as-of.js';
import type { InvestorToolQuery } from '../generated/operations.js';
import { knownPart, restPath, slug } from './inputs.js';
import { defineTool } from './tool.js';

const FIRM_TYPES: Readonly<Record<string, string>> = {
  VC: 'venture capital firm',
  GROWTH_PE: 'growth and private equity firm',
  STRATEGIC_CVC: 'strategic investor',
  SOVEREIGN: 'sovereign fund',
};
export const firmTypeName = (type: string): string => FIRM_TYPES[type] ?? 'investor';
const MOST = 8;

/** What is known of a firm that invests in private companies. */
export const TOOL = defineTool<{ readonly slug: string }, InvestorToolQuery>({
  name: 'investor',
  description:
    'Profile of a firm that invests in private companies: type, assets, focus, partners, portfolio, recent investments.',
  input: z.object({ slug }),
  operation: /* GraphQL */ `
    query InvestorTool($slug: String!) {
      investor(slug: $slug) {
        slug
        name
        shortName
        tagline
        firmType
        founded
        headquarters
        aumUsd
        aumAsOf aumAsOfPrecision
        stageFocus
        sectorFocus
        profile {
          activeFund { name sizeUsd year }
          notablePartners
          notablePortfolio
          exitsHighlight
          recentInvestments { company date datePrecision stage amountUsd isLead asOf sourceUrl }
          facts { field asOf }
        }
      }
    }
  `,
  tell({ investor: firm }, list, _input, nowMs) {
    const profile = firm?.profile;
    if (!firm || !profile) return;
    const id = `investor:${firm.slug}`;
    const days = [...profile.facts, ...profile.recentInvestments].map(({ asOf }) => asOf);
    const source = {
      title: `Profile of ${firm.shortName ?? firm.name}`,
      ref: restPath(`/investors/${firm.slug}`),
      asOf: asOfNewest([...days, firm.aumAsOf], nowMs),
    };
    const facts = list.about(id, source);
    facts.text('name', 'name', firm.name);
    facts.text('type', 'kind of firm', firm.firmType === null ? null : firmTypeName(firm.firmType));
    facts.text('tagline', 'what it does', firm.tagline);
    facts.number('founded', 'founded', firm.founded, 'year', { terms: ['founded'] });
    facts.text('hq', 'headquarters', firm.headquarters);
    facts.number('aum', 'assets under management', firm.aumUsd, 'usd', { terms: ['manages', 'assets'] });
    facts.date('aum_on', 'day of the assets', knownPart(firm.aumAsOf, firm.aumAsOfPrecision));
    for (const [row, stage] of firm.stageFocus.slice(0, MOST).entries()) facts.text('stage', 'stage', stage, { row });
    for (const [row, sector] of firm.sectorFocus.slice(0, MOST).entries())
      facts.text('sector', 'sector', sector, { row });
    for (const [row, partner] of profile.notablePartners.slice(0, MOST).entries())
      facts.text('partner', 'partner', partner, { row });
    for (const [row, company] of profile.notablePortfolio.slice(0, MOST).entries())
      facts.text('holding', 'company', company, { row });
    for (const [row, exit] of profile.exitsHighlight.slice(0, MOST).entries())
      facts.text('exit', 'exit', exit, { row });
    facts.text('fund', 'active fund', profile.activeFund?.name);
    facts.number('fund_size', 'size of the active fund', profile.activeFund?.sizeUsd, 'usd', { terms: ['fund'] });
    facts.number('fund_year', 'year of the active fund', profile.activeFund?.year, 'year');
    for (const [row, deal] of profile.recentInvestments.slice(0, 6).entries()) {
      const told = list.about(id, {
        title: `Profile of ${firm.shortName ?? firm.name}`,
        ref: source.ref,
        asOf: asOfDay(deal.asOf),
      });
      told.text('deal', 'company', deal.company, { row });
      told.date('deal_on', 'day of the investment', knownPart(deal.date, deal.datePrecision), { row });
      told.text('deal_stage', 'stage', deal.stage, { row });
      told.number('deal_amount', 'amount', deal.amountUsd, 'usd', { row, terms: ['round', 'raised'] });
      told.text('deal_lead', 'whether it led', deal.isLead === true ? 'lead' : null, { row });
    }
  },
});
