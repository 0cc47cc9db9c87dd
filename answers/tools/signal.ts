import type { SignalToolQuery } from '../generated/operations.js';
import { entriesOf, inWords, restPath, tickersInput } from './inputs.js';
import { defineTool } from './tool.js';

const PRICE = { measure: 'price' };
/** Wilder's bounds of the RSI. */
const OVERBOUGHT = 70;
const OVERSOLD = 30;

/** Composite signal, its factors, prices of the last session and indicators. */
export const TOOL = defineTool<{ readonly tickers: readonly string[] }, SignalToolQuery>({
  name: 'signal',
  description:
    'Composite signal of listed securities: label, score, factors; price and change of the last session; indicators.',
  input: tickersInput,
  operation: /* GraphQL */ `
    query SignalTool($tickers: [Ticker!]!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        name
        sector
        industry
        kind
        isStale
        lastSession
        signal {
          label
          compositeScore
          confidence
          scores {
            technical { score }
            momentum { score details { volumeRatio } }
            fundamentals { score details { earningsSurprise revenueSurprise } }
            microstructure { score }
            optionsFlow { score }
          }
          quote { last previousClose change changePct vwap volume afterHours session asOf }
          indicators { rsi sma20 sma50 sma200 macdHistogram }
          microstructure { bias { direction } }
          asOf
        }
        quote { last previousClose change changePct volume session asOf }
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers }) {
    for (const [ticker, security] of entriesOf(tickers, securitiesByTicker)) {
      const { signal } = security;
      const quote = signal?.quote ?? security.quote;
      if (quote === null) continue;
      const source = {
        title: `Signal of ${ticker}`,
        ref: restPath('/signal', { ticker }),
        asOf: signal?.asOf ?? quote.asOf,
      };
      const facts = list.about(ticker, source);
      facts.text('name', 'name', security.name);
      facts.text('sector', 'sector', security.sector);
      facts.text('kind', 'kind', inWords(security.kind));
      if (security.isStale) facts.date('stale', 'last stored session', security.lastSession);
      facts.date('session', 'session', quote.session);
      facts.number('price', 'price', quote.last, 'usd_per_share', { ...PRICE, terms: ['trades', 'closed', 'stands'] });
      facts.number('previous', 'previous close', quote.previousClose, 'usd_per_share', PRICE);
      facts.number('change', 'change of the session', quote.changePct, 'percent', { ...PRICE, isChange: true });
      facts.count('volume', 'volume', quote.volume, 'shares', { terms: ['traded'] });
      if (signal === null) continue;
      facts.number('after_hours', 'price after hours', signal.quote.afterHours, 'usd_per_share', PRICE);
      facts.number('vwap', 'VWAP', signal.quote.vwap, 'usd_per_share');
      facts.text('label', 'signal', inWords(signal.label));
      facts.number('score', 'composite score', signal.compositeScore, 'score', {
        terms: ['composite', 'score', 'scores', 'reads'],
      });
      facts.number('confidence', 'confidence', signal.confidence, 'score');
      const { technical, momentum, fundamentals, microstructure, optionsFlow } = signal.scores;
      facts.number('technical', 'technical', technical?.score, 'score');
      facts.number('momentum', 'momentum', momentum?.score, 'score');
      facts.number('fundamentals', 'fundamentals', fundamentals?.score, 'score');
      facts.number('microstructure', 'microstructure', microstructure?.score, 'score');
      facts.number('options_flow', 'options flow', optionsFlow?.score, 'score');
      facts.number('volume_ratio', 'volume ratio', momentum?.details.volumeRatio, 'multiple', {
        terms: ['times', 'mean volume of 20 sessions'],
      });
      facts.number('earnings_surprise', 'earnings surprise', fundamentals?.details.earningsSurprise, 'statistic', {
        isChange: true,
      });
      const { rsi, sma20, sma50, sma200, macdHistogram } = signal.indicators;
      facts.number('rsi', 'RSI', rsi, 'statistic', { terms: ['relative strength index'] });
      facts.number('overbought', 'bound of overbought', OVERBOUGHT, 'statistic', { terms: ['overbought'] });
      facts.number('oversold', 'bound of oversold', OVERSOLD, 'statistic', { terms: ['oversold'] });
      facts.number('sma20', '20-day average', sma20, 'usd_per_share');
      facts.number('sma50', '50-day average', sma50, 'usd_per_share');
      facts.number('sma200', '200-day average', sma200, 'usd_per_share');
      facts.number('macd', 'MACD histogram', macdHistogram, 'usd_per_share');
      facts.text('bias', 'pressure of the session', signal.microstructure.bias?.direction.toLowerCase());
    }
  },
});
