import { sql, type Kysely } from 'kysely';
import type { RepositoryRow } from './repository-row.js';
import type { Tables } from './tables.js';

/** The columns with secrets that SVC_SECRET_KEY encrypts, each bound to the id of its row. */
const COLUMNS = [
  { table: 'webhook_endpoints', column: 'secret' },
  { table: 'webhook_endpoints', column: 'next_secret' },
  { table: 'agents', column: 'webhook_secret' },
] as const;

/** A secret encrypted anew; null if it is encrypted with the current key. */
type Anew = (sealed: Buffer, id: string) => Buffer | null;

export interface SealedSecretsRepository {
  /**
   * Replaces the secrets, and the stored fingerprint of their key, in one transaction. Returns how many it replaced.
   */
  reseal(key: { readonly setting: string; readonly fingerprint: string }, anew: Anew): Promise<number>;
}

function createSealedSecretsRepository(db: Kysely<Tables>): SealedSecretsRepository {
  return {
    reseal: ({ setting, fingerprint }, anew) =>
      db.transaction().execute(async (tx) => {
        let count = 0;
        for (const { table, column } of COLUMNS) {
          const [from, name] = [sql.table(table), sql.ref(column)];
          const { rows } = await sql<{ id: string; sealed: Buffer }>`
            select id, ${name} as sealed from ${from} where ${name} is not null order by id for update`.execute(tx);
          for (const { id, sealed } of rows) {
            const next = anew(sealed, id);
            if (next === null) continue;
            await sql`update ${from} set ${name} = ${next} where id = ${id}`.execute(tx);
            count += 1;
          }
        }
        const value = JSON.stringify(fingerprint);
        await tx
          .insertInto('settings')
          .values({ name: setting, value })
          .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
          .execute();
        return count;
      }),
  };
}

export const REPOSITORY = {
  create: createSealedSecretsRepository,
  tables: {},
  alsoReads: ['webhook_endpoints', 'agents', 'settings'],
} as const satisfies RepositoryRow;
