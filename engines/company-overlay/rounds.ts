import { STAGES } from '../funding/stages.js';
import type { OverlaidCompany, OverlayFact, OverlayRound, Offering, StoredRound, Story } from './evidence.js';

/** Stories of one company within so many days are about one round, unless they contradict each other. */
const SAME_ROUND_DAYS = 45;
/** A form D is of a round that is announced within so many days of its first sale. */
const FILED_DAYS = 120;
/** Amounts that differ by less are the same, rounded. */
const SAME_AMOUNT = 0.1;
/** For a round whose stage no story names. */
const UNNAMED = 'Round';

type Round = NonNullable<Story['round']>;
type RoundStory = Story & { readonly round: Round };
type RoundFact = Extract<OverlayFact, { readonly field: 'round' | 'valuation' }>;
type Terms = Pick<StoredRound, 'stage' | 'amountUsd'>;

const KNOWN: ReadonlySet<string> = new Set<string>(STAGES);

/** The stage that two rounds are compared by; null for words that may mean any. */
function comparable(stage: string | null): string | null {
  const plain = (stage ?? '').replace(/[\s-]*(?:\d+|\+|extension)$/i, '').trim();
  return KNOWN.has(plain) ? plain : null;
}

function mayAgree<Value>(
  one: Value | null,
  other: Value | null,
  isSame: (one: Value, other: Value) => boolean,
): boolean {
  return one === null || other === null || isSame(one, other);
}

const isSameAmount = (one: number, other: number): boolean =>
  Math.abs(one - other) <= SAME_AMOUNT * Math.max(one, other);

const mayBeSame = (one: Terms, other: Terms): boolean =>
  mayAgree(comparable(one.stage), comparable(other.stage), (stage, another) => stage === another) &&
  mayAgree(one.amountUsd, other.amountUsd, isSameAmount);

const stageOf = ({ stage, isExtension }: Round): string =>
  isExtension && stage !== null ? `${stage} extension` : (stage ?? UNNAMED);

const termsOf = ({ round }: RoundStory): Terms => ({ stage: stageOf(round), amountUsd: round.amountUsd });

const byText = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

function isAbout(story: RoundStory, cluster: readonly RoundStory[]): boolean {
  const [first] = cluster;
  return (
    first !== undefined &&
    story.asOfDay - first.asOfDay <= SAME_ROUND_DAYS &&
    cluster.every(
      (other) => other.round.isExtension === story.round.isExtension && mayBeSame(termsOf(other), termsOf(story)),
    )
  );
}

/** Stories by the round that they are about, whatever their order. */
function clusters(stories: readonly RoundStory[]): readonly (readonly RoundStory[])[] {
  const found: RoundStory[][] = [];
  for (const story of stories.toSorted((one, other) => one.asOfDay - other.asOfDay || byText(one.key, other.key))) {
    const cluster = found.find((each) => isAbout(story, each));
    if (cluster === undefined) found.push([story]);
    else cluster.push(story);
  }
  return found;
}

function toldBy({ round, postMoneyUsd }: RoundStory): number {
  const told = [round.stage, round.amountUsd, round.leadInvestors[0] ?? null, postMoneyUsd];
  return told.filter((value) => value !== null).length;
}

/** The story that tells most; of two, the newer one. */
function fullest<One extends RoundStory>(stories: readonly One[]): One | undefined {
  return stories.toSorted(
    (one, other) => toldBy(other) - toldBy(one) || other.asOfDay - one.asOfDay || byText(one.key, other.key),
  )[0];
}

/** The facts of one round: itself, and the valuation if only another story tells it. */
function factsOf(cluster: readonly RoundStory[]): readonly RoundFact[] {
  const story = fullest(cluster);
  const [first] = cluster;
  if (story === undefined || first === undefined) return [];
  const { key, slug, asOfDay, sourceUrl, source, round, postMoneyUsd } = story;
  const value: OverlayRound = {
    day: first.asOfDay,
    ...termsOf(story),
    postMoneyUsd,
    leadInvestors: round.leadInvestors,
    confidence: 'reported',
  };
  const facts: RoundFact[] = [{ key, slug, asOfDay, sourceUrl, source, origin: 'news', field: 'round', value }];
  const valued = postMoneyUsd === null ? fullest(cluster.filter((each) => each.postMoneyUsd !== null)) : undefined;
  return valued === undefined ? facts : [...facts, valuationOf(valued)];
}

