import type { RequestContext } from '../../access/request-context.js';
import { namesOfCompany, spellingOf } from '../../sources/news/private-company-names.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import type { Services } from '../services.js';

type Names = ReadonlyMap<string, readonly string[]>;

function namesOf(companies: readonly PrivateCompany[]): Names {
  const names = new Map<string, string[]>();
  for (const company of companies) {
    for (const spelling of new Set(namesOfCompany(company).map(spellingOf))) {
      const slugs = names.get(spelling);
      if (slugs === undefined) names.set(spelling, [company.slug]);
      else slugs.push(company.slug);
    }
  }
  return names;
}

/** A function that finds the companies whose name a text is, by slug. Names are read once per version of the table. */
export function companiesNamed({ store }: Pick<Services, 'store'>) {
  let kept: { readonly version: number; readonly names: Promise<Names> } | null = null;
  const namesFor = (context: RequestContext): Promise<Names> => {
    const { privateCompanies } = store.reading(context.versions);
    const version = store.versionOf('private_companies');
    if (version !== undefined && kept?.version === version) return kept.names;
    const names = privateCompanies.all().then(namesOf);
    if (version === undefined) return names;
    const loading = { version, names };
    kept = loading;
    names.catch(() => {
      if (kept === loading) kept = null;
    });
    return names;
  };
  return async (text: string, context: RequestContext): Promise<readonly string[]> =>
    (await namesFor(context)).get(spellingOf(text)) ?? [];
}
