import type { Transaction } from 'kysely';
import { parseIsoDate } from '../../calendar/days.js';
import { companyOverlay } from '../../engines/company-overlay/company-overlay.js';
import type { OverlaidCompany, OverlayFact } from '../../engines/company-overlay/evidence.js';
import type { CompanyOverlay, NewOverlay } from '../../store/company-overlays.js';
import type { Store } from '../../store/open-store.js';
import type { StoredCompany } from '../../store/private-companies.js';
import type { PrivateRound } from '../../store/private-rounds.js';
import { rowsByKey } from '../../store/rows-by-key.js';
import type { Tables } from '../../store/tables.js';
import { readEvidence, type EvidenceStore } from './read-evidence.js';

export type OverlayStore = EvidenceStore & Pick<Store, 'db' | 'companyOverlays' | 'privateCompanies' | 'privateRounds'>;

/** How many facts a run has laid over companies, and how many it has taken away. */
export interface OverlayChange {
  readonly added: number;
  readonly ended: number;
}

function companyOf({ slug, hq, profile }: StoredCompany, stored: readonly PrivateRound[]): OverlaidCompany {
  const told = stored.filter(({ confidence }) => confidence !== 'indicative');
  const dayOf = (field: string): number | null => parseIsoDate(profile?.facts[field]?.asOf ?? '');
  const valued = told.flatMap(({ day, postMoneyUsd }) => (postMoneyUsd === null ? [] : [day]));
  return {
    slug,
    rounds: told.filter(({ kind }) => kind === 'round'),
    valuedDay: valued.length === 0 ? null : Math.max(...valued),
    totalRaisedUsd: profile?.totalRaisedUsd ?? null,
    totalRaisedDay: dayOf('totalRaisedUsd'),
    status: profile?.ipoStatus ?? null,
    statusDay: dayOf('ipoStatus'),
    headquarters: hq,
    country: profile?.country ?? null,
  };
}

async function wantedFacts(
  store: OverlayStore,
  tx: Transaction<Tables>,
  current: readonly CompanyOverlay[],
  now: Date,
): Promise<readonly OverlayFact[]> {
  const evidence = await readEvidence(store, tx, current, now);
  const slugs = [...evidence.keys()];
  const companies = await store.privateCompanies.stored(tx, slugs);
  const rounds = rowsByKey(await store.privateRounds.within(tx, slugs), ({ slug }) => slug);
  return [...evidence].flatMap(([slug, ofCompany]) => {
    const company = companies.get(slug);
    return company === undefined ? [] : companyOverlay(companyOf(company, rounds.get(slug) ?? []), ofCompany);
  });
}

/** JSON with sorted keys, which the database does not keep in order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

function identityOf({ slug, field, origin, key, value, asOfDay, sourceUrl, source }: NewOverlay): string {
  return canonical([slug, field, origin, key, value, asOfDay, sourceUrl, source]);
}

/**
 * Lays over stored private companies what news, filings and the IPO calendar tell of them now, and takes away what they
 * no longer tell; what was once laid over them stays in the record. One transaction: all of it or nothing. A run
 * without new evidence writes nothing.
 */
export async function refreshOverlay(store: OverlayStore, now: Date): Promise<OverlayChange> {
  return store.db.transaction().execute(async (tx) => {
    await store.companyOverlays.lock(tx);
    const current = await store.companyOverlays.current(tx);
    const wanted = new Map((await wantedFacts(store, tx, current, now)).map((fact) => [identityOf(fact), fact]));
    const kept = new Set(current.map(identityOf));
    const ended = current.filter((fact) => !wanted.has(identityOf(fact))).map(({ id }) => id);
    const added = [...wanted].flatMap(([identity, fact]) => (kept.has(identity) ? [] : [fact]));
    await store.companyOverlays.change(tx, ended, added, now);
    return { added: added.length, ended: ended.length };
  });
}
