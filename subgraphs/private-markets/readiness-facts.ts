import { parseIsoDate, utcDay } from '../../calendar/days.js';
import { foldedName } from '../../engines/text/folded-name.js';
import type { ReadinessFacts } from '../../engines/ipo-readiness/axes.js';
import type { Told } from '../../engines/ipo-readiness/driver.js';
import type { Leader } from '../../store/company-profile.js';
import type { NewsTitle } from '../../store/news.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import type { PrivateRound } from '../../store/private-rounds.js';
import type { SecondaryEvent } from '../../store/secondary-events.js';
import { sourceOn } from './known-facts.js';

const FINANCE_CHIEF = /\bchief financial officer\b|\bCFO\b|\bfinance chief\b/i;

interface Known {
  readonly rounds: readonly PrivateRound[];
  readonly events: readonly SecondaryEvent[];
  /** Titles about listings, newest first. */
  readonly titles: readonly NewsTitle[];
}

/** The newest change of the post of chief financial officer up to a day. */
function financeChief(leadership: readonly Leader[], today: number): ReadinessFacts['financeChief'] {
  const changes = leadership
    .filter(({ title }) => FINANCE_CHIEF.test(title))
    .flatMap(({ change, date, asOf, sourceUrl }) => {
      const asOfDay = parseIsoDate(date ?? asOf);
      return asOfDay === null || asOfDay > today ? [] : [{ value: change, asOfDay, sourceUrl }];
    })
    // Whoever comes on the day that somebody leaves has the post.
    .sort((one, other) => other.asOfDay - one.asOfDay || Number(one.value === 'departed') - Number(other.value === 'departed'));
  return changes[0] ?? null;
}

function newsOf({ name, profile }: PrivateCompany, titles: readonly NewsTitle[]): Told<number> | null {
  const names = [name, ...(profile?.aliases ?? [])].map((each) => ` ${foldedName(each)} `);
  const about = titles.filter(({ title }) => names.some((each) => ` ${foldedName(title)} `.includes(each)));
  const [newest] = about;
  if (newest === undefined) return null;
  return { value: about.length, asOfDay: utcDay(newest.publishedAt.getTime()), sourceUrl: newest.url };
}

/** What the engine takes of a company: what was known on the day. Talks are neither rounds nor valuations. */
export function readinessFacts(company: PrivateCompany, known: Known, today: number): ReadinessFacts {
  const { profile } = company;
  const told = <Value>(field: string, value: Value | null | undefined): Told<Value> | null => {
    const source = sourceOn(profile?.facts ?? {}, field, today);
    return value === null || value === undefined || source === undefined ? null : { value, ...source };
  };
  const rounds = known.rounds.filter(({ day, confidence }) => day <= today && confidence !== 'indicative');
  return {
    status: told('ipoStatus', profile?.ipoStatus),
    rumoredYear: told('rumoredIpoYear', profile?.rumoredIpoYear),
    news: newsOf(company, known.titles),
    revenueUsd: told('estimatedRevenueUsd', profile?.estimatedRevenueUsd),
    employees: told('employees', company.employees),
    founded: told('founded', company.founded),
    growth: told('growthDescriptor', profile?.growthDescriptor),
    financeChief: financeChief(profile?.leadership ?? [], today),
    rounds: rounds.filter(({ kind }) => kind === 'round'),
    valuations: rounds.flatMap(({ day, postMoneyUsd, sourceUrl }) =>
      postMoneyUsd === null ? [] : [{ day, usd: postMoneyUsd, sourceUrl }],
    ),
    events: known.events
      .filter(({ day }) => day <= today)
      .map(({ day, kind, sourceUrl }) => ({ day, isSale: kind !== 'indication', sourceUrl })),
  };
}
