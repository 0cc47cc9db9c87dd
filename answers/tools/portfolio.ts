import { z } from 'zod';
import { asOfDay } from '../facts/as-of.js';
import type { PortfolioToolQuery } from '../generated/operations.js';
import { inPlainWords, inWords, restPath } from './inputs.js';
import { defineTool } from './tool.js';

/** One holding as a question gives it; exactly one amount, or none for all. */
export interface Holding {
  readonly ticker: string;
  readonly weight?: number | undefined;
  readonly value?: number | undefined;
  readonly shares?: number | undefined;
}

const holdingsInput = z.object({
  holdings: z
    .array(
      z.object({
        ticker: z.string(),
        weight: z.number().positive().optional(),
        value: z.number().positive().optional(),
        shares: z.number().positive().optional(),
      }),
    )
    .min(1)
    .max(25),
});

/** Roll-up of a portfolio, and each holding beside its signal. */
export const TOOL = defineTool<{ readonly holdings: readonly Holding[] }, PortfolioToolQuery>({
  name: 'portfolio',
  description:
    'A portfolio by its holdings: concentration, sectors, signal mix, weighted score, risk flags, and an action for each holding.',
  input: holdingsInput,
  operation: /* GraphQL */ `
    query PortfolioTool($holdings: [HoldingInput!]!) {
      portfolio(holdings: $holdings) {
        asOf
        posture
        weightedCompositeScore
        positionCount
        signalMix { bullish neutral bearish }
        concentration { herfindahlIndex topPosition { ticker weightPct } effectivePositions }
        sectorConcentration { sector weightPct }
        riskFlags
        unresolved
      }
      portfolioOverlay(holdings: $holdings) {
        asOf
        summary { meanCompositeScore grade }
        regime { state probability asOf }
        holdings { ticker weightPct verdict action signal { label compositeScore } }
        actionItems { action ticker reason }
      }
    }
  `,
  tell({ portfolio, portfolioOverlay: overlay }, list) {
    if (portfolio) {
      const facts = list.about(null, {
        title: 'Portfolio roll-up',
        ref: restPath('/portfolio'),
        asOf: asOfDay(portfolio.asOf),
      });
      facts.text('posture', 'posture', inPlainWords(portfolio.posture));
      facts.number('score', 'weighted composite score', portfolio.weightedCompositeScore, 'score', {
        terms: ['composite', 'score'],
      });
      facts.count('positions', 'positions', portfolio.positionCount, 'positions');
      facts.number('hhi', 'Herfindahl index', portfolio.concentration.herfindahlIndex, 'statistic', {
        terms: ['Herfindahl'],
      });
      facts.number('effective', 'effective positions', portfolio.concentration.effectivePositions, 'count', {
        noun: 'positions',
        terms: ['effective'],
      });
      const { topPosition: top } = portfolio.concentration;
      list
        .about(top.ticker, { title: 'Portfolio roll-up', ref: restPath('/portfolio'), asOf: asOfDay(portfolio.asOf) })
        .number('top', 'largest position', top.weightPct, 'percent', { terms: ['weight', 'largest'] });
      facts.text('top_ticker', 'ticker of the largest position', top.ticker);
      facts.fraction('bullish', 'bullish share', portfolio.signalMix.bullish, { terms: ['bullish'] });
      facts.fraction('neutral', 'neutral share', portfolio.signalMix.neutral, { terms: ['neutral'] });
      facts.fraction('bearish', 'bearish share', portfolio.signalMix.bearish, { terms: ['bearish'] });
      for (const [row, { sector, weightPct }] of portfolio.sectorConcentration.entries()) {
        facts.text('sector', 'sector', sector, { row });
        facts.number('sector_weight', `weight of ${sector}`, weightPct, 'percent', { row, terms: [sector, 'sector'] });
      }
      for (const [row, flag] of portfolio.riskFlags.entries()) facts.text('flag', 'risk flag', flag, { row });
      for (const [row, ticker] of portfolio.unresolved.entries())
        facts.text('unresolved', 'without a signal', ticker, { row });
    }
    if (!overlay) return;
    const source = { title: 'Portfolio overlay', ref: restPath('/portfolio/overlay'), asOf: asOfDay(overlay.asOf) };
    list.about(null, source).text('grade', 'grade', overlay.summary.grade);
    list.about(null, source).text('regime', 'volatility of the market', overlay.regime?.state.toLowerCase());
    list.about(null, source).fraction('regime_probability', 'probability of the state', overlay.regime?.probability, {
      terms: ['probability'],
    });
    for (const [row, holding] of overlay.holdings.entries()) {
      const facts = list.about(holding.ticker, source);
      facts.number('weight', 'weight', holding.weightPct, 'percent', { row, terms: ['weight', 'of the portfolio'] });
      facts.text('action', 'action', inPlainWords(holding.action), { row });
      facts.text('holding', 'ticker', holding.ticker, { row });
      facts.text('label', 'signal', inWords(holding.signal.label), { row });
      facts.number('holding_score', 'composite score', holding.signal.compositeScore, 'score', {
        row,
        terms: ['score', 'composite'],
      });
    }
  },
});
