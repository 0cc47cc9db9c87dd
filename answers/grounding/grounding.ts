import type { Fact, NumberFact, Subject } from '../facts/fact.js';
import { mismatchOf } from './compare.js';
import { datesIn, type DateMention } from './dates.js';
import { computations, followsFrom, type Supported } from './derived.js';
import { directionAt, directionClaims, NO_DIRECTION, type Direction } from './directions.js';
import { evidenceOf, isOf, type Evidence } from './evidence.js';
import { isOfUnfilled, ofUnfilled } from './fills.js';
import { OTHER_NUMERALS, plainText } from './plain-text.js';
import { quantitiesIn, type Quantity } from './quantities.js';
import { HIDDEN, hide, hidePhrases, hideQuotations, sentencesOf, type Sentence } from './sentences.js';
import { hideMentions, NO_TOPIC, ownersOf, respectiveOwner, subjectsIn, type NameFinder, type SubjectMention, type Topic } from './subject-mentions.js';

/** Why a claim is not supported. */
export type Fault = 'value' | 'unit' | 'sign' | 'owner' | 'label' | 'date' | 'direction';

/** A number, a date, a direction or the label of a signal that a text tells. */
export interface Claim {
  readonly kind: 'number' | 'date' | 'direction' | 'label';
  /** As it is written. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Null if a fact supports it. */
  readonly fault: Fault | null;
}

interface Reading {
  readonly sentence: string;
  /** The sentence without names, whose words may look like verbs. */
  readonly nameless: string;
  readonly mentions: readonly SubjectMention[];
  readonly topic: Topic;
  readonly evidence: Evidence;
}

/** Whether a stretch of text around a number names a fact by its label or another word for it. */
const isNamedIn = (text: string, { label, terms }: NumberFact): boolean =>
  [label, ...terms].some((term) => term.length > 2 && ` ${text} `.includes(` ${wordsOf(term)} `));

/** A text's words alone, so that a term is found as a whole. */
const wordsOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

/** Units whose figures are told apart by their labels; counts are, where they count the same. */
const LABELLED: ReadonlySet<string> = new Set(['usd', 'usd_per_share', 'percent', 'score', 'statistic']);

/** What a count is of, as far as the next number or part of the sentence. */
const COUNTED = /^[^;:.,()\d]{0,40}/;

/**
 * Whether a count may be of what stands at once after it: "760 gaps down" is wrong where `fact` counts gaps up and another
 * fact counts gaps down. Entries of lists say in words what they count.
 */
function isCounted(fact: NumberFact, after: string, own: readonly NumberFact[]): boolean {
  if (fact.unit !== 'count' || fact.noun === '' || fact.row !== null) return true;
  const text = `${wordsOf(after)} `;
  const named = ({ label }: NumberFact): number => (text.startsWith(`${wordsOf(label)} `) ? label.length : 0);
  // The noun alone may be of any of them.
  const rivals = own.filter(({ unit, row, noun, label }) => unit === 'count' && row === null && noun === fact.noun && label !== noun);
  return rivals.every((other) => other.label === fact.label || named(other) <= named(fact));
}

/** The measure that "rose" is of by itself. */
const PRICE = 'price';

const KINDS: Readonly<Record<string, Supported['kind']>> = {
  usd: 'usd', usd_per_share: 'usd', percent: 'percent', percentage_points: 'percent', score: 'score',
};

interface Judged {
  readonly fault: Fault | null;
  /** The fact that it tells. */
  readonly fact: NumberFact | null;
  readonly value: number;
  readonly kind: Supported['kind'];
}

