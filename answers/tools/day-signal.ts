import type { DaySignalToolQuery } from '../generated/operations.js';
import { entriesOf, inWords, restPath, tickersInput } from './inputs.js';
import { defineTool } from './tool.js';

/** Signal for the session at hand. */
export const TOOL = defineTool<{ readonly tickers: readonly string[] }, DaySignalToolQuery>({
  name: 'day_signal',
  description: 'Signal of listed securities for the session at hand: label, score, side, VWAP, trade plan.',
  input: tickersInput,
  operation: /* GraphQL */ `
    query DaySignalTool($tickers: [Ticker!]!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        daySignal {
          label
          score
          direction
          vwap { value distancePct position }
          tradePlan { entry stop target rewardToRisk }
          tradePlanReason
          asOf
        }
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers }) {
    for (const [ticker, { daySignal }] of entriesOf(tickers, securitiesByTicker)) {
      if (!daySignal) continue;
      const facts = list.about(ticker, {
        title: `Day signal of ${ticker}`,
        ref: restPath('/day-signal', { ticker }),
        asOf: daySignal.asOf,
      });
      facts.text('label', 'day signal', inWords(daySignal.label));
      facts.number('score', 'score of the day signal', daySignal.score, 'score', { terms: ['day signal', 'score'] });
      facts.text('direction', 'side', daySignal.direction.toLowerCase());
      facts.number('vwap', 'VWAP', daySignal.vwap?.value, 'usd_per_share');
      facts.number('vwap_distance', 'distance to VWAP', daySignal.vwap?.distancePct, 'percent', {
        isChange: true,
        terms: ['VWAP'],
      });
      facts.number('entry', 'entry', daySignal.tradePlan?.entry, 'usd_per_share');
      facts.number('stop', 'stop', daySignal.tradePlan?.stop, 'usd_per_share');
      facts.number('target', 'target', daySignal.tradePlan?.target, 'usd_per_share');
      facts.number('reward', 'reward to risk', daySignal.tradePlan?.rewardToRisk, 'multiple', { terms: ['reward'] });
    }
  },
});
