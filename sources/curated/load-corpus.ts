import { sql } from 'kysely';
import type { Store } from '../../store/open-store.js';
import { companyRows, CURATED, investorRow } from './corpus-rows.js';
import { readCorpusFiles, type CorpusFiles } from './read-corpus.js';

const SETTING = 'curated_corpus';
/** The repositories that the corpus fills. */
export const CORPUS_REPOSITORIES = [
  'privateCompanies',
  'privateRounds',
  'secondaryEvents',
  'privateStakes',
  'privateRelations',
  'investors',
] as const;
/** Those whose rows have no instant. */
const REPLACED = ['privateStakes', 'privateRelations', 'investors'] as const;

export interface CorpusSummary {
  /** `loaded`, or `current`: the store has these files already. */
  readonly status: 'loaded' | 'current';
  readonly companies: number;
  readonly investors: number;
}

/**
 * Puts the corpus of private companies and firms into the store under the source `curated`, in place of an earlier one.
 * Companies and firms with the same slug from other sources are replaced. One transaction: all of it or nothing. Files
 * that the store has already are not checked again.
 */
export async function loadCorpus(store: Store, files: CorpusFiles = readCorpusFiles()): Promise<CorpusSummary> {
  const counts = { companies: files.companies.length, investors: files.investors.length };
  if ((await store.settings.get(SETTING)) === files.digest) return { status: 'current', ...counts };
  const corpus = files.check();
  const rows = corpus.companies.map(companyRows);
  await store.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${SETTING}))`.execute(tx);
    const [companies, rounds] = [rows.map(({ company }) => company), rows.flatMap((row) => row.rounds)];
    const events = rows.flatMap((row) => row.events);
    // What is as it was stays, so that it keeps the instant at which it was stored.
    await store.privateCompanies.removeSource(tx, CURATED, companies);
    await store.privateRounds.removeSource(tx, CURATED, rounds);
    await store.secondaryEvents.removeSource(tx, CURATED, events);
    for (const name of REPLACED) await store[name].removeSource(tx, CURATED);
    await store.privateCompanies.upsert(tx, companies);
    await store.privateRounds.upsert(tx, rounds);
    await store.secondaryEvents.upsert(tx, events);
    await store.privateStakes.upsert(
      tx,
      rows.flatMap(({ stakes }) => stakes),
    );
    await store.privateRelations.upsert(
      tx,
      rows.flatMap(({ relations }) => relations),
    );
    await store.investors.upsert(tx, corpus.investors.map(investorRow));
    await store.settings.set(SETTING, corpus.digest, tx);
  });
  return { status: 'loaded', ...counts };
}
