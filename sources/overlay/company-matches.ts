import type { StoredCompany } from '../news/private-company-names.js';
import { shortName } from '../private/short-name.js';

/** Companies by the names that filings have for them: whole names, without the legal form. */
export class CompanyMatches {
  readonly #byName = new Map<string, StoredCompany | null>();

  constructor(companies: readonly StoredCompany[]) {
    for (const company of companies)
      for (const name of new Set([company.name, ...(company.profile?.aliases ?? [])].map(shortName))) {
        const known = this.#byName.get(name);
        this.#byName.set(name, known === undefined || known?.slug === company.slug ? company : null);
      }
  }

  /** The company with this name; undefined if there is none, or several. */
  named(name: string): StoredCompany | undefined {
    return this.#byName.get(shortName(name)) ?? undefined;
  }
}
