import type { CoveredSecurity } from '../../store/coverage.js';

/** How far the daily bars of a security reach. */
export type CoverageState = 'none' | 'stale' | 'current';

export interface CoveredSecurityParent extends CoveredSecurity {
  readonly state: CoverageState;
}
