/** The primary when it was asked. */
export interface PrimarySample {
  /** End of its write-ahead log. */
  readonly end: string;
  readonly timeline: string;
  readonly system: string;
  readonly database: string;
}

/** The replica when it was asked. */
export interface ReplicaSample {
  readonly isStandby: boolean;
  /** When the server was started. */
  readonly startedAt: string;
  /** Up to where it has replayed the primary's log; null if it is no standby. */
  readonly end: string | null;
  readonly timeline: string;
  readonly system: string;
  readonly database: string;
}

export const PRIMARY = `
  select pg_current_wal_insert_lsn()::text as "end", left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline,
    (select system_identifier::text from pg_control_system()) as system, current_database()::text as database`;

/** Tells a server from another one, and from itself before it was started again. */
export const STARTED = 'select pg_postmaster_start_time()::text as "startedAt"';

/** The timeline is the one that it has reached for certain: a standby of a former primary stays on the old one. */
export const STANDBY = `
  select pg_is_in_recovery() as "isStandby", pg_postmaster_start_time()::text as "startedAt",
    pg_last_wal_replay_lsn()::text as "end",
    lpad(upper(to_hex(greatest((select timeline_id from pg_control_checkpoint()),
      (select min_recovery_end_timeline from pg_control_recovery())))), 8, '0') as timeline,
    (select system_identifier::text from pg_control_system()) as system, current_database()::text as database`;

/** Whether the replica is no standby of the primary's database. */
export function isUnrelated(primary: PrimarySample, replica: ReplicaSample): boolean {
  return !replica.isStandby || replica.system !== primary.system || replica.database !== primary.database;
}

/** Why the replica's position says nothing about the primary's data; null if it does. */
export function faultOf(primary: PrimarySample | undefined, replica: ReplicaSample | undefined): string | null {
  if (primary === undefined || replica === undefined) return 'the primary does not answer';
  if (isUnrelated(primary, replica)) return 'it is no standby of the database in DATABASE_URL';
  return primary.timeline === replica.timeline ? null : 'it follows another timeline than the primary';
}
