import { z } from 'zod';
import { asOfDay, asOfNewest } from '../facts/as-of.js';
import type { PrivateCompanyToolQuery } from '../generated/operations.js';
import { inPlainWords, knownPart, restPath, slug } from './inputs.js';
import { defineTool } from './tool.js';

const MOST_NAMES = 12;

/** What is known of a private company, and who of the listed holds a stake. */
export const TOOL = defineTool<{ readonly slug: string }, PrivateCompanyToolQuery>({
  name: 'private_company',
  description:
    'Profile of a private company: business, people, last round, last known valuation with day and source, ' +
    'investors, rivals, revenue, listing status, listed holders.',
  input: z.object({ slug }),
  operation: /* GraphQL */ `
    query PrivateCompanyTool($slug: String!) {
      privateCompany(slug: $slug) {
        slug
        name
        tagline
        sector
        founded
        headquarters
        employees
        source
        ipoStatus
        succeededBy
        profile {
          chiefExecutive
          founders
          currentValuationUsd
          valuationAsOf
          valuationAsOfPrecision
          valuationConfidence
          valuationSource
          lastRound { date datePrecision stage amountUsd postMoneyUsd leadInvestors investors confidence sourceUrl }
          totalRaisedUsd
          investors
          products
          competitors
          pendingAcquirer
          rumoredIpoYear
          estimatedRevenueUsd
          growthDescriptor
          leadership { title name change date datePrecision asOf source }
          facts { field asOf sourceUrl }
        }
      }
    }
  `,
  tell({ privateCompany: company }, list, _input, nowMs) {
    const profile = company?.profile;
    if (!company || !profile) return;
    const id = `company:${company.slug}`;
    const days = new Map(profile.facts.map((fact) => [fact.field, fact]));
    const page = {
      title: `Profile of ${company.name}`,
      ref: restPath(`/private-companies/${company.slug}`),
      asOf: asOfNewest(
        [...profile.facts.map(({ asOf }) => asOf), profile.valuationAsOf, profile.lastRound?.date],
        nowMs,
      ),
    };
    const facts = list.about(id, page);
    /** A fact with a page of its own has that page's address and day. */
    const from = (field: string) => {
      const fact = days.get(field);
      return fact === undefined
        ? facts
        : list.about(id, { title: `Profile of ${company.name}`, ref: page.ref, asOf: asOfDay(fact.asOf) });
    };
    facts.text('name', 'name', company.name);
    from('tagline').text('tagline', 'what it does', company.tagline);
    from('sector').text('sector', 'sector', company.sector);
    from('founded').number('founded', 'founded', company.founded, 'year', { terms: ['founded'] });
    from('hq').text('hq', 'headquarters', company.headquarters);
    from('employees').count('employees', 'employees', company.employees, 'employees');
    from('ceo').text('ceo', 'chief executive', profile.chiefExecutive);
    for (const [row, founder] of profile.founders.slice(0, MOST_NAMES).entries())
      from('founders').text('founder', 'founder', founder, { row });
    if (profile.valuationAsOf !== null) {
      const valued = list.about(id, {
        title: `Valuation of ${company.name}`,
        ref: profile.valuationSource ?? page.ref,
        asOf: asOfDay(profile.valuationAsOf),
      });
      valued.number('valuation', 'valuation', profile.currentValuationUsd, 'usd', {
        terms: ['valued', 'worth', 'valuation'],
      });
      valued.text('valuation_class', 'class of the valuation', profile.valuationConfidence?.toLowerCase());
      valued.date(
        'valuation_on',
        'day of the valuation',
        knownPart(profile.valuationAsOf, profile.valuationAsOfPrecision),
      );
    }
    const round = profile.lastRound;
    if (round !== null) {
      const told = list.about(id, {
        title: `Last round of ${company.name}`,
        ref: round.sourceUrl ?? page.ref,
        asOf: asOfDay(round.date),
      });
      told.date('round_on', 'day of the last round', knownPart(round.date, round.datePrecision));
      told.text('round_stage', 'stage of the last round', round.stage);
      told.number('round_amount', 'amount of the last round', round.amountUsd, 'usd', { terms: ['raised', 'round'] });
      told.number('round_post', 'valuation after the last round', round.postMoneyUsd, 'usd', {
        terms: ['post-money', 'valued', 'valuation'],
      });
      told.text('round_class', 'class of the round', round.confidence.toLowerCase());
      for (const [row, lead] of round.leadInvestors.entries()) told.text('round_lead', 'lead investor', lead, { row });
    }
    from('totalRaisedUsd').number('raised', 'money raised', profile.totalRaisedUsd, 'usd', {
      terms: ['raised', 'in all'],
    });
    from('estimatedRevenueUsd').number('revenue', 'estimated revenue', profile.estimatedRevenueUsd, 'usd', {
      terms: ['revenue'],
    });
    from('growthDescriptor').text('growth', 'growth', profile.growthDescriptor);
    for (const [row, investor] of profile.investors.slice(0, MOST_NAMES).entries())
      facts.text('investor', 'investor', investor, { row });
    facts.count('investors', 'investors', profile.investors.length, 'investors');
    for (const [row, product] of profile.products.slice(0, MOST_NAMES).entries())
      facts.text('product', 'product', product, { row });
    for (const [row, rival] of profile.competitors.slice(0, MOST_NAMES).entries())
      facts.text('rival', 'rival', rival, { row });
    from('ipoStatus').text(
      'ipo_status',
      'listing',
      company.ipoStatus === null ? null : inPlainWords(company.ipoStatus),
    );
    from('succeededBy').text('succeeded_by', 'successor', company.succeededBy);
    from('pending_acquirer').text('pending_acquirer', 'who has agreed to buy it', profile.pendingAcquirer);
    from('rumoredIpoYear').number('ipo_year', 'expected year of a listing', profile.rumoredIpoYear, 'year', {
      terms: ['listing', 'IPO'],
    });
    for (const [row, leader] of profile.leadership.slice(0, 4).entries()) {
      const told = list.about(id, {
        title: `Leadership of ${company.name}`,
        ref: leader.source,
        asOf: asOfDay(leader.asOf),
      });
      told.text('leader', 'name', leader.name, { row });
      told.text('leader_title', 'post', leader.title, { row });
      told.text('leader_change', 'change', inPlainWords(leader.change), { row });
      told.date('leader_on', 'day of the change', knownPart(leader.date, leader.datePrecision), { row });
    }
  },
});
