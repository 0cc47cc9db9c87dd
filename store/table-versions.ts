import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { VERSIONED_TABLES } from './version-policy.js';

/**
 * What an answer rests on: the version of everything that was read for it, by name: a table, or `bars:` and a symbol.
 * The answer is valid while each of them is still the current one.
 */
export type Versions = Map<string, number>;

/** Never a current version: what an answer must not be kept by. */
export const UNVERSIONED = -1;

/** Carries `<table> <version>`, sent with the commit of the change; a repeated notice ends with who asked for it. */
export const TABLE_VERSIONS = 'table_versions';

/** Of several reads the oldest counts: a part of the answer rests on it. */
export function noteVersion(versions: Versions, name: string, version: number): void {
  const known = versions.get(name);
  if (known === undefined || version < known) versions.set(name, version);
}

interface State {
  /** The newest that was heard of. */
  version: number;
  /** The round of the repeated notice that must be heard before the version is trusted; 0 while it is. */
  awaited: number;
}

/**
 * The versions of tables as this process has heard of them. They come by notification alone, in order of commits and
 * behind the notices that drop cached rows: a read after a version was heard finds rows of that version or newer ones.
 */
export class TableVersions {
  readonly #states: ReadonlyMap<string, State> = new Map(
    VERSIONED_TABLES.map((table) => [table, { version: UNVERSIONED, awaited: 1 }]),
  );
  readonly #repeat: (tables: readonly string[], asker: string) => Promise<unknown>;
  readonly #asker = randomUUID();
  #round = 1;

  /** @param repeat sends the notices of these tables' current versions once more, each with `asker` behind it */
  constructor(repeat: (tables: readonly string[], asker: string) => Promise<unknown>) {
    this.#repeat = repeat;
  }

  /** The table's version; undefined while it is not certain, and for what has none. */
  of(table: string): number | undefined {
    const state = this.#states.get(table);
    return state?.awaited === 0 ? state.version : undefined;
  }

  /** Forgets every version: notices do not arrive, or may have been missed. */
  forget(): void {
    this.#round += 1;
    for (const state of this.#states.values()) Object.assign(state, { version: UNVERSIONED, awaited: this.#round });
  }

  /** Trusts the versions of these tables, or of all, no longer, and asks for them. Resolves once it has asked. */
  async renew(tables: readonly string[] = VERSIONED_TABLES): Promise<void> {
    const versioned = tables.filter((table) => this.#states.has(table));
    if (versioned.length === 0) return;
    this.#round += 1;
    for (const table of versioned) Object.assign(this.#states.get(table) ?? {}, { awaited: this.#round });
    await this.#repeat(versioned, `${this.#asker} ${String(this.#round)}`);
  }

  /** Takes in a notice. */
  heard(payload: string): void {
    const [table = '', version, asker, round] = payload.split(' ');
    const state = this.#states.get(table);
    if (state === undefined) return;
    const isAnswer = asker === this.#asker && Number(round) >= state.awaited;
    if (!isAnswer && !(Number(version) > state.version)) return;
    // What was read for the answer may be older than a notice that overtook it.
    state.version = Math.max(state.version, Number(version));
    state.awaited = 0;
  }
}

/** Sends the current versions as notices once more: to every listener, behind all notices of commits before. */
export async function repeatVersions<DB>(db: Kysely<DB>, tables: readonly string[], asker: string): Promise<void> {
  await sql`
    select pg_notify(${TABLE_VERSIONS}, name || ' ' || version || ' ' || ${asker})
    from table_versions where name = any(${[...tables]}::text[])`.execute(db);
}

const TRIGGER = 'note_table_write';

/** Sets the triggers that count versions, where one is missing; processes that start at once wait for each other. */
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
