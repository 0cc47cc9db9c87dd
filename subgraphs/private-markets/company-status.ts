import { parseIsoDate } from '../../calendar/days.js';
import type { IpoStatus } from '../../store/company-profile.js';
import type { PrivateCompany } from '../../store/private-companies.js';

/** How a company ceased to be private. */
export type CompanyEnd = Extract<IpoStatus, 'listed' | 'acquired'>;

/** A status that was known on a day; null for one of a later day. One without a day was always known. */
export function statusKnownOn(status: IpoStatus | null, asOf: string | null, today: number): IpoStatus | null {
  return asOf !== null && (parseIsoDate(asOf) ?? today) > today ? null : status;
}

/** The status of a company that was known on a day. */
export function statusOn(company: PrivateCompany | null, today: number): IpoStatus | null {
  const profile = company?.profile ?? null;
  return statusKnownOn(profile?.ipoStatus ?? null, profile?.facts['ipoStatus']?.asOf ?? null, today);
}

/** How a company with this status ceased to be private; null while it is private. */
export function endOf(status: IpoStatus | null): CompanyEnd | null {
  return status === 'listed' || status === 'acquired' ? status : null;
}
