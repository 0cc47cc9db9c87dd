import { asOfDay } from '../facts/as-of.js';
import type { EarningsSetupToolQuery } from '../generated/operations.js';
import { entriesOf, inPlainWords, restPath, tickersInput } from './inputs.js';
import { defineTool } from './tool.js';

/** What is known before the next report. */
export const TOOL = defineTool<{ readonly tickers: readonly string[] }, EarningsSetupToolQuery>({
  name: 'earnings_setup',
  description:
    "Before the next report: estimated date, move implied by options, analysts' revisions, price targets, growth, " +
    'moves after past filings.',
  input: tickersInput,
  operation: /* GraphQL */ `
    query EarningsSetupTool($tickers: [Ticker!]!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        lastSession
        earningsSetup {
          nextEarnings { date days }
          impliedMove { movePct dollars expiry quotedAt }
          impliedMoveReason
          revisions { upCount downCount upgrades downgrades targetRaises targetCuts quarter { upCount downCount } }
          targets { consensus median high low count upsidePct }
          fundamentalsTrend { revenueGrowth epsGrowth netIncomeGrowth }
          filingMoves { medianSizePct moves { filingDate session movePct } }
        }
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers }) {
    for (const [ticker, { earningsSetup: setup, lastSession }] of entriesOf(tickers, securitiesByTicker)) {
      if (!setup || lastSession === null) continue;
      const facts = list.about(ticker, {
        title: `Earnings setup of ${ticker}`,
        ref: restPath('/earnings-setup', { ticker }),
        asOf: asOfDay(lastSession),
      });
      facts.date('next', 'next report', setup.nextEarnings.date, { terms: ['reports', 'report'] });
      facts.count('days', 'days to the next report', setup.nextEarnings.days, 'days');
      const move = setup.impliedMove;
      facts.number('implied_move', 'implied move', move?.movePct, 'percent', { terms: ['move', 'options'] });
      facts.number('implied_dollars', 'implied move in dollars', move?.dollars, 'usd_per_share', { terms: ['move'] });
      facts.date('implied_expiry', 'expiry', move?.expiry);
      facts.date('implied_quoted', 'day of the quotes', move?.quotedAt);
      facts.text(
        'implied_reason',
        'reason',
        setup.impliedMoveReason === null ? null : inPlainWords(setup.impliedMoveReason),
      );
      facts.count('up', 'revisions up in 30 days', setup.revisions.upCount, 'revisions');
      facts.count('down', 'revisions down in 30 days', setup.revisions.downCount, 'revisions');
      facts.count('up_quarter', 'revisions up in 90 days', setup.revisions.quarter?.upCount, 'revisions', {
        terms: ['revised up', '90 days'],
      });
      facts.count('down_quarter', 'revisions down in 90 days', setup.revisions.quarter?.downCount, 'revisions', {
        terms: ['revised down'],
      });
      const { consensus, high, low, count, upsidePct } = setup.targets;
      facts.number('target', 'consensus price target', consensus, 'usd_per_share', {
        terms: ['price target', 'target', 'targets', 'consensus'],
      });
      facts.number('target_high', 'highest price target', high, 'usd_per_share', { terms: ['target', 'targets'] });
      facts.number('target_low', 'lowest price target', low, 'usd_per_share', { terms: ['target', 'targets'] });
      facts.count('target_count', 'firms with a target', count, 'firms', { terms: ['firms', 'targets'] });
      facts.number('upside', 'upside to the consensus', upsidePct, 'percent', {
        isChange: true,
        terms: ['upside', 'price'],
      });
      const growth = { isChange: true };
      facts.fraction('revenue_growth', 'growth of revenue', setup.fundamentalsTrend.revenueGrowth, {
        ...growth,
        measure: 'revenue',
        terms: ['revenue'],
      });
      facts.fraction('eps_growth', 'growth of earnings per share', setup.fundamentalsTrend.epsGrowth, {
        ...growth,
        measure: 'earnings per share',
        terms: ['earnings per share', 'EPS'],
      });
      facts.fraction('income_growth', 'growth of net income', setup.fundamentalsTrend.netIncomeGrowth, {
        ...growth,
        measure: 'net income',
        terms: ['net income'],
      });
      facts.number(
        'filing_move',
        'median size of the move after a filing',
        setup.filingMoves.medianSizePct,
        'percent',
        { terms: ['move', 'filings', 'median'] },
      );
      facts.count('filing_moves', 'filings', setup.filingMoves.moves.length, 'filings');
      for (const [row, { filingDate, session, movePct }] of setup.filingMoves.moves.entries()) {
        facts.date('filing_on', 'filing', filingDate, { row });
        facts.date('filing_session', 'session after the filing', session, { row });
        facts.number('filing_return', 'move after the filing', movePct, 'percent', {
          row,
          isChange: true,
          terms: ['moved by'],
        });
      }
    }
  },
});
