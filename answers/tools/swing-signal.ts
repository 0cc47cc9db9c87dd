import type { SwingSignalToolQuery } from '../generated/operations.js';
import { entriesOf, inPlainWords, inWords, restPath, tickersInput } from './inputs.js';
import { defineTool } from './tool.js';

const PERIODS: Readonly<Record<string, string>> = {
  WEEKS_2_TO_4: '2-4 weeks',
  WEEKS_1_TO_2: '1-2 weeks',
  DAYS_2_TO_5: '2-5 days',
  NONE: 'none',
};

/** Signal for days to weeks. */
export const TOOL = defineTool<{ readonly tickers: readonly string[] }, SwingSignalToolQuery>({
  name: 'swing_signal',
  description: 'Signal of listed securities for days to weeks: label, score, side, conviction, three pillars.',
  input: tickersInput,
  operation: /* GraphQL */ `
    query SwingSignalTool($tickers: [Ticker!]!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        swingSignal {
          label
          score
          direction
          conviction { grade label positionSize holdPeriod }
          pillars { technical { score } flow { score } sentiment { score } }
          asOf
        }
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers }) {
    for (const [ticker, { swingSignal: swing }] of entriesOf(tickers, securitiesByTicker)) {
      if (!swing) continue;
      const facts = list.about(ticker, {
        title: `Swing signal of ${ticker}`,
        ref: restPath('/swing-signal', { ticker }),
        asOf: swing.asOf,
      });
      facts.text('label', 'swing signal', inWords(swing.label));
      facts.number('score', 'score of the swing signal', swing.score, 'score', { terms: ['swing signal', 'score'] });
      facts.text('direction', 'side', swing.direction.toLowerCase());
      facts.text('grade', 'grade', swing.conviction.grade);
      facts.text('conviction', 'conviction', inPlainWords(swing.conviction.label));
      facts.text('size', 'position size', inPlainWords(swing.conviction.positionSize));
      facts.text('period', 'holding period', PERIODS[swing.conviction.holdPeriod]);
      facts.number('technical', 'technical pillar', swing.pillars.technical?.score, 'score', { terms: ['technical'] });
      facts.number('flow', 'flow pillar', swing.pillars.flow?.score, 'score', { terms: ['flow'] });
      facts.number('sentiment', 'sentiment pillar', swing.pillars.sentiment?.score, 'score', { terms: ['sentiment'] });
    }
  },
});
