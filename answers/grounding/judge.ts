import type { AnswerSource } from '../answers.js';
import type { NumberFact } from '../facts/fact.js';
import type { Fault } from './claim.js';
import { mismatchOf } from './compare.js';
import type { DateMention } from './dates.js';
import type { Supported } from './derived.js';
import type { Direction } from './directions.js';
import { isOf, type Evidence } from './evidence.js';
import { isNamedIn, wordsOf } from './fact-names.js';
import { countsLabelled } from './groups.js';
import { isOfUnfilled, ofUnfilled } from './fills.js';
import type { Quantity } from './quantities.js';
import type { SubjectMention, Topic } from './subject-mentions.js';

export interface Reading {
  readonly sentence: string;
  /** The sentence without names, whose words may look like verbs. */
  readonly nameless: string;
  readonly mentions: readonly SubjectMention[];
  readonly topic: Topic;
  readonly evidence: Evidence;
  /** Whether every statement is read, and each number bound to its measure: for texts that others wrote. */
  readonly isStrict: boolean;
  readonly dates: readonly DateMention[];
}

/** Units whose figures are told apart by their labels; counts are, where they count the same. */
const LABELLED: ReadonlySet<string> = new Set(['usd', 'usd_per_share', 'percent', 'score', 'statistic']);

/** What a count is of, as far as the next number or part of the sentence. */
const COUNTED = /^[^;:.,()\d]{0,40}/;

/**
 * Whether a count may be of what stands at once after it: "760 gaps down" is wrong where `fact` counts gaps up and
 * another fact counts gaps down. Entries of lists say in words what they count.
 */
function isCounted(fact: NumberFact, after: string, own: readonly NumberFact[]): boolean {
  if (fact.unit !== 'count' || fact.noun === '' || fact.row !== null) return true;
  const text = `${wordsOf(after)} `;
  const named = ({ label }: NumberFact): number => (text.startsWith(`${wordsOf(label)} `) ? label.length : 0);
  // The noun alone may be of any of them.
  const rivals = own.filter(
    ({ unit, row, noun, label }) => unit === 'count' && row === null && noun === fact.noun && label !== noun,
  );
  return rivals.every((other) => other.label === fact.label || named(other) <= named(fact));
}

/** The measure that "rose" is of by itself. */
export const PRICE = 'price';

const TINY = 1e-6;

const KINDS: Readonly<Record<string, Supported['kind']>> = {
  usd: 'usd',
  usd_per_share: 'usd',
  percent: 'percent',
  percentage_points: 'percent',
  score: 'score',
};

export interface Judged {
  readonly fault: Fault | null;
  /** The fact that it tells. */
  readonly fact: NumberFact | null;
  readonly value: number;
  readonly kind: Supported['kind'];
  readonly sources: readonly AnswerSource[];
}

/** Whether a fact of its subject tells a number. */
export function judge(
  quantity: Quantity,
  direction: Direction,
  owners: readonly string[],
  from: number,
  reading: Reading,
  binding: ((fact: NumberFact) => boolean) | null,
): Judged {
  const { sentence, evidence } = reading;
  const faults = new Set<Fault>();
  const isUnfilled = isOfUnfilled(sentence, quantity.start, quantity.end, from);
  const own = evidence.numbers.filter((fact) => isOf(fact, owners));
  const after = /^[^;.\d]{0,40}/.exec(sentence.slice(quantity.end))?.[0] ?? '';
  const around = wordsOf(`${sentence.slice(from, quantity.start)} ${after}`);
  // What stands around a number may name another figure of the same unit, but then it must name this one too.
  const counted = COUNTED.exec(sentence.slice(quantity.end))?.[0] ?? '';
  const isMeant = (fact: NumberFact): boolean =>
    (binding === null || binding(fact)) &&
    isCounted(fact, counted, own) &&
    (binding !== null ||
      !LABELLED.has(fact.unit) ||
      isNamedIn(around, fact) ||
      !own.some((other) => other.unit === fact.unit && isNamedIn(around, other)));
  const telling: NumberFact[] = [];
  for (const known of evidence.numbers) {
    const fact = isUnfilled ? ofUnfilled(known) : known;
    const mismatch = mismatchOf(quantity, direction, fact);
    if (mismatch === null && !isOf(fact, owners)) faults.add('owner');
    else if (mismatch === null && !isMeant(fact)) faults.add('label');
    else if (mismatch === null) {
      telling.push(fact);
      if (binding === null) break;
    } else if (isOf(fact, owners)) faults.add(mismatch);
  }
  // The first one is told; others only have the same value.
  const [told] = telling;
  if (told !== undefined)
    return {
      fault: null,
      fact: told,
      value: told.value,
      kind: KINDS[told.unit] ?? 'other',
      sources: telling.map(({ source }) => source),
    };
  const worst = (['sign', 'label', 'owner', 'unit', 'value'] as const).find((fault) => faults.has(fault));
  return { fault: worst ?? 'value', fact: null, value: 0, kind: 'other', sources: [] };
}

/** "Rose to 71.2": besides the level, something must say that it rose. */
export function isRiseKnown(
  { sign }: Direction,
  level: NumberFact | null,
  owners: readonly string[],
  { evidence }: Reading,
): boolean {
  return evidence.numbers.some(
    (fact) => fact.isChange && fact.measure === level?.measure && isOf(fact, owners) && Math.sign(fact.value) === sign,
  );
}

/** "The two": as many as the subjects of the sentence, of all, or of those with a label. */
export const countsSubjects = (
  { value, unit, decimals, start, end }: Quantity,
  { mentions, evidence, sentence }: Reading,
): boolean => {
  if (unit === null && decimals === 0 && countsLabelled({ value, end }, sentence, evidence)) return true;
  const named = new Set(mentions.map(({ id }) => id)).size;
  const before = sentence.slice(0, start);
  const isOfAll = (named === 0 && /\bthe\s$/i.test(before)) || /\b(?:of|among)\s(?:the|these|all)\s$/i.test(before);
  return unit === null && decimals === 0 && value >= 2 && value === (isOfAll ? evidence.subjects.length : named);
};

/** "Down $2.39": the price less the previous close, where both are known. */
export function ofDollarChange(
  { value, halfUnit, unit }: Quantity,
  { sign }: Direction,
  owners: readonly string[],
  { evidence }: Reading,
): NumberFact | null {
  if (unit !== 'usd' || sign === 0 || owners.length !== 1) return null;
  const levelOf = (label: string): NumberFact | undefined =>
    evidence.numbers.find((fact) => fact.label === label && isOf(fact, owners));
  const [price, before] = [levelOf(PRICE), levelOf('previous close')];
  if (price === undefined || before === undefined) return null;
  const change = price.value - before.value;
  return Math.sign(change) === sign && Math.abs(Math.abs(change) - value) <= halfUnit * (1 + TINY) ? price : null;
}
