import { sql } from 'kysely';
import type { Store } from '../../store/open-store.js';
import { companyRows, CURATED, investorRow } from './corpus-rows.js';
import { readCorpus, type Corpus } from './read-corpus.js';

const SETTING = 'curated_corpus';
/** The repositories that the corpus fills. */
export const CORPUS_REPOSITORIES = [
  'privateCompanies', 'privateRounds', 'secondaryEvents', 'privateStakes', 'privateRelations', 'investors',
] as const;

export interface CorpusSummary {
  /** `loaded`, or `current`: the store has these files already. */
  readonly status: 'loaded' | 'current';
  readonly companies: number;
  readonly investors: number;
}

/**
 * Puts the corpus of private companies and firms into the store under the source `curated`, in place of an earlier one.
 * Companies and firms with the same slug from other sources are replaced. One transaction: all of it or nothing.
 */
export async function loadCorpus(store: Store, corpus: Corpus = readCorpus()): Promise<CorpusSummary> {
  const counts = { companies: corpus.companies.length, investors: corpus.investors.length };
  if ((await store.settings.get(SETTING)) === corpus.digest) return { status: 'current', ...counts };
  const rows = corpus.companies.map(companyRows);
  await store.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${SETTING}))`.execute(tx);
    for (const name of CORPUS_REPOSITORIES) await store[name].removeSource(tx, CURATED);
    await store.privateCompanies.upsert(tx, rows.map(({ company }) => company));
    await store.privateRounds.upsert(tx, rows.flatMap(({ rounds }) => rounds));
    await store.secondaryEvents.upsert(tx, rows.flatMap(({ events }) => events));
    await store.privateStakes.upsert(tx, rows.flatMap(({ stakes }) => stakes));
    await store.privateRelations.upsert(tx, rows.flatMap(({ relations }) => relations));
    await store.investors.upsert(tx, corpus.investors.map(investorRow));
    await store.settings.set(SETTING, corpus.digest, tx);
  });
  return { status: 'loaded', ...counts };
}