/** Whether a fact of its subject tells a number. */
function judge(quantity: Quantity, direction: Direction, owners: readonly string[], from: number, reading: Reading): Judged {
  const { sentence, evidence } = reading;
  const faults = new Set<Fault>();
  const isUnfilled = isOfUnfilled(sentence, quantity.start, quantity.end, from);
  const own = evidence.numbers.filter((fact) => isOf(fact, owners));
  const after = /^[^;.\d]{0,40}/.exec(sentence.slice(quantity.end))?.[0] ?? '';
  const around = wordsOf(`${sentence.slice(from, quantity.start)} ${after}`);
  // What stands around a number may name another figure of the same unit, but then it must name this one too.
  const counted = COUNTED.exec(sentence.slice(quantity.end))?.[0] ?? '';
  const isMeant = (fact: NumberFact): boolean =>
    isCounted(fact, counted, own) &&
    (!LABELLED.has(fact.unit) || isNamedIn(around, fact) || !own.some((other) => other.unit === fact.unit && isNamedIn(around, other)));
  for (const known of evidence.numbers) {
    const fact = isUnfilled ? ofUnfilled(known) : known;
    const mismatch = mismatchOf(quantity, direction, fact);
    if (mismatch === null && !isOf(fact, owners)) faults.add('owner');
    else if (mismatch === null && !isMeant(fact)) faults.add('label');
    else if (mismatch === null) return { fault: null, fact, value: fact.value, kind: KINDS[fact.unit] ?? 'other' };
    else if (isOf(fact, owners)) faults.add(mismatch);
  }
  const worst = (['sign', 'label', 'owner', 'unit', 'value'] as const).find((fault) => faults.has(fault));
  return { fault: worst ?? 'value', fact: null, value: 0, kind: 'other' };
}

/** "Rose to 71.2": besides the level, something must say that it rose. */
function isRiseKnown({ sign }: Direction, level: NumberFact | null, owners: readonly string[], { evidence }: Reading): boolean {
  return evidence.numbers.some(
    (fact) => fact.isChange && fact.measure === level?.measure && isOf(fact, owners) && Math.sign(fact.value) === sign,
  );
}

/** "The two": as many as the subjects of the sentence. */
const countsSubjects = ({ value, unit, decimals }: Quantity, { mentions }: Reading): boolean =>
  unit === null && decimals === 0 && value >= 2 && value === new Set(mentions.map(({ id }) => id)).size;

function numberClaims(text: string, reading: Reading): readonly Claim[] {
  const { sentence, nameless, mentions, topic } = reading;
  const quantities = quantitiesIn(text);
  const directions: Direction[] = [];
  const owners: (readonly string[])[] = [];
  const judged = quantities.map((quantity, index): Judged => {
    const previous = quantities[index - 1];
    const from = previous?.end ?? 0;
    const own = directionAt(nameless, quantity.start, quantity.end, from);
    const isJoined = previous !== undefined && /^\s?(?:and|or|,|, and|to|–|-)\s?(?:US)?[$+−-]?$/.test(text.slice(from, quantity.start));
    const direction = own.sign === 0 && isJoined ? (directions[index - 1] ?? NO_DIRECTION) : own;
    directions.push(direction);
    const isOrdinal = quantity.unit === 'ordinal';
    const owner = respectiveOwner(sentence, index, quantities.length, mentions) ?? ownersOf(sentence, quantity, mentions, topic);
    owners.push(owner);
    const result = judge(quantity, direction, owner, isJoined ? 0 : from, reading);
    if (result.fault !== null && !isOrdinal && countsSubjects(quantity, reading)) return { ...result, fault: null };
    const isLevelWrong = direction.isLevel && direction.sign !== 0 && !isRiseKnown(direction, result.fact, owner, reading);
    return result.fault === null && isLevelWrong ? { ...result, fault: 'sign' } : result;
  });
  const faults = judged.map(({ fault }) => fault);
  settleComputations(text, quantities, faults, reading);
  const supported = quantities.flatMap((quantity, index): Supported[] => {
    const { fault, value, kind } = judged[index] ?? { fault: 'value' as const, value: 0, kind: 'other' as const };
    return fault === null ? [{ quantity, value, kind }] : [];
  });
  for (const [index, quantity] of quantities.entries())
    if (faults[index] !== null && followsFrom(sentence, quantity, supported)) faults[index] = null;
  return quantities.map(({ start, end, raw }, index) => ({ kind: 'number', text: raw, start, end, fault: faults[index] ?? null }));
}

