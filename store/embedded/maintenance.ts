import type pg from 'pg';
import { identifier } from './session-state.js';

/** Result of one maintenance round. */
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
 * Maintenance that PostgreSQL's background processes do and the embedded database lacks: VACUUM (ANALYZE) of changed
 * tables, one at a time so that other clients run in between, and CHECKPOINT by WAL size.
 */
export async function maintain(
  client: pg.ClientBase | pg.Pool,
  options: MaintenanceOptions,
): Promise<MaintenanceReport> {
  const vacuumed: string[] = [];
  if (options.vacuums) {
    // Change counts appear with up to a second of delay; uncounted changes would be vacuumed again.
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
  const { rows: wal } = await client.query<{ bytes: string | number }>(
    'select coalesce(sum(size), 0) as bytes from pg_ls_waldir()',
  );
  const walBytes = Number(wal[0]?.bytes ?? 0);
  const isCheckpointed = walBytes > (options.walLimitBytes ?? DEFAULT_WAL_LIMIT_BYTES);
  if (isCheckpointed) await client.query('checkpoint');
  return { vacuumed, walBytes, isCheckpointed };
}
