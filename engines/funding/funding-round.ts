import type { ArticleText } from '../news-sentiment.js';
import { moreAbout, roundInSentence, type RoundSentence } from './events.js';
import type { Money } from './money.js';
import { plainMarks, sentencesOf } from './sentences.js';
import type { FundingStage } from './stages.js';

/** A funding round as an article reports it; null where the article does not say. */
export interface FundingRound {
  readonly stage: FundingStage | null;
  /** Whether it adds to an earlier round of its stage: "Series B-1", "seed extension". */
  readonly isExtension: boolean;
  /** In `currency`. */
  readonly amount: number | null;
  /** ISO 4217. */
  readonly currency: string | null;
  /** The amount if it is in US dollars, or what the article itself says that it is in US dollars. */
  readonly amountUsd: number | null;
  /** Whether the article gives a lower bound: "more than", "between". */
  readonly isMinimum: boolean;
  /** In the order of the text. */
  readonly leadInvestors: readonly string[];
  readonly company: string | null;
  /** After the round, US dollars. */
  readonly postMoneyUsd: number | null;
}

/** Texts without any of these words tell of no round. */
const MAY_BE_ROUND =
  /[$€£¥₹₩₪]|\b(?:million|billion|crore|cr|series|seed|round|funding|financing|raise[sd]?|rais(?:ing)|usd|eur|gbp|inr|rs)\b/i;
/** Sentences behind the round that may say more about it. */
const MOST_MORE = 3;

const isSame = (one: Money | null, other: Money | null): boolean =>
  one === null || other === null || (one.value === other.value && one.currency === other.currency);

/** The first sentence that tells of a round, and what the next ones add to it. */
function roundIn(sentences: readonly string[]): RoundSentence | null {
  for (const [i, sentence] of sentences.entries()) {
    const round = roundInSentence(sentence);
    if (round === null) continue;
    const more = sentences.slice(i + 1, i + 1 + MOST_MORE).map(moreAbout);
    return {
      ...round,
      stage: round.stage ?? more.find(({ stage }) => stage !== null)?.stage ?? null,
      leads: [round, ...more].find(({ leads }) => leads.length > 0)?.leads ?? [],
      valuation: [round, ...more].find(({ valuation }) => valuation !== null)?.valuation ?? null,
    };
  }
  return null;
}

/** How a sentence begins that goes on about the round of the title. */
const ON_THE_ROUND =
  /^(?:the|this|its)\s+(?:[\w-]+\s+){0,3}?(?:round|deal|investment|financing|funding|raise|transaction|company|startup)\b|^it\b/i;

/** The valuation that a summary states of the round of the title: "The round values it at $2 billion". */
function laterValuation(summary: string, company: string | null): Money | null {
  const isOn = (sentence: string): boolean =>
    ON_THE_ROUND.test(sentence) || (company !== null && sentence.toLowerCase().startsWith(company.toLowerCase()));
  const sentences = sentencesOf(plainMarks(summary)).slice(0, MOST_MORE).filter(isOn);
  return sentences.map((sentence) => moreAbout(sentence).valuation).find((each) => each !== null) ?? null;
}

function amountOf(money: Money | null): Pick<FundingRound, 'amount' | 'currency' | 'amountUsd' | 'isMinimum'> {
  if (money === null || money.isMaximum || money.currency === null)
    return { amount: null, currency: null, amountUsd: money?.isMaximum === false ? money.usd : null, isMinimum: false };
  const { value, currency, usd, isMinimum } = money;
  return { amount: value, currency, amountUsd: usd, isMinimum };
}

/**
 * The round that an article reports, by rules over the grammar of such news (docs/methodology.md); null if it reports
 * none. The title counts before the summary. Only the first thousand characters of each are read.
 */
export function fundingRound({ title, summary }: ArticleText): FundingRound | null {
  if (!MAY_BE_ROUND.test(title) && (summary === null || !MAY_BE_ROUND.test(summary))) return null;
  const inTitle = roundIn(sentencesOf(plainMarks(title)));
  const inSummary = summary === null ? null : roundIn(sentencesOf(plainMarks(summary)).slice(0, MOST_MORE));
  const round = inTitle ?? inSummary;
  if (round === null) return null;
  const other = inTitle !== null && inSummary !== null && isSame(inTitle.money, inSummary.money) ? inSummary : null;
  const stage = round.stage ?? other?.stage ?? null;
  const isOneRound = inTitle === null || inSummary === null || other !== null;
  const later = summary === null || !isOneRound ? null : laterValuation(summary, round.company);
  const valuation = round.valuation ?? other?.valuation ?? later;
  return {
    stage: stage?.stage ?? null,
    isExtension: stage?.isExtension ?? false,
    ...amountOf(round.money ?? other?.money ?? null),
    leadInvestors: round.leads.length > 0 ? round.leads : (other?.leads ?? []),
    company: round.company ?? other?.company ?? null,
    postMoneyUsd: valuation?.usd ?? null,
  };
}
