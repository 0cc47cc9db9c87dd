import { parseIsoDate } from '../../calendar/days.js';
import { foldedName } from '../../engines/text/folded-name.js';
import type { FitFirm } from '../../engines/investor-fit/investor-fit.js';
import type { DatedInvestment } from '../../engines/investor-fit/pace.js';
import type { Investor } from '../../store/investors.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import type { ToldRound } from '../../store/private-rounds.js';
import { knownOn } from './known-facts.js';

interface Directory {
  readonly companies: readonly PrivateCompany[];
  readonly rounds: readonly ToldRound[];
}

const namesOf = ({ name, profile }: PrivateCompany): readonly string[] => [name, ...(profile?.aliases ?? [])];

/** The rounds in which each investor is named, by its folded name. Talks are no investment. */
function roundsByInvestor(rounds: readonly ToldRound[]): ReadonlyMap<string, readonly DatedInvestment[]> {
  const found = new Map<string, DatedInvestment[]>();
  for (const { slug, day, dayPrecision, kind, confidence, leadInvestors, investors } of rounds) {
    if (kind !== 'round' || confidence === 'indicative') continue;
    for (const name of new Set([...leadInvestors, ...investors].map(foldedName))) {
      const investments = found.get(name) ?? [];
      investments.push({ day, dayPrecision, company: slug });
      found.set(name, investments);
    }
  }
  return found;
}

/** What the engine takes of each firm: what was known on the day. */
export function fitFirms(firms: readonly Investor[], directory: Directory, today: number): readonly FitFirm[] {
  const named = roundsByInvestor(directory.rounds);
  const slugOf = new Map(
    directory.companies.flatMap((company) => namesOf(company).map((name) => [foldedName(name), company.slug] as const)),
  );
  return firms.map((firm) => {
    const { slug, name, firmType, aumUsd, profile } = firm;
    const known = <Value>(field: string, value: Value): Value | null => knownOn(profile.facts, field, value, today);
    const own = profile.recentInvestments.flatMap(({ company, slug: of, date, datePrecision = 'day' }) => {
      const day = date === null ? null : parseIsoDate(date);
      const folded = foldedName(company);
      return day === null ? [] : [{ day, dayPrecision: datePrecision, company: of ?? slugOf.get(folded) ?? folded }];
    });
    const folded = new Set([name, profile.shortName ?? name, ...profile.aliases].map(foldedName));
    return {
      slug,
      firmType,
      aumUsd: known('aumUsd', aumUsd),
      fund: known('activeFund', profile.activeFund),
      checkMinUsd: known('checkSizeUsd', profile.smallestInvestmentUsd),
      checkMaxUsd: known('checkSizeUsd', profile.largestInvestmentUsd),
      sectorFocus: known('sectorFocus', profile.sectorFocus) ?? [],
      stageFocus: known('stageFocus', profile.stageFocus) ?? [],
      places: { focus: known('geoFocus', profile.geoFocus) ?? [], country: known('country', profile.country) },
      investments: [...own, ...[...folded].flatMap((each) => named.get(each) ?? [])],
    };
  });
}