/** Operands of a right computation may leave their units out, if any fact of the sentence's subjects has their value. */
function settleComputations(text: string, quantities: readonly Quantity[], faults: (Fault | null)[], { evidence, mentions }: Reading): void {
  const ids = mentions.map(({ id }) => id);
  const isKnown = (quantity: Quantity): boolean =>
    evidence.numbers.some((fact) => isOf(fact, ids) && Math.abs(Math.abs(fact.value) - quantity.value) <= quantity.halfUnit * (1 + 1e-9));
  for (const { operands, result } of computations(text, quantities)) {
    const areKnown = operands.every((at) => {
      const operand = quantities[at];
      return operand !== undefined && (faults[at] === null || (operand.unit === null && isKnown(operand)));
    });
    if (areKnown) for (const at of [...operands, result]) faults[at] = null;
  }
}

function isDateKnown(mention: DateMention, owners: readonly string[], evidence: Evidence): boolean {
  const { year, month, day, quarter, time } = mention;
  if (time !== null) return evidence.times.has(time);
  const agrees = (value: string): boolean => {
    const [y, m, d] = value.split('-').map(Number);
    const isSame = (written: number | null, actual: number | undefined): boolean => written === null || written === actual;
    const inQuarter = quarter === null || Math.ceil((m ?? 0) / 3) === quarter;
    return isSame(year, y) && isSame(month, m) && isSame(day, d) && inQuarter;
  };
  const isFact = evidence.dates.some((fact) => {
    if (!isOf(fact, owners)) return false;
    if (fact.kind === 'date') return quarter === null && agrees(fact.value);
    return month === null && (year === null || year === fact.year) && (quarter === null || quarter === fact.quarter);
  });
  if (isFact || evidence.sourceDays.some((of) => isOf(of, owners) && quarter === null && agrees(of.value))) return true;
  const isYearAlone = month === null && quarter === null;
  return isYearAlone && evidence.numbers.some((fact) => fact.unit === 'year' && isOf(fact, owners) && fact.value === year);
}

/** The changes that a direction without a number is of: of a measure that the sentence names, or else of the price. */
function changesMeant(sentence: string, changes: readonly NumberFact[]): readonly NumberFact[] {
  const text = sentence.toLowerCase();
  const others = changes.filter(({ measure }) => measure !== '' && measure !== PRICE && text.includes(measure));
  return others.length > 0 ? others : changes.filter(({ measure }) => measure === PRICE);
}

/** Words between a signal and its label. */
const LINKING = 'is|reads|stands|remains|was|of|for|at|as|now|currently|today|still|a|an';
/** The label of a signal, where a sentence tells whose: not "buy and hold", nor an analyst's grade. */
const SIGNAL_LABEL = new RegExp(
  [
    String.raw`\b(?:(?:signal|label|overall rating|composite rating)\b(?:\s|${HIDDEN}|:|\b(?:${LINKING})\b)*`,
    String.raw`|(?:reads|is rated)\s+(?:as\s+)?(?:an?\s+)?)`,
    String.raw`["“]?\b(strong buy|strong sell|buy|sell|neutral)\b(?!-)(?! and hold)`,
  ].join(''),
  'giu',
);

/** Labels of signals that no fact of their subject has. */
function labelClaims(
  rest: string,
  text: string,
  ownersAt: (claim: Pick<Claim, 'start' | 'end'>) => readonly string[],
  evidence: Evidence,
): readonly Claim[] {
  return Array.from(rest.matchAll(SIGNAL_LABEL)).flatMap((match): readonly Claim[] => {
    const [whole, label = ''] = match;
    const end = match.index + whole.length;
    const claim = { start: end - label.length, end };
    const owners = ownersAt(claim);
    const isKnown = evidence.labels.some((fact) => isOf(fact, owners) && fact.value.toLowerCase() === label.toLowerCase());
    return isKnown ? [] : [{ kind: 'label', text: text.slice(claim.start, end), ...claim, fault: 'label' }];
  });
}

