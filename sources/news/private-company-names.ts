import { sql, type Transaction } from 'kysely';
import { nameIndex, tickersNamed, type NameIndex } from '../../engines/text/company-mentions.js';
import { companyOf } from '../../engines/text/company-names.js';
import { foldedName } from '../../engines/text/folded-name.js';
import type { StartupNames } from '../../engines/text/startup-mentions.js';
import type { CompanyProfile } from '../../store/company-profile.js';
import type { Tables } from '../../store/tables.js';

export interface PrivateCompanyNames extends StartupNames {
  /** Their slugs by other names, which are certain only where a text says what the company did. */
  readonly aliases: NameIndex;
  readonly nameOf: ReadonlyMap<string, string>;
}

/** What names of a company are read from. */
export interface NamedCompany {
  readonly slug: string;
  readonly name: string;
  readonly profile: Pick<CompanyProfile, 'aliases' | 'boostTerms' | 'products' | 'ceo' | 'founders'> | null;
}

/** What invented companies have behind their names. */
const LABEL = / \(invented\)$/;

const CAMEL_CASE = /(?<=\p{Ll})(?=\p{Lu})/u;
/** Shorter first parts ("xAI") are not written apart. */
const FEWEST_LETTERS = 4;

/** "OpenAI" is also written "Open AI"; null for a name without a capital inside. */
function spacedName(name: string): string | null {
  const parts = name.split(CAMEL_CASE);
  const [first = ''] = parts;
  return parts.length === 2 && first.length >= FEWEST_LETTERS && !name.includes(' ') ? parts.join(' ') : null;
}

/** All names of a company: its own, its aliases, and each of them written apart. */
export function namesOfCompany({ name, profile }: NamedCompany): readonly string[] {
  const given = [name.replace(LABEL, ''), ...(profile?.aliases ?? [])];
  return [...new Set([...given, ...given.flatMap((each) => spacedName(each) ?? [])])];
}

/** Equal for all spellings of a name: "Open AI" and "OpenAI", "Stripe, Inc." and "stripe". */
export function spellingOf(name: string): string {
  return foldedName(companyOf({ ticker: '', name })).replaceAll(' ', '');
}

/** Single words that say no more than the name: "Command" and "Comet" are products, and words. */
const isTelling = (term: string): boolean => /[\s\d-]/.test(term) || /\p{L}\p{Lu}/u.test(term) || /^\p{Ll}/u.test(term);

/** What tells an article about the company from one with the word that is its name. */
export function contextOf({ name, profile }: NamedCompany): readonly string[] {
  if (profile === null) return [];
  const { boostTerms, products, ceo, founders } = profile;
  const terms = [...boostTerms, ...products, ...founders, ...(ceo === null ? [] : [ceo])];
  const own = foldedName(name);
  return [...new Set(terms.filter(isTelling).map(foldedName))].filter((term) => term !== '' && !isPartOf(term, own));
}

/** Whether a term only says the name again, in whole or in part. */
const isPartOf = (term: string, name: string): boolean => ` ${name} `.includes(` ${term} `);

/** Companies by the names that articles call them. */
export function namesOfCompanies(companies: readonly NamedCompany[]): PrivateCompanyNames {
  return {
    index: nameIndex(
      companies.map((company) => {
        const [name = company.name, ...aliases] = namesOfCompany(company);
        return { ticker: company.slug, name, aliases };
      }),
    ),
    aliases: nameIndex(
      companies.flatMap(({ slug, profile }) => (profile?.aliases ?? []).map((name) => ({ ticker: slug, name }))),
    ),
    contextOf: new Map(companies.map((company) => [company.slug, contextOf(company)])),
    nameOf: new Map(companies.map(({ slug, name }) => [slug, name])),
  };
}

/** A stored company with what its names are read from. */
export interface StoredCompany extends NamedCompany {
  readonly source: string;
  readonly country: string | null;
}

/** What `privateCompanyNames` reads: a change of it means that stories must be read again. */
export function namedCompanies(tx: Transaction<Tables>): Promise<readonly StoredCompany[]> {
  return tx
    .selectFrom('private_companies')
    .select(['slug', 'name', 'source', sql<string | null>`profile->>'country'`.as('country'), 'profile'])
    .orderBy(sql`slug collate "C"`)
    .execute();
}

/** All stored private companies by name, as `tx` sees them. */
export async function privateCompanyNames(tx: Transaction<Tables>): Promise<PrivateCompanyNames> {
  return namesOfCompanies(await namedCompanies(tx));
}

/** The company that a name is the whole name of; null if it is that of none, or of several. */
export function companyNamed(name: string, { index, aliases }: PrivateCompanyNames): string | null {
  const known = tickersNamed(name, index);
  const [found, ...others] = known.length > 0 ? known : [...new Set(tickersNamed(name, aliases))];
  return found === undefined || others.length > 0 ? null : found;
}
