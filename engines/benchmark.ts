/** The broad-market fund that plans are compared with and regimes are read from. */
export const BENCHMARK = 'SPY';