/** What one sentence claims. */
function claimsOf({ text, start }: Sentence, shown: string, topic: Topic, evidence: Evidence): readonly Claim[] {
  const { mentions, rest } = subjectsIn(shown, evidence.names);
  const reading: Reading = { sentence: shown, nameless: rest, mentions, topic, evidence };
  const plain = hideMentions(hidePhrases(shown, evidence.phrases), mentions);
  const dates = datesIn(plain);
  const withoutDates = dates.reduce((left, date) => left.slice(0, date.start) + hide(date.raw) + left.slice(date.end), plain);
  const dateClaims = dates.map((date): Claim => {
    const isKnown = isDateKnown(date, ownersOf(shown, date, mentions, topic), evidence);
    return { kind: 'date', text: date.raw, start: date.start, end: date.end, fault: isKnown ? null : 'date' };
  });
  const directions = directionClaims(rest).flatMap((claim): readonly Claim[] => {
    const owners = ownersOf(shown, claim, mentions, topic);
    const changes = changesMeant(shown, evidence.numbers.filter((fact) => fact.isChange && isOf(fact, owners)));
    // Of somebody of whom nothing was read, nothing is known.
    const isStranger = owners.length > 0 && !evidence.subjects.some((id) => owners.includes(id));
    const isKnown = !isStranger && (changes.length === 0 || changes.some(({ value }) => Math.sign(value) === claim.sign));
    return isKnown ? [] : [{ kind: 'direction', text: text.slice(claim.start, claim.end), start: claim.start, end: claim.end, fault: 'direction' }];
  });
  const labels = labelClaims(rest, text, (claim) => ownersOf(shown, claim, mentions, topic), evidence);
  const numerals = Array.from(plain.matchAll(OTHER_NUMERALS), ({ index, 0: raw }): Claim => ({ kind: 'number', text: raw, start: index, end: index + raw.length, fault: 'value' }));
  return [...dateClaims, ...numberClaims(withoutDates, reading), ...numerals, ...directions, ...labels].map((claim) => ({
    ...claim,
    start: claim.start + start,
    end: claim.end + start,
  }));
}

/** A sentence and what it claims. */
export interface CheckedSentence {
  readonly text: string;
  readonly claims: readonly Claim[];
}

/** Checks a text; `before` is what stands before it, and says whom "it" is. */
export type GroundingCheck = (text: string, before?: string) => readonly CheckedSentence[];

/**
 * Checks every number, date, direction and label of a signal in texts against facts: value with its scale and rounding, unit, sign, the
 * subject that it is told of, and the label that it is told under. Quotations of a fact's own words are not read. `known`
 * finds the names of those of whom there are no facts, so that nothing is told of them.
 */
export function groundingCheck(facts: readonly Fact[], subjects: readonly Subject[], known: NameFinder = () => []): GroundingCheck {
  const evidence = evidenceOf(facts, subjects, known);
  const topicOf = (shown: string, topic: Topic): Topic => {
    const ids = subjectsIn(shown, evidence.names).mentions.map(({ id }) => id);
    return ids.length === 0 ? topic : { first: ids[0] ?? null, all: [...new Set(ids)] };
  };
  return (written, before = '') => {
    const text = plainText(written, evidence.quotable);
    const shown = hideQuotations(text, evidence.quotable);
    let topic = topicOf(plainText(before, evidence.quotable), NO_TOPIC);
    return sentencesOf(text).map((sentence) => {
      const visible = shown.slice(sentence.start, sentence.start + sentence.text.length);
      const claims = claimsOf(sentence, visible, topic, evidence);
      topic = topicOf(visible, topic);
      return { text: sentence.text, claims };
    });
  };
}
