import type { Fact, NumberFact, Subject } from '../facts/fact.js';
import type { Claim, Fault } from './claim.js';
import { mismatchOf } from './compare.js';
import type { AnswerSource } from '../answers.js';
import { bindingAt } from './bindings.js';
import { sourcesOfDate } from './date-sources.js';
import { datesIn, type DateMention } from './dates.js';
import { computations, followsFrom, type Supported } from './derived.js';
import { directionAt, directionClaims, NO_DIRECTION, type Direction } from './directions.js';
import { evidenceOf, isOf, type Evidence } from './evidence.js';
import { isNamedIn, wordsOf } from './fact-names.js';
import { isOfUnfilled, ofUnfilled } from './fills.js';
import { recited } from './own-texts.js';
import { OTHER_NUMERALS, plainText } from './plain-text.js';
import { quantitiesIn, type Quantity } from './quantities.js';
import { HIDDEN, hide, hidePhrases, hideQuotations, sentencesOf, type Sentence } from './sentences.js';
import type { StatementReading, ToldNumber } from './comparisons.js';
import { isAboutResults, quotedTexts, statementClaims } from './statements.js';
import { hideMentions, NO_TOPIC, ownersOf, respectiveOwner, subjectsIn, type NameFinder, type SubjectMention, type Topic } from './subject-mentions.js';

export type { Claim, Fault } from './claim.js';

interface Reading {
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
  readonly sources: readonly AnswerSource[];
}

/** Whether a fact of its subject tells a number. */
function judge(
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
    (binding !== null || !LABELLED.has(fact.unit) || isNamedIn(around, fact) || !own.some((other) => other.unit === fact.unit && isNamedIn(around, other)));
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
  if (told !== undefined) return { fault: null, fact: told, value: told.value, kind: KINDS[told.unit] ?? 'other', sources: telling.map(({ source }) => source) };
  const worst = (['sign', 'label', 'owner', 'unit', 'value'] as const).find((fault) => faults.has(fault));
  return { fault: worst ?? 'value', fact: null, value: 0, kind: 'other', sources: [] };
}

/** "Rose to 71.2": besides the level, something must say that it rose. */
function isRiseKnown({ sign }: Direction, level: NumberFact | null, owners: readonly string[], { evidence }: Reading): boolean {
  return evidence.numbers.some(
    (fact) => fact.isChange && fact.measure === level?.measure && isOf(fact, owners) && Math.sign(fact.value) === sign,
  );
}

/** "The two": as many as the subjects of the sentence. */
const countsSubjects = ({ value, unit, decimals, start }: Quantity, { mentions, evidence, sentence }: Reading): boolean => {
  const named = new Set(mentions.map(({ id }) => id)).size;
  const isOfAll = named === 0 && /\bthe\s$/i.test(sentence.slice(0, start));
  return unit === null && decimals === 0 && value >= 2 && value === (isOfAll ? evidence.subjects.length : named);
};

/** "Down $2.39": the price less the previous close, where both are known. */
function ofDollarChange({ value, halfUnit, unit }: Quantity, { sign }: Direction, owners: readonly string[], { evidence }: Reading): NumberFact | null {
  if (unit !== 'usd' || sign === 0 || owners.length !== 1) return null;
  const levelOf = (label: string): NumberFact | undefined => evidence.numbers.find((fact) => fact.label === label && isOf(fact, owners));
  const [price, before] = [levelOf(PRICE), levelOf('previous close')];
  if (price === undefined || before === undefined) return null;
  const change = price.value - before.value;
  return Math.sign(change) === sign && Math.abs(Math.abs(change) - value) <= halfUnit * (1 + TINY) ? price : null;
}

const TINY = 1e-6;

/** Whether numbers stand in one list or range, so that a word before the first one is of each. */
function areJoined(text: string, one: Quantity | undefined, other: Quantity): boolean {
  if (one === undefined) return false;
  const between = text.slice(one.end, other.start);
  // "Grew 8.0% to $280.7 billion": how far, and where to.
  if (/^\s?to\s/.test(between) && one.unit !== other.unit) return false;
  return /^\s?(?:and|or|,|, and|to|–|-)\s?(?:US)?[$+−-]?$/.test(between);
}

interface ReadNumbers {
  readonly claims: readonly Claim[];
  readonly told: readonly ToldNumber[];
}

