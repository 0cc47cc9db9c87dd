import { isoDate } from '../calendar/days.js';
import type { CompanyOverlay } from './company-overlays.js';
import { EMPTY_PROFILE, type CompanyProfile, type KnownFact } from './company-profile.js';

type Change = Partial<CompanyProfile> & { readonly hq?: string };

/** What a company with an overlay has beside its own values. */
export interface Overlaid<Stored> {
  /** What is laid over it, rounds and valuations aside. */
  readonly overlays: readonly CompanyOverlay[];
  /** As it is without. */
  readonly stored: Stored;
}

interface Company {
  readonly hq: string | null;
  readonly profile: CompanyProfile | null;
}

/** What a fact changes; rounds and valuations are rows of their own. */
function changeOf(overlay: CompanyOverlay): Change {
  switch (overlay.field) {
    case 'totalRaisedUsd':
      return { totalRaisedUsd: overlay.value };
    case 'ipoStatus':
      return { ipoStatus: overlay.value.status, succeededBy: overlay.value.succeededBy };
    case 'headquarters':
      return { hq: overlay.value };
    case 'country':
      return { country: overlay.value };
    default:
      return {};
  }
}

function factsOf(overlay: CompanyOverlay): Readonly<Record<string, KnownFact>> {
  const { asOfDay, sourceUrl, origin, source } = overlay;
  const fact: KnownFact = { asOf: isoDate(asOfDay), sourceUrl, origin, source };
  if (overlay.field === 'round' || overlay.field === 'valuation') return {};
  const hasSuccessor = overlay.field === 'ipoStatus' && overlay.value.succeededBy !== null;
  return { [overlay.field]: fact, ...(hasSuccessor ? { succeededBy: fact } : {}) };
}

/** A company with what is laid over it; what is stored is left as it is. */
export function overlaid<Stored extends Company>(
  company: Stored,
  overlays: readonly CompanyOverlay[],
): Stored & Overlaid<Stored> {
  if (overlays.length === 0) return { ...company, overlays, stored: company };
  const profile = company.profile ?? EMPTY_PROFILE;
  const { hq = company.hq, ...change } = Object.assign({}, ...overlays.map(changeOf)) as Change;
  const isStatus = overlays.some(({ field }) => field === 'ipoStatus');
  const { succeededBy: _succeededBy, ...others } = profile.facts;
  const told = Object.assign({}, ...overlays.map(factsOf)) as CompanyProfile['facts'];
  const facts = { ...(isStatus ? others : profile.facts), ...told };
  return { ...company, hq, profile: { ...profile, ...change, facts }, overlays, stored: company };
}
