import type { Migration } from 'kysely';
import * as foundation from './0001-foundation.js';
import * as webhooks from './0002-webhooks.js';

/** Every migration by name, applied in the order of their names. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-foundation': foundation,
  '0002-webhooks': webhooks,
};