function readNumbers(text: string, reading: Reading): ReadNumbers {
  const { sentence, nameless, mentions, topic, isStrict, dates, evidence } = reading;
  const quantities = quantitiesIn(text);
  const directions: Direction[] = [];
  const owners: (readonly string[])[] = [];
  const judged: Judged[] = [];
  for (const [index, quantity] of quantities.entries()) {
    const previous = quantities[index - 1];
    const from = previous?.end ?? 0;
    const own = directionAt(nameless, quantity.start, quantity.end, from);
    const isJoined = areJoined(text, previous, quantity);
    const direction = own.sign === 0 && isJoined ? (directions[index - 1] ?? NO_DIRECTION) : own;
    directions.push(direction);
    const isOrdinal = quantity.unit === 'ordinal';
    const owner = respectiveOwner(sentence, index, quantities.length, mentions) ?? ownersOf(sentence, quantity, mentions, topic);
    owners.push(owner);
    const before = judged[index - 1] ?? null;
    const binding = isStrict
      ? bindingAt({ sentence, quantity, from, next: quantities[index + 1], afterNext: quantities[index + 2], previous: before?.fact ?? null, told: judged.slice(0, index).map(({ fact }, at) => ({ fact, quantity: quantities[at] as Quantity })), owners: owner, dates, evidence })
      : null;
    const result = judge(quantity, direction, owner, isJoined ? 0 : from, reading, binding);
    if (result.fault !== null && !isOrdinal && countsSubjects(quantity, reading)) {
      judged.push({ ...result, fault: null });
      continue;
    }
    const isFrom = before?.fact !== null && before?.fact.label === result.fact?.label && /\bfrom\s(?:US)?\$?$/.test(sentence.slice(from, quantity.start));
    // "Down from 313.1": the number before it is where it went to.
    const isRise = isFrom ? Math.sign((before?.value ?? 0) - result.value) === direction.sign : isRiseKnown(direction, result.fact, owner, reading);
    const isLevelWrong = direction.isLevel && direction.sign !== 0 && !isRise;
    const dollars = result.fault === null ? null : ofDollarChange(quantity, direction, owner, reading);
    if (dollars !== null) judged.push({ ...result, fault: null, sources: [dollars.source] });
    else judged.push(result.fault === null && isLevelWrong ? { ...result, fault: 'sign' } : result);
  }
  const faults = judged.map(({ fault }) => fault);
  const sources = judged.map(({ sources: of }) => of);
  settleComputations(text, quantities, faults, sources, reading);
  const supported = quantities.flatMap((quantity, index): Supported[] => {
    const { fault, value, kind } = judged[index] ?? { fault: 'value' as const, value: 0, kind: 'other' as const };
    return fault === null ? [{ quantity, value, kind }] : [];
  });
  for (const [index, quantity] of quantities.entries())
    if (faults[index] !== null && followsFrom(sentence, quantity, supported)) faults[index] = null;
  return {
    claims: quantities.map(({ start, end, raw }, index): Claim => ({
      kind: 'number', text: raw, start, end, fault: faults[index] ?? null, sources: sources[index] ?? [],
    })),
    told: quantities.map((quantity, index) => ({
      quantity, fact: faults[index] === null ? (judged[index]?.fact ?? null) : null, isSupported: faults[index] === null, owners: owners[index] ?? [],
    })),
  };
}

/** Amounts of dollars may be computed with in their scale: 71.73 for 71.73 billion. */
const SCALES = [1, 1e6, 1e9, 1e12];

