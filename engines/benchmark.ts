/** The broad-market fund used as benchmark of plans and for regimes. */
export const BENCHMARK = 'SPY';
