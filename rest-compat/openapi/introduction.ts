import { ANONYMOUS_PER_MINUTE, TIER_LIMITS, TIERS, type Tier } from '../../access/tiers.js';

function row(tier: Tier): string {
  const { perMinute, perMonth } = TIER_LIMITS[tier];
  return `| ${tier} | ${perMinute} | ${perMonth === null ? 'unlimited' : perMonth.toLocaleString('en-US')} |`;
}

/** Introduction for new users; the limits come from the table that enforces them. */
export const introduction = (): string =>
  [
    'Market signals, research statistics and backtests for US-listed equities and funds. ' +
      'Results are research information, not investment advice.',
    '',
    'Send your API key in the `X-API-Key` header or as `Authorization: Bearer <key>`, never in the URL: URLs are logged.',
    '',
    '| tier | requests per minute | requests per month |',
    '|---|---|---|',
    ...TIERS.map(row),
    '',
    `Without a key, an IP address may send ${ANONYMOUS_PER_MINUTE} requests per minute. The minute is a sliding ` +
      'window; the month is UTC. Server errors and 304 responses do not use the monthly quota.',
    '',
    'Every GET endpoint also supports HEAD. A successful GET response has an `ETag`; send it as `If-None-Match` to get ' +
      '304 if the response is unchanged. An unsupported method gets 405 with `Allow`.',
    '',
    'Ratios are decimals (0.05 is 5 percent); fields ending in `_pct` are percentages. Times are UTC. Unknown ' +
      'parameters are ignored; values out of range are rejected.',
  ].join('\n');