/** Operands of a right computation may leave their units out, if any fact of the sentence's subjects has their value. */
function settleComputations(
  text: string,
  quantities: readonly Quantity[],
  faults: (Fault | null)[],
  sources: (readonly AnswerSource[])[],
  { evidence, mentions }: Reading,
): void {
  const ids = mentions.map(({ id }) => id);
  const knownBy = (quantity: Quantity): readonly AnswerSource[] =>
    evidence.numbers.filter((fact) =>
      isOf(fact, ids) && (fact.unit === 'usd' ? SCALES : [1]).some((scale) =>
        Math.abs(Math.abs(fact.value) - quantity.value * scale) <= quantity.halfUnit * scale * (1 + 1e-9))).map(({ source }) => source);
  for (const { operands, result } of computations(text, quantities)) {
    const known = operands.map((at) => {
      const operand = quantities[at];
      if (operand === undefined || faults[at] === null) return [];
      return operand.unit === null ? knownBy(operand) : [];
    });
    if (operands.some((at, index) => faults[at] !== null && known[index]?.length === 0)) continue;
    for (const at of [...operands, result]) faults[at] = null;
    for (const [index, at] of operands.entries()) if (sources[at]?.length === 0) sources[at] = known[index] ?? [];
  }
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

/** The labels of signals that a sentence tells, each of its subject. */
function labelClaims(
  rest: string,
  text: string,
  ownersAt: (claim: Pick<Claim, 'start' | 'end'>) => readonly string[],
  { evidence, isStrict }: Reading,
): readonly Claim[] {
  return Array.from(rest.matchAll(SIGNAL_LABEL)).flatMap((match): readonly Claim[] => {
    const [whole, label = ''] = match;
    const end = match.index + whole.length;
    const claim = { start: end - label.length, end };
    const owners = ownersAt(claim);
    const known = evidence.labels.filter((fact) => isOf(fact, owners) && fact.value.toLowerCase() === label.toLowerCase());
    if (known.length > 0 && !isStrict) return [];
    return [{ kind: 'label', text: text.slice(claim.start, end), ...claim, fault: known.length > 0 ? null : 'label', sources: known.map(({ source }) => source) }];
  });
}

/** The directions that a sentence tells without a number. */
function readDirections(reading: Reading, text: string, ownersAt: (place: Pick<Claim, 'start' | 'end'>) => readonly string[]): readonly Claim[] {
  const { sentence, nameless, evidence, isStrict } = reading;
  return directionClaims(nameless).flatMap((claim): readonly Claim[] => {
    const owners = ownersAt(claim);
    const changes = changesMeant(sentence, evidence.numbers.filter((fact) => fact.isChange && isOf(fact, owners)));
    // Of somebody of whom nothing was read, nothing is known.
    const isStranger = owners.length > 0 && !evidence.subjects.some((id) => owners.includes(id));
    const agreeing = changes.filter(({ value }) => Math.sign(value) === claim.sign);
    const isKnown = !isStranger && ((changes.length === 0 && !isStrict) || agreeing.length > 0);
    if (isKnown && !isStrict) return [];
    const place = { start: claim.start, end: claim.end };
    return [{ kind: 'direction', text: text.slice(claim.start, claim.end), ...place, fault: isKnown ? null : 'direction', sources: agreeing.map(({ source }) => source) }];
  });
}

/** What one sentence claims. */
function claimsOf(sentence: Sentence, visible: string, topic: Topic, evidence: Evidence, isStrict: boolean): readonly Claim[] {
  const { text, start } = sentence;
  const { rest: shown, claims: own } = isStrict ? recited(visible, topic, evidence) : { rest: visible, claims: [] };
  const { mentions, rest } = subjectsIn(shown, evidence.names);
  const plain = hideMentions(hidePhrases(shown, evidence.phrases), mentions);
  const dates = datesIn(plain);
  const reading: Reading = { sentence: shown, nameless: rest, mentions, topic, evidence, isStrict, dates };
  const ownersAt = (place: Pick<Claim, 'start' | 'end'>): readonly string[] => ownersOf(shown, place, mentions, topic);
  const withoutDates = dates.reduce((left, date) => left.slice(0, date.start) + hide(date.raw) + left.slice(date.end), plain);
  const dateClaims = dates.map((date): Claim => {
    const sources = sourcesOfDate(date, ownersAt(date), reading);
    return { kind: 'date', text: date.raw, start: date.start, end: date.end, fault: sources === null ? 'date' : null, sources: sources ?? [] };
  });
  const directions = readDirections(reading, text, ownersAt);
  const labels = labelClaims(rest, text, ownersAt, reading);
  const numerals = Array.from(plain.matchAll(OTHER_NUMERALS), ({ index, 0: raw }): Claim => ({ kind: 'number', text: raw, start: index, end: index + raw.length, fault: 'value', sources: [] }));
  const { claims: numbers, told } = readNumbers(withoutDates, reading);
  const checked = [...own, ...dateClaims, ...numbers, ...numerals, ...directions, ...labels];
  const all = isStrict ? withStatements(checked, { sentence: shown, nameless: rest, plain, mentions, evidence, numbers: told, dates, ownersAt }, text, numbers) : checked;
  return all.map((claim) => ({ ...claim, start: claim.start + start, end: claim.end + start }));
}

/** Adds what a sentence states otherwise; a number that tells a difference is judged as one. */
function withStatements(checked: readonly Claim[], reading: StatementReading, text: string, numbers: readonly Claim[]): readonly Claim[] {
  const { claims, differences } = statementClaims(reading);
  const settled = new Map(differences.map(({ index, isRight, sources }) => {
    const fault: Fault | null = isRight ? null : 'value';
    return [numbers[index], { fault, sources }] as const;
  }));
  // A comparison needs the sources of both its sides.
  const statements = claims.flatMap(({ start, end, sources }): readonly Claim[] => {
    const claim = { kind: 'statement' as const, text: text.slice(start, end), start, end };
    if (sources === null) return [{ ...claim, fault: 'statement', sources: [] }];
    return sources.map((source) => ({ ...claim, fault: null, sources: [source] }));
  });
  const quoted = quotedTexts(text, reading).map((claim): Claim => ({ kind: 'statement', fault: null, ...claim }));
  const all = [...checked.map((claim) => ({ ...claim, ...settled.get(claim) })), ...statements, ...quoted];
  const isStated = all.some(({ sources, fault }) => fault === null && sources.length > 0) || isAboutResults(reading);
  if (isStated || reading.sentence.trim() === '') return all;
  const end = text.length;
  return [...all, { kind: 'statement', text, start: 0, end, fault: 'statement', sources: [] }];
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
  return checkBy(evidenceOf(facts, subjects, known), false);
}

/** Checks texts by evidence; strictly, every statement of a sentence must be supported, and not only its figures. */
export function checkBy(evidence: Evidence, isStrict: boolean): GroundingCheck {
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
      const claims = claimsOf(sentence, visible, topic, evidence, isStrict);
      topic = topicOf(visible, topic);
      return { text: sentence.text, claims };
    });
  };
}
