import type pg from 'pg';
import { identifier } from './session-state.js';

/** What one round of maintenance did. */
export interface MaintenanceReport {
  readonly vacuumed: readonly string[];
  readonly walBytes: number;
  readonly isCheckpointed: boolean;
}

export interface MaintenanceOptions {
  /** WAL beyond this many bytes is written back by a checkpoint. */
  readonly walLimitBytes?: number;
  /** Whether changed tables are vacuumed and analysed as well. */
  readonly vacuums: boolean;
}

const DEFAULT_WAL_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * What background processes do for a PostgreSQL server, and nobody for the embedded one: VACUUM (ANALYZE) of the
 * tables that changed, one at a time so that others get their turn between, and CHECKPOINT by size of the WAL.
 */
export async function maintain(client: pg.ClientBase | pg.Pool, options: MaintenanceOptions): Promise<MaintenanceReport> {
  const vacuumed: string[] = [];
  if (options.vacuums) {
    // Counts of changes wait up to a second before they show; what is not counted yet would be vacuumed again.
    await client.query('select pg_stat_force_next_flush()');
    const { rows } = await client.query<{ schemaname: string; relname: string }>(
      `select schemaname, relname from pg_stat_user_tables
       where n_dead_tup > 0 or n_mod_since_analyze > 0 or n_ins_since_vacuum > 0 order by 1, 2`,
    );
    for (const { schemaname, relname } of rows) {
      await client.query(`vacuum (analyze) ${identifier(schemaname)}.${identifier(relname)}`);
      vacuumed.push(`${schemaname}.${relname}`);
    }
  }
  const { rows: wal } = await client.query<{ bytes: string | number }>('select coalesce(sum(size), 0) as bytes from pg_ls_waldir()');
  const walBytes = Number(wal[0]?.bytes ?? 0);
  const isCheckpointed = walBytes > (options.walLimitBytes ?? DEFAULT_WAL_LIMIT_BYTES);
  if (isCheckpointed) await client.query('checkpoint');
  return { vacuumed, walBytes, isCheckpointed };
}
