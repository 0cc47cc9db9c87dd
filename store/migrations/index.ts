import type { Migration } from 'kysely';
import * as foundation from './0001-foundation.js';
import * as webhooks from './0002-webhooks.js';
import * as composites from './0003-composites.js';
import * as producerStates from './0004-producer-states.js';
import * as watchlists from './0005-watchlists.js';
import * as ipoListings from './0006-ipo-listings.js';
import * as tableVersions from './0007-table-versions.js';
import * as idempotency from './0008-idempotency.js';

/** All migrations, applied in the order of their names. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-foundation': foundation,
  '0002-webhooks': webhooks,
  '0003-composites': composites,
  '0004-producer-states': producerStates,
  '0005-watchlists': watchlists,
  '0006-ipo-listings': ipoListings,
  '0007-table-versions': tableVersions,
  '0008-idempotency': idempotency,
};
