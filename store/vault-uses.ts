import { CompiledQuery, type ColumnType, type Kysely, type Selectable } from 'kysely';
import { plannedOnce } from './planned-once.js';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';

export type VaultAction = 'request' | 'login_check';

declare module './tables.js' {
  interface Tables {
    /** The audit log: every use of the vault by an agent, refused ones too. */
    vault_uses: {
      id: string;
      seq: ColumnType<number, never, never>;
      accountId: string;
      /** As the agent sent it, if the account has such an item. */
      itemId: string | null;
      itemName: string | null;
      keyId: string | null;
      sessionId: string | null;
      action: VaultAction;
      method: string;
      /** With the port, if it is not 443. */
      host: string | null;
      /** Without the query, and with credentials masked. */
      path: string | null;
      /** Whether it counts towards the hourly cap. */
      isCounted: boolean;
      /** Number among the account's counted uses, from 1 without gaps; null for one that does not count. */
      place: number | null;
      /** `succeeded`, or the error code; null while it is under way, and for good if the process died. */
      outcome: string | null;
      httpStatus: number | null;
      at: ColumnType<Date, Date, never>;
      durationMs: number | null;
    };
  }
}

export type VaultUse = Readonly<Selectable<Tables['vault_uses']>>;

/** How a use ended. */
export interface VaultUseEnd {
  readonly outcome: string;
  readonly httpStatus: number | null;
  readonly durationMs: number;
}

export interface VaultUsesPage {
  readonly rows: readonly VaultUse[];
  readonly total: number;
  readonly hasNext: boolean;
}

export interface VaultUsesRepository {
  /** Records how uses ended, by their ids, in one statement. */
  end(ends: ReadonlyMap<string, VaultUseEnd>): Promise<void>;
  get(accountId: string, id: string): Promise<VaultUse | undefined>;
  /** Newest first. */
  page(
    accountId: string,
    options: { readonly first: number; readonly beforeSeq: number | undefined },
  ): Promise<VaultUsesPage>;
  /** Deletes uses from before `at`; returns how many. */
  deleteBefore(at: Date): Promise<number>;
}

const END = plannedOnce(`
  update vault_uses set outcome = ended.outcome, http_status = ended.http_status, duration_ms = ended.duration_ms
  from unnest($1::text[], $2::text[], $3::integer[], $4::integer[]) as ended (id, outcome, http_status, duration_ms)
  where vault_uses.id = ended.id`);

function createVaultUsesRepository(db: Kysely<Tables>): VaultUsesRepository {
  return {
    async end(ends) {
      const all = [...ends.values()];
      const columns = [
        all.map(({ outcome }) => outcome),
        all.map(({ httpStatus }) => httpStatus),
        all.map(({ durationMs }) => durationMs),
      ];
      await db.executeQuery(CompiledQuery.raw(END, [[...ends.keys()], ...columns]));
    },
    get: (accountId, id) =>
      db
        .selectFrom('vault_uses')
        .selectAll()
        .where('accountId', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst(),
    async page(accountId, { first, beforeSeq }) {
      const rows = await db
        .selectFrom('vault_uses')
        .selectAll()
        .where('accountId', '=', accountId)
        .$if(beforeSeq !== undefined, (query) => query.where('seq', '<', beforeSeq ?? 0))
        .orderBy('seq', 'desc')
        .limit(first + 1)
        .execute();
      const { total } = await db
        .selectFrom('vault_uses')
        .select((select) => select.fn.countAll<number>().as('total'))
        .where('accountId', '=', accountId)
        .executeTakeFirstOrThrow();
      return { rows: rows.slice(0, first), total, hasNext: rows.length > first };
    },
    async deleteBefore(at) {
      const { numDeletedRows } = await db.deleteFrom('vault_uses').where('at', '<', at).executeTakeFirst();
      return Number(numDeletedRows);
    },
  };
}

export const REPOSITORY = {
  create: createVaultUsesRepository,
  tables: { vault_uses: 'uncached' },
  migrations: {
    '0073-places-of-vault-uses': [
      'alter table vault_uses add column place bigint',
      `update vault_uses set place = numbered.place
        from (select id, row_number() over (partition by account_id order by at, seq) as place from vault_uses where is_counted) as numbered
        where numbered.id = vault_uses.id`,
      'create unique index vault_uses_places on vault_uses (account_id, place)',
      'drop index vault_uses_hour',
    ],
  },
} as const satisfies RepositoryRow;
