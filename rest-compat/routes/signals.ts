import { isBody, type Body, type Shape } from '../projection/shape.js';
import type { RouteGroup } from '../route.js';

const NO_SCORES = { technical: null, momentum: null, fundamentals: null, microstructure: null, options_flow: null };
const NO_INDICATORS = { rsi: null, sma_20: null, sma_50: null, sma_200: null, macd_histogram: null };

/** A ticker without any factor has no signal in the graph; in REST its label and score are null beside its prices. */
const withoutFactors: Shape = {
  apply: (body) => body,
  describe(schema) {
    const { signal, composite_score: score } = schema.properties;
    const options: unknown = signal?.['enum'];
    const properties = {
      ...schema.properties,
      signal: {
        ...signal,
        type: ['string', 'null'],
        enum: Array.isArray(options) ? [...(options as unknown[]), null] : options,
      },
      composite_score: { ...score, type: ['number', 'null'] },
    };
    return { ...schema, properties };
  },
  absent({ quote }): Body | null {
    if (!isBody(quote)) return null;
    const { as_of: timestamp, ...price } = quote;
    return {
      signal: null,
      composite_score: null,
      confidence: 0,
      scores: NO_SCORES,
      price,
      indicators: NO_INDICATORS,
      microstructure: { score: null, health: null, bias: null },
      timestamp,
    };
  },
};

/** Contract 4.1, signals. */
export const GROUP: RouteGroup = {
  position: 10,
  tag: 'Signals',
  description: 'The composite multi-factor signal.',
  routes: [
    {
      method: 'GET',
      path: '/signal',
      operation: 'signal',
      summary: 'Composite signal for a ticker',
      words: 'stock share price quote score buy sell rsi options flow',
      shape: withoutFactors,
      sample: { parameters: { ticker: 'AAPL' }, tier: 'free', units: 1, source: 'simulated' },
    },
  ],
};
