import type { Transaction } from 'kysely';
import { isoDate } from '../../calendar/days.js';
import { foldedName } from '../../engines/text/folded-name.js';
import { shortName } from '../private/short-name.js';
import type { CompanyProfile } from '../../store/company-profile.js';
import { filingFirm, type FilingFirm } from '../../store/filing-firms.js';
import type { FIRM_TYPES } from '../../store/investors.js';
import type { Store } from '../../store/open-store.js';
import type { NewPrivateCompany, StoredCompany } from '../../store/private-companies.js';
import type { NewPrivateOffering } from '../../store/private-offerings.js';
import type { NewPrivateRound } from '../../store/private-rounds.js';
import type { Tables } from '../../store/tables.js';
import type { FormD } from './form-d.js';

const FIRM_TYPE_OF: ReadonlyMap<string, (typeof FIRM_TYPES)[number]> = new Map(
  Object.entries<(typeof FIRM_TYPES)[number]>({
    'Venture Capital Fund': 'VC',
    'Private Equity Fund': 'Growth/PE',
  }),
);
const SLUG_CHARACTERS = 60;
const CURATED = 'curated';

const slugOf = (name: string): string =>
  foldedName(name)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_CHARACTERS)
    .replace(/^-+|-+$/g, '');

/** The newest form of each issuer, in the order of the issuers. */
function newestOf(forms: readonly FormD[]): readonly FormD[] {
  const newest = new Map<string, FormD>();
  for (const form of forms) {
    const known = newest.get(form.cik);
    if (known === undefined || form.asOfDay >= known.asOfDay) newest.set(form.cik, form);
  }
  return [...newest.values()];
}

function firmRow(form: FormD, source: string): FilingFirm {
  const { fundType, ...rest } = form;
  const firmType = FIRM_TYPE_OF.get(fundType ?? '') ?? null;
  return { ...filingFirm.parse({ ...rest, fundType, firmType }), source };
}

async function storeFunds(
  store: Store,
  tx: Transaction<Tables>,
  forms: readonly FormD[],
  source: string,
): Promise<void> {
  const newest = newestOf(forms);
  const stored = await store.filingFirms.within(
    tx,
    newest.map(({ cik }) => cik),
  );
  const isNewer = ({ cik, asOfDay }: FormD): boolean => asOfDay >= (stored.get(cik)?.asOfDay ?? -Infinity);
  await store.filingFirms.upsert(
    tx,
    newest.filter(isNewer).map((form) => firmRow(form, source)),
  );
}

/** The companies of the store by the names that a form may have for them. */
class Directory {
  readonly #ofCik = new Map<string, StoredCompany>();
  readonly #curated = new Map<string, StoredCompany>();
  readonly #slugs = new Set<string>();

  constructor(companies: readonly StoredCompany[]) {
    for (const company of companies) {
      const { cik, aliases = [] } = company.profile ?? {};
      this.#slugs.add(company.slug);
      if (cik !== undefined) this.#ofCik.set(cik, company);
      if (company.source !== CURATED) continue;
      for (const name of [company.name, ...aliases]) this.#curated.set(shortName(name), company);
    }
  }

  curated(name: string): StoredCompany | undefined {
    return this.#curated.get(shortName(name));
  }

  known(cik: string): StoredCompany | undefined {
    return this.#ofCik.get(cik);
  }

  /** The slug of an issuer: that which it has, its name if it is free, or else its name and number. */
  take({ cik, name }: FormD): string {
    const known = this.#ofCik.get(cik);
    if (known !== undefined) return known.slug;
    const base = slugOf(name);
    const slug = base === '' || this.#slugs.has(base) ? `${base || 'cik'}-${Number(cik)}` : base;
    this.#slugs.add(slug);
    return slug;
  }
}

function companyRow(form: FormD, slug: string, source: string): NewPrivateCompany {
  const fact = { asOf: isoDate(form.asOfDay), sourceUrl: form.sourceUrl };
  const { founded, headquarters, country, industry } = form;
  const told = Object.entries({ founded, headquarters, country, sector: industry }).filter(
    ([, value]) => value !== null,
  );
  const profile: CompanyProfile = {
    cik: form.cik,
    aliases: [],
    tags: [],
    newsTopics: [],
    boostTerms: [],
    country,
    website: null,
    ceo: null,
    founders: [],
    products: [],
    totalRaisedUsd: null,
    estimatedRevenueUsd: null,
    growthDescriptor: null,
    ipoStatus: null,
    succeededBy: null,
    rumoredIpoYear: null,
    leadership: [],
    facts: Object.fromEntries(told.map(([field]) => [field, fact])),
  };
  return {
    slug,
    name: form.name,
    tagline: null,
    sector: industry,
    founded,
    hq: headquarters,
    employees: null,
    source,
    profile,
  };
}

