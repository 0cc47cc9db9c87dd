import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { VERSIONED_TABLES } from './repositories.js';

/**
 * The dependencies of a response: the versions of all data read for it, by name: a table, or `bars:` and a symbol. The
 * response is valid while all of them are current.
 */
export type Versions = Map<string, number>;

/** The versions of what one caller reads: where reads wait for others, callers take turns. */
export class CallerVersions extends Map<string, number> {
  /** An account. */
  readonly caller: string;

  constructor(caller: string) {
    super();
    this.caller = caller;
  }
}

/** Whose reads they are; undefined for reads of the program itself. */
export function callerOf(versions: Versions): string | undefined {
  return versions instanceof CallerVersions ? versions.caller : undefined;
}

/** Never a current version: a response that depends on it must not be cached. */
export const UNVERSIONED = -1;

/** Notification `<table> <version>`, sent on commit; a repeated notification ends with the id of its requester. */
export const TABLE_VERSIONS = 'table_versions';

/** Of several reads the oldest version counts, because part of the response depends on it. */
export function noteVersion(versions: Versions, name: string, version: number): void {
  const known = versions.get(name);
  if (known === undefined || version < known) versions.set(name, version);
}

interface State {
  /** The newest version received. */
  version: number;
  /** The round of the repeated notification required before the version is trusted; 0 if it is trusted. */
  awaited: number;
}

/**
 * Table versions received by this process. They arrive only by notification, in commit order and after the
 * notifications that invalidate cached rows: a read after a version was received finds rows of that version or newer.
 */
export class TableVersions {
  readonly #states: ReadonlyMap<string, State> = new Map(
    VERSIONED_TABLES.map((table) => [table, { version: UNVERSIONED, awaited: 1 }]),
  );
  readonly #repeat: (tables: readonly string[], asker: string) => Promise<unknown>;
  readonly #asker = randomUUID();
  #round = 1;

  /** @param repeat sends the notifications of these tables' current versions again, each followed by `asker` */
  constructor(repeat: (tables: readonly string[], asker: string) => Promise<unknown>) {
    this.#repeat = repeat;
  }

  /** The table's version; undefined while uncertain, and for tables without one. */
  of(table: string): number | undefined {
    const state = this.#states.get(table);
    return state?.awaited === 0 ? state.version : undefined;
  }

  /** Discards all versions: notifications do not arrive, or may have been missed. */
  forget(): void {
    this.#round += 1;
    for (const state of this.#states.values()) Object.assign(state, { version: UNVERSIONED, awaited: this.#round });
  }

  /** Stops trusting the versions of these tables, or of all, and requests them again. Resolves once requested. */
  async renew(tables: readonly string[] = VERSIONED_TABLES): Promise<void> {
    const versioned = tables.filter((table) => this.#states.has(table));
    if (versioned.length === 0) return;
    this.#round += 1;
    for (const table of versioned) Object.assign(this.#states.get(table) ?? {}, { awaited: this.#round });
    await this.#repeat(versioned, `${this.#asker} ${String(this.#round)}`);
  }

  /** Handles a notification. Returns the table if it has a version that is new to this process. */
  heard(payload: string): string | undefined {
    const [table = '', version, asker, round] = payload.split(' ');
    const state = this.#states.get(table);
    if (state === undefined) return undefined;
    const isAnswer = asker === this.#asker && Number(round) >= state.awaited;
    const isNewer = Number(version) > state.version;
    if (!isAnswer && !isNewer) return undefined;
    // Data read for the response may be older than a notification that overtook it.
    state.version = Math.max(state.version, Number(version));
    state.awaited = 0;
    return isNewer ? table : undefined;
  }
}

/** Sends the current versions again, to all listeners, after the notifications of earlier commits. */
export async function repeatVersions<DB>(db: Kysely<DB>, tables: readonly string[], asker: string): Promise<void> {
  await sql`
    select pg_notify(${TABLE_VERSIONS}, name || ' ' || version || ' ' || ${asker})
    from table_versions where name = any(${[...tables]}::text[])`.execute(db);
}

const TRIGGER = 'note_table_write';

/** Creates missing version triggers; processes that start at once wait for each other. */
export async function versionTables<DB>(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${TRIGGER}))`.execute(tx);
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
      where tgname = ${TRIGGER} and relnamespace = current_schema()::regnamespace`.execute(tx);
    const present = new Set(rows.map(({ name }) => name));
    for (const table of VERSIONED_TABLES.filter((name) => !present.has(name))) {
      await sql`create trigger ${sql.id(TRIGGER)} after insert or update or delete or truncate on ${sql.table(table)}
        for each statement execute function note_table_write()`.execute(tx);
      await sql`insert into table_versions (name, version) values (${table}, 0) on conflict do nothing`.execute(tx);
    }
  });
}