function valuationOf(story: RoundStory): RoundFact {
  const { key, slug, asOfDay, sourceUrl, source } = story;
  const value = { day: asOfDay, postMoneyUsd: story.postMoneyUsd ?? 0 };
  return { key, slug, asOfDay, sourceUrl, source, origin: 'news', field: 'valuation', value };
}

function newestOf(days: readonly number[]): number {
  return days.reduce((newest, day) => Math.max(newest, day), -Infinity);
}

/**
 * Rounds that stories tell and the store does not: newer than its last one. Of a round that it has without a valuation,
 * the valuation.
 */
function reportedRounds(company: OverlaidCompany, stories: readonly Story[]): readonly RoundFact[] {
  const { rounds, valuedDay } = company;
  const knownTo = newestOf(rounds.map(({ asOfDay }) => asOfDay));
  const last = newestOf(rounds.map(({ day }) => day));
  const told = stories.filter((story): story is RoundStory => story.round !== null);
  return clusters(told).flatMap((cluster): readonly RoundFact[] => {
    const story = fullest(cluster);
    if (story === undefined) return [];
    const [from, to] = [
      (cluster[0] ?? story).asOfDay - SAME_ROUND_DAYS,
      newestOf(cluster.map(({ asOfDay }) => asOfDay)),
    ];
    const isStored = rounds.some(
      (stored) => stored.day >= from && stored.day <= to + SAME_ROUND_DAYS && mayBeSame(stored, termsOf(story)),
    );
    if (!isStored) return story.asOfDay > knownTo && from + SAME_ROUND_DAYS > last ? factsOf(cluster) : [];
    const valued = fullest(cluster.filter(({ postMoneyUsd }) => postMoneyUsd !== null));
    return valued === undefined || (valuedDay ?? -Infinity) >= from ? [] : [valuationOf(valued)];
  });
}

/** Of each stage, the newest form of each offering; those of one round are one. */
function distinctOfferings(offerings: readonly Offering[]): readonly (Offering & { readonly saleDay: number })[] {
  const kept: (Offering & { readonly saleDay: number })[] = [];
  const newestFirst = offerings.toSorted((one, other) => other.asOfDay - one.asOfDay || byText(one.key, other.key));
  for (const offering of newestFirst) {
    const { saleDay, stage, soldUsd } = offering;
    if (saleDay === null || soldUsd === null || soldUsd <= 0) continue;
    const isKnown = kept.some((other) => other.stage === stage && Math.abs(other.saleDay - saleDay) <= FILED_DAYS);
    if (!isKnown) kept.push({ ...offering, saleDay });
  }
  return kept;
}

/** Rounds that only a form D tells: a form near a round that is stored or reported is of that one. */
function filedRounds(
  company: OverlaidCompany,
  offerings: readonly Offering[],
  stories: readonly Story[],
): readonly RoundFact[] {
  const knownTo = newestOf(company.rounds.map(({ asOfDay }) => asOfDay));
  const last = newestOf(company.rounds.map(({ day }) => day));
  const days = [
    ...company.rounds.map(({ day }) => day),
    ...stories.flatMap(({ round, asOfDay }) => (round === null ? [] : [asOfDay])),
  ];
  return distinctOfferings(offerings).flatMap(({ key, slug, asOfDay, sourceUrl, source, saleDay, stage, soldUsd }) => {
    const isNew = asOfDay > knownTo && saleDay > last && !days.some((day) => Math.abs(day - saleDay) <= FILED_DAYS);
    if (!isNew) return [];
    const value: OverlayRound = {
      day: saleDay,
      stage,
      amountUsd: soldUsd,
      postMoneyUsd: null,
      leadInvestors: [],
      confidence: 'disclosed',
    };
    return [{ key, slug, asOfDay, sourceUrl, source, origin: 'filing' as const, field: 'round' as const, value }];
  });
}

/** Rounds and valuations that news and filings tell of a company, and the store does not. */
export function overlayRounds(
  company: OverlaidCompany,
  stories: readonly Story[],
  offerings: readonly Offering[],
): readonly RoundFact[] {
  return [...reportedRounds(company, stories), ...filedRounds(company, offerings, stories)];
}
