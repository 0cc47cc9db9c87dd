import type { AskingChecks } from '../build/gates.js';
import type { Services } from '../services.js';
import { COMPANY_CHECKS } from './companies.js';
import { FIT_CHECKS } from './investor-fit.js';
import { INVESTOR_CHECKS } from './investors.js';
import { READINESS_CHECKS } from './ipo-readiness.js';
import { LIQUIDITY_CHECKS } from './private-liquidity.js';
import { MARKS_CHECKS } from './private-marks.js';
import { TAPE_CHECKS } from './secondary-tape.js';
import { createPrivateNewsChecks } from './private-company-news.js';
import { STAKE_CHECKS } from './stake-map.js';
import { createStartupNewsChecks } from './startup-news.js';

/** Cursors and words are checked before the quota is. */
export function createPrivateMarketsChecks(services: Services): AskingChecks {
  return {
    ...COMPANY_CHECKS,
    ...FIT_CHECKS,
    ...INVESTOR_CHECKS,
    ...LIQUIDITY_CHECKS,
    ...MARKS_CHECKS,
    ...READINESS_CHECKS,
    ...STAKE_CHECKS,
    ...TAPE_CHECKS,
    ...createPrivateNewsChecks(services),
    ...createStartupNewsChecks(services),
  };
}
