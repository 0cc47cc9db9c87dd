import { ANONYMOUS_PER_MINUTE, TIER_LIMITS, TIERS, type Tier } from '../../access/tiers.js';

function row(tier: Tier): string {
  const { perMinute, perMonth } = TIER_LIMITS[tier];
  return `| ${tier} | ${perMinute} | ${perMonth === null ? 'unlimited' : perMonth.toLocaleString('en-US')} |`;
}

/** What a reader should know before the first call; limits come from the one table that enforces them. */
export const INTRODUCTION = [
  'Market signals, research statistics and backtests for US-listed equities and funds. Outputs are research information, not advice.',
  '',
  'Send a key in the `X-API-Key` header, or as `Authorization: Bearer <key>`; never in the URL, which reaches logs.',
  '',
  '| tier | requests a minute | requests a month |',
  '|---|---|---|',
  ...TIERS.map(row),
  '',
  `Without a key, an address may make ${ANONYMOUS_PER_MINUTE} requests a minute. The minute slides; the month is UTC, and an error on our side or a 304 costs nothing of it.`,
  '',
  'HEAD works where GET does. A successful GET carries an `ETag`; send it as `If-None-Match` and an unchanged answer is a 304. A path that does not take a method answers 405 with `Allow`.',
  '',
  'Ratios are decimals (0.05 is 5 percent); names ending in `_pct` are percentage numbers. Times are UTC. Unknown parameters are ignored, anything out of bounds is refused.',
].join('\n');
