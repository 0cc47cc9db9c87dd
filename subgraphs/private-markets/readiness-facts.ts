import { parseIsoDate, utcDay } from '../../calendar/days.js';
import type { ReadinessFacts } from '../../engines/ipo-readiness/axes.js';
import type { Told } from '../../engines/ipo-readiness/driver.js';
import type { IpoStatus, Leader } from '../../store/company-profile.js';
import type { PrivateCompany } from '../../store/private-companies.js';
import type { ToldRound } from '../../store/private-rounds.js';
import type { SecondaryEvent } from '../../store/secondary-events.js';
import type { ListingStory } from '../../store/startup-stories.js';
import { endOf, statusOn } from './company-status.js';
import { soundValuations } from './company-valuations.js';
import { sourceOn } from './known-facts.js';

const FINANCE_CHIEF = /\bchief financial officer\b|\bCFO\b|\bfinance chief\b/i;

interface Known {
  readonly rounds: readonly ToldRound[];
  readonly events: readonly SecondaryEvent[];
  /** Stories that say that the company is about to list, newest first. */
  readonly stories: readonly ListingStory[];
}

/** The newest change of the post of chief financial officer up to a day. */
function financeChief(leadership: readonly Leader[], today: number): ReadinessFacts['financeChief'] {
  const changes = leadership
    .filter(({ title }) => FINANCE_CHIEF.test(title))
    .flatMap(({ change, date, datePrecision, asOf, asOfPrecision, sourceUrl }) => {
      const asOfDay = parseIsoDate(date ?? asOf);
      const precision = (date === null ? asOfPrecision : datePrecision) ?? 'day';
      return asOfDay === null || asOfDay > today
        ? []
        : [{ value: change, asOfDay, asOfPrecision: precision, sourceUrl }];
    })
    // Whoever comes on the day that somebody leaves has the post.
    .sort(
      (one, other) =>
        other.asOfDay - one.asOfDay || Number(one.value === 'departed') - Number(other.value === 'departed'),
    );
  return changes[0] ?? null;
}

function newsOf(stories: readonly ListingStory[]): Told<number> | null {
  const [newest] = stories;
  if (newest === undefined) return null;
  return {
    value: stories.length,
    asOfDay: utcDay(newest.publishedAt.getTime()),
    asOfPrecision: 'day',
    sourceUrl: newest.url,
  };
}

/** How near a listing the company is. An end without a day is known on every one. */
function statusFact(company: PrivateCompany, known: Told<IpoStatus> | null, today: number): Told<IpoStatus> | null {
  const end = endOf(statusOn(company, today));
  return known ?? (end === null ? null : { value: end, asOfDay: today, asOfPrecision: 'day', sourceUrl: null });
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
    status: statusFact(company, told('ipoStatus', profile?.ipoStatus), today),
    pendingAcquirer: told('pendingAcquirer', profile?.pendingAcquirer),
    rumoredYear: told('rumoredIpoYear', profile?.rumoredIpoYear),
    news: newsOf(known.stories),
    revenueUsd: told('estimatedRevenueUsd', profile?.estimatedRevenueUsd),
    employees: told('employees', company.employees),
    founded: told('founded', company.founded),
    growth: told('growthDescriptor', profile?.growthDescriptor),
    financeChief: financeChief(profile?.leadership ?? [], today),
    rounds: rounds.filter(({ kind }) => kind === 'round'),
    valuations: soundValuations(known.rounds, known.events, today),
    events: known.events
      .filter(({ day }) => day <= today)
      .map(({ day, dayPrecision, kind, sourceUrl }) => ({
        day,
        dayPrecision,
        isSale: kind !== 'indication',
        sourceUrl,
      })),
  };
}
