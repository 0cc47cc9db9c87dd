import { asOfDay } from '../facts/as-of.js';
import type { MicrostructureToolQuery } from '../generated/operations.js';
import { entriesOf, restPath, tickersInput } from './inputs.js';
import { defineTool } from './tool.js';

/** How the last session traded. */
export const TOOL = defineTool<{ readonly tickers: readonly string[] }, MicrostructureToolQuery>({
  name: 'microstructure',
  description:
    'How listed securities traded in the last session, from minute bars: VPIN, spreads, order-flow imbalance, volatility and its regime, estimated flow.',
  input: tickersInput,
  operation: /* GraphQL */ `
    query MicrostructureTool($tickers: [Ticker!]!) {
      securitiesByTicker(tickers: $tickers) {
        ticker
        microstructure {
          asOf
          vpin
          rollSpread
          bidAskSpreadBasisPoints
          orderFlowImbalance
          relativeVolume
          historicalVolatilityPct
          intradayVolatilityPct
          pointOfControl
          valueArea { low high }
          volatilityRegime
          institutionalFlow { buyPct sellPct }
        }
      }
    }
  `,
  tell({ securitiesByTicker }, list, { tickers }) {
    for (const [ticker, { microstructure: measures }] of entriesOf(tickers, securitiesByTicker)) {
      if (!measures) continue;
      const facts = list.about(ticker, {
        title: `Microstructure of ${ticker}`,
        ref: restPath('/microstructure', { ticker }),
        asOf: asOfDay(measures.asOf),
      });
      facts.date('session', 'session', measures.asOf);
      facts.number('vpin', 'VPIN', measures.vpin, 'statistic');
      facts.number('imbalance', 'order-flow imbalance', measures.orderFlowImbalance, 'statistic', { isChange: true });
      facts.number('relative_volume', 'relative volume', measures.relativeVolume, 'multiple', { terms: ['times'] });
      facts.number('volatility', '30-day volatility', measures.historicalVolatilityPct, 'percent', {
        terms: ['volatility'],
      });
      facts.text('regime', 'volatility regime', measures.volatilityRegime?.toLowerCase());
      facts.number('control', 'point of control', measures.pointOfControl, 'usd_per_share');
      facts.number('value_low', 'lower end of the value area', measures.valueArea?.low, 'usd_per_share', {
        terms: ['value area'],
      });
      facts.number('value_high', 'upper end of the value area', measures.valueArea?.high, 'usd_per_share', {
        terms: ['value area'],
      });
      facts.number('buy', 'estimated buying', measures.institutionalFlow?.buyPct, 'percent', {
        terms: ['buying', 'bought'],
      });
      facts.number('sell', 'estimated selling', measures.institutionalFlow?.sellPct, 'percent', {
        terms: ['selling', 'sold'],
      });
    }
  },
});
