import type { ScreenBound } from '../../tools/screener.js';
import { withoutMixed } from '../alternatives.js';
import { exclusionsIn } from '../conditions.js';
import type { Question } from '../question.js';
import { alternatives } from '../ranges.js';
import { screenedIn, type ScreenedBound } from '../screen-measures.js';
import { sectorsIn } from '../slots.js';
import { ALL_LABELS, labelPhrases, labelsIn, labelsNamed, type Label } from './ranking-labels.js';

/** Conditions of a question that a screen holds names to, and the words that told them. */
export interface Filters {
  /** All of them must hold. */
  readonly bounds: readonly ScreenBound[];
  /** Of one measure: one of them must hold. */
  readonly either: readonly ScreenBound[];
  /** Labels of which one must be the name's; null for any. */
  readonly labels: readonly Label[] | null;
  /** Labels that are left out. */
  readonly without: readonly Label[];
  /** Sectors that are named, or all but those that are left out. */
  readonly sectors: readonly string[];
  readonly outside: readonly string[];
  /** Bounds and exclusions in the question's words, without those of `either`. */
  readonly used: readonly string[];
  readonly usedEither: readonly string[];
  /** The question without what it leaves out, and without the bounds that are read. */
  readonly rest: Question;
  /** `rest` without the words of labels and of measures that are bounded, too. */
  readonly further: Question;
}

/** Bounds by their measure: those that must all hold, and those of which one must. */
function boundsOf(plain: string, all: readonly ScreenedBound[]) {
  const [both, either]: [ScreenBound[], ScreenBound[]] = [[], []];
  for (const of of new Set(all.map((each) => each.of))) {
    const own = all.filter((each) => each.of === of);
    const ranges = alternatives(plain, own) ?? own;
    const bounds = ranges.map(({ atLeast, atMost, isStrict }) => ({ of, atLeast, atMost, isStrict }));
    (alternatives(plain, own) !== null && ranges.length > 1 ? either : both).push(...bounds);
  }
  return { both, either };
}

const blank = (plain: string, { start, end }: { readonly start: number; readonly end: number }): string =>
  plain.slice(0, start) + '_'.repeat(end - start) + plain.slice(end);

/** Labels that are named, or all, without those that are left out; null for all. */
function labelsLeft(named: readonly Label[] | null, without: readonly Label[]): readonly Label[] | null {
  const left = (named ?? ALL_LABELS).filter((label) => !without.includes(label));
  return left.length === 0 || left.length === ALL_LABELS.length ? named : left;
}

export function filtersIn(asked: Question): Filters {
  const { question } = withoutMixed(asked);
  const exclusions = exclusionsIn(question).map((each) => ({
    ...each,
    labels: labelsNamed(each.what),
    sectors: sectorsIn({ ...question, plain: each.what }),
  }));
  const read = exclusions.filter(({ labels, sectors }) => labels.length + sectors.length > 0);
  const plain = read.reduce((text, each) => text.replace(each.text, ' '), question.plain);
  const bounds = screenedIn({ ...question, plain });
  const rest = { ...question, plain: bounds.reduce((text, { text: words }) => text.replace(words, ' '), plain) };
  const further = [
    ...labelPhrases(plain),
    ...bounds,
    ...bounds.map(({ word: { start, word } }) => ({ start, end: start + word.length })),
  ].reduce(blank, plain);
  const { both, either } = boundsOf(plain, bounds);
  const outside = [...new Set(read.flatMap(({ sectors }) => sectors))];
  const named = sectorsIn(rest);
  const without = ALL_LABELS.filter((label) => read.some(({ labels }) => labels.includes(label)));
  const isEither = ({ of }: ScreenedBound): boolean => either.some((each) => each.of === of);
  return {
    bounds: both,
    either,
    labels: labelsLeft(labelsIn(plain), without),
    without: labelsIn(plain) === null ? without : [],
    sectors:
      named.length > 0 || outside.length === 0
        ? named
        : question.directory.sectors.filter((each) => !outside.includes(each)),
    outside: named.length > 0 ? [] : outside,
    used: [
      ...read.filter(({ labels }) => labels.length > 0 || named.length === 0).map(({ text }) => text),
      ...bounds.filter((each) => !isEither(each)).map(({ text }) => text),
    ],
    usedEither: bounds.filter(isEither).map(({ text }) => text),
    rest,
    further: { ...question, plain: further },
  };
}
