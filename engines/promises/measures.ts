import { comparisonBase, type ComparisonBase } from './comparison-base.js';
import type { Figure } from './figures.js';

/**
 * What a figure measures, without which two figures of a topic do not compare: an amount, a change, the level of a
 * ratio such as a margin, or a share of something, such as `share of revenue`.
 */
export type Measure = 'amount' | 'change' | 'level' | `share of ${string}`;

/** What else must be the same for two figures to be compared. */
export interface FigureTerms {
  readonly measure: Measure;
  readonly base: ComparisonBase;
  readonly basis: 'gaap' | 'non-gaap' | null;
  /** Whether it leaves out currencies, acquisitions and disposals. */
  readonly isOrganic: boolean;
}

const REVENUE = /^(?:revenues?|sales)$/i;
/** Words between "of" and what the share is of. */
const OF_WORDS = "(?:our|the|its|total|net|annual|group|company|company's|consolidated|quarterly|full-year) ";
/** "7% of revenue", "75% of our brands". */
const SHARE_AFTER = new RegExp(`^[^;:]{0,24}?(?:%|percent)(?: or (?:more|less))? of (?:${OF_WORDS})*([a-z]+)`, 'i');
/** "as a percentage of revenue", before the figure or after it. */
const SHARE_PHRASE = new RegExp(`\\bas a (?:percentage|percent|share|proportion|%) of (?:${OF_WORDS})*([a-z]+)`, 'i');
/** The phrase names what the share is of, and not what is measured. */
const SHARE_PHRASES = new RegExp(
  `${SHARE_PHRASE.source}|(?:%|\\bpercent) of (?:${OF_WORDS})*(?:revenues?|sales)\\b`,
  'gi',
);

const RATIO = /\b(?:margins?|rate|conversion|ratio|leverage|yield|utilization|retention)\b/gi;
const QUANTITY =
  /\b(?:revenues?|sales|EPS|earnings|EBITDA|EBIT|income|expenses?|SG&A|R&D|costs?|volumes?|orders|growth)\b/gi;
/** Words of change right before a figure, without "to", which leads to a level. */
const CHANGE =
  /\b(?:grow|grew|grown|growth|increas\w*|decreas\w*|declin\w*|rose|rise|fell|fall|expand\w*|contract\w*|improv\w*|up|down|higher|lower)(?: (?:of|by|in|the|range|approximately|about|roughly|around|only|over|between|at|least|mid|low|high))*[ -]*$/i;
/** An amount as a difference: "$14 million above last year's". */
const CHANGED = /^[^,;]{0,24}?\b(?:above|below|higher|lower|more|less) (?:than|the|last|our|versus|compared)\b/i;

function lastIn(text: string, pattern: RegExp): number {
  let last = -1;
  for (const { index } of text.matchAll(pattern)) last = index;
  return last;
}

/** Whether the nearest measure named before a figure is a ratio: "EBIT margin was", not "EBIT was". */
function isOfRatio(before: string): boolean {
  const ratio = lastIn(before, RATIO);
  return ratio >= 0 && ratio > lastIn(before, QUANTITY);
}

function shareOf(before: string, after: string): string | null {
  const named = SHARE_AFTER.exec(after)?.[1] ?? SHARE_PHRASE.exec(before)?.[1] ?? SHARE_PHRASE.exec(after)?.[1];
  if (named === undefined) return null;
  return REVENUE.test(named) ? 'revenue' : named.toLowerCase();
}

function measureOf({ unit }: Figure, before: string, after: string): Measure {
  if (unit === 'count') return 'amount';
  if (unit === 'usd') return CHANGE.test(before) || CHANGED.test(after) ? 'change' : 'amount';
  if (unit === 'basis_points') return 'change';
  const share = shareOf(before, after);
  if (share !== null) return `share of ${share}`;
  return isOfRatio(before) && !CHANGE.test(before) ? 'level' : 'change';
}

/** `gaap` or `non-gaap` if the words say it; the first if they say both. */
function basisIn(text: string): FigureTerms['basis'] {
  const found = /\b(non-)?gaap\b/i.exec(text);
  if (found === null) return null;
  return found[1] === undefined ? 'gaap' : 'non-gaap';
}

const ORGANIC = /\b(?:organic\w*|constant[- ]currency|like[- ]for[- ]like)\b/i;

/**
 * What a figure of a sentence measures, against what, and on which basis. The words up to the next figure tell, else
 * those before the first one, which hold for all.
 */
export function termsOf(sentence: string, figures: readonly Figure[], index: number): FigureTerms {
  const figure = figures[index];
  const [start, end] = [figure?.at ?? 0, figures[index + 1]?.at ?? sentence.length];
  const before = sentence.slice(figures[index - 1]?.at ?? 0, start);
  const lead = sentence.slice(0, figures[0]?.at ?? sentence.length);
  const after = sentence.slice(start, end);
  const clause = after.split(/;|, | and /)[0] ?? after;
  const [own, led] = [comparisonBase(after), comparisonBase(lead)];
  return {
    measure: figure === undefined ? 'amount' : measureOf(figure, index === 0 ? before : `${lead} ${before}`, after),
    base: own === 'year' ? led : own,
    basis: basisIn(clause) ?? basisIn(before) ?? basisIn(lead),
    isOrganic: ORGANIC.test(clause) || ORGANIC.test(before),
  };
}

/** The sentence with what shares are of blanked, in the same length: "R&D as a percentage of revenue" is on R&D. */
export function withoutShares(sentence: string): string {
  return sentence.replace(SHARE_PHRASES, (phrase) => ' '.repeat(phrase.length));
}