const STAGES = { equity: 'Equity', debt: 'Debt' } as const;

const stageOf = ({ securities }: FormD): string => (securities === null ? 'Offering' : STAGES[securities]);

function roundRow(form: FormD, slug: string, source: string): NewPrivateRound | null {
  if (form.saleDay === null || form.soldUsd === null || form.soldUsd === 0) return null;
  return {
    slug,
    kind: 'round',
    day: form.saleDay,
    stage: stageOf(form),
    amountUsd: form.soldUsd,
    postMoneyUsd: null,
    leadInvestors: [],
    investors: [],
    confidence: 'disclosed',
    asOfDay: form.asOfDay,
    sourceUrl: form.sourceUrl,
    source,
  };
}

/** What the overlay of a curated company reads. */
function offeringRow(form: FormD, source: string): NewPrivateOffering {
  const { cik, name, saleDay, soldUsd, headquarters, country, asOfDay, sourceUrl } = form;
  return { cik, name, stage: stageOf(form), saleDay, soldUsd, headquarters, country, asOfDay, sourceUrl, source };
}

const roundKey = ({ slug, day, stage }: NewPrivateRound): string => `${slug} ${day} ${stage}`;

async function storeCompanies(
  store: Store,
  tx: Transaction<Tables>,
  forms: readonly FormD[],
  source: string,
): Promise<readonly string[]> {
  const directory = new Directory(await store.privateCompanies.within(tx));
  const own = forms.filter(({ name }) => directory.curated(name) === undefined);
  const slugs = new Map(newestOf(own).map((form) => [form.cik, directory.take(form)]));
  const slugOfForm = ({ cik }: FormD): string => slugs.get(cik) ?? cik;
  const isNewest = ({ cik, asOfDay }: FormD): boolean => {
    const known = directory.known(cik)?.profile?.facts['sector']?.asOf;
    return known === undefined || isoDate(asOfDay) >= known;
  };
  const companies = newestOf(own)
    .filter(isNewest)
    .map((form) => companyRow(form, slugOfForm(form), source));
  await store.privateCompanies.upsert(tx, companies);
  const inOrder = own.toSorted((one, other) => one.asOfDay - other.asOfDay);
  const rounds = new Map(
    inOrder.flatMap((form) => {
      const round = roundRow(form, slugOfForm(form), source);
      return round === null ? [] : [[roundKey(round), round] as const];
    }),
  );
  const stored = await store.privateRounds.within(tx, [...slugs.values()]);
  const storedDays = new Map(stored.filter((row) => row.source === source).map((row) => [roundKey(row), row.asOfDay]));
  const newer = [...rounds].filter(([key, { asOfDay }]) => asOfDay >= (storedDays.get(key) ?? -Infinity));
  await store.privateRounds.upsert(
    tx,
    newer.map(([, round]) => round),
  );
  const ofCurated = forms.filter(({ name }) => directory.curated(name) !== undefined);
  await store.privateOfferings.save(
    tx,
    ofCurated.map((form) => offeringRow(form, source)),
  );
  const curated = new Set(ofCurated.flatMap(({ name }) => directory.curated(name)?.name ?? []));
  return curated.size === 0
    ? []
    : [`Curated companies, over whose profiles the forms are laid: ${[...curated].join(', ')}.`];
}

/**
 * Stores funds as firms, and other issuers as companies with what they have raised; an older form replaces no newer
 * one.
 */
export async function storeFormsD(
  store: Store,
  tx: Transaction<Tables>,
  forms: readonly FormD[],
  source: string,
): Promise<readonly string[]> {
  await storeFunds(
    store,
    tx,
    forms.filter(({ fundType }) => fundType !== null),
    source,
  );
  return storeCompanies(
    store,
    tx,
    forms.filter(({ fundType }) => fundType === null),
    source,
  );
}
