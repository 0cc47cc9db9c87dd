import type { Fact, NumberFact, Subject } from '../facts/fact.js';
import type { Claim, Fault } from './claim.js';
import { bindingAt } from './bindings.js';
import { sourcesOfDate } from './date-sources.js';
import { datesIn } from './dates.js';
import { followsFrom, type Supported } from './derived.js';
import { directionAt, directionClaims, NO_DIRECTION, type Direction } from './directions.js';
import { evidenceOf, isOf, type Evidence } from './evidence.js';
import { countsSubjects, isRiseKnown, judge, ofDollarChange, PRICE, type Judged, type Reading } from './judge.js';
import { labelClaims } from './label-claims.js';
import { recited } from './own-texts.js';
import { leadingOwner } from './orders.js';
import { pairIn } from './pairs.js';
import { OTHER_NUMERALS, plainText } from './plain-text.js';
import { quantitiesIn, type Quantity } from './quantities.js';
import { hideListedAverages } from './listed-averages.js';
import { hide, hidePhrases, hideQuotations, sentencesOf, type Sentence } from './sentences.js';
import type { StatementReading, ToldNumber } from './comparisons.js';
import { settleComputations } from './settle-computations.js';
import { isAboutResults, quotedTexts, statementClaims } from './statements.js';
import {
  hideMentions,
  NO_TOPIC,
  ownersOf,
  respectiveOwner,
  subjectsIn,
  type NameFinder,
  type Topic,
} from './subject-mentions.js';

export type { Claim, Fault } from './claim.js';

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
  const pair = isStrict ? pairIn(sentence, quantities, mentions) : null;
  for (const [index, quantity] of quantities.entries()) {
    const previous = quantities[index - 1];
    const from = previous?.end ?? 0;
    const own = directionAt(nameless, quantity.start, quantity.end, from);
    const isJoined = areJoined(text, previous, quantity);
    const direction = own.sign === 0 && isJoined ? (directions[index - 1] ?? NO_DIRECTION) : own;
    directions.push(direction);
    const isOrdinal = quantity.unit === 'ordinal';
    const paired = index === pair?.first ? pair.left : index === pair?.second ? pair.right : null;
    const owner =
      paired ??
      respectiveOwner(sentence, index, quantities.length, mentions) ??
      ownersOf(sentence, quantity, mentions, topic);
    owners.push(owner);
    const before = judged[index - 1] ?? null;
    const binding = isStrict
      ? bindingAt({
          sentence,
          quantity,
          from,
          next: quantities[index + 1],
          afterNext: quantities[index + 2],
          previous: before?.fact ?? null,
          told: judged.slice(0, index).map(({ fact }, at) => ({ fact, quantity: quantities[at] as Quantity })),
          owners: owner,
          dates,
          evidence,
        })
      : null;
    const result = judge(quantity, direction, owner, isJoined ? 0 : from, reading, binding);
    if (result.fault !== null && !isOrdinal && countsSubjects(quantity, reading)) {
      judged.push({ ...result, fault: null });
      continue;
    }
    const isFrom =
      before?.fact !== null &&
      before?.fact.label === result.fact?.label &&
      /\bfrom\s(?:US)?\$?$/.test(sentence.slice(from, quantity.start));
    // "Down from 313.1": the number before it is where it went to.
    const isRise = isFrom
      ? Math.sign((before?.value ?? 0) - result.value) === direction.sign
      : isRiseKnown(direction, result.fact, owner, reading);
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
      kind: 'number',
      text: raw,
      start,
      end,
      fault: faults[index] ?? null,
      sources: sources[index] ?? [],
    })),
    told: quantities.map((quantity, index) => ({
      quantity,
      fact: faults[index] === null ? (judged[index]?.fact ?? null) : null,
      isSupported: faults[index] === null,
      owners: owners[index] ?? [],
    })),
  };
}

/** The changes that a direction without a number is of: of a measure that the sentence names, or else of the price. */
function changesMeant(sentence: string, changes: readonly NumberFact[]): readonly NumberFact[] {
  const text = sentence.toLowerCase();
  const others = changes.filter(({ measure }) => measure !== '' && measure !== PRICE && text.includes(measure));
  return others.length > 0 ? others : changes.filter(({ measure }) => measure === PRICE);
}

/** The directions that a sentence tells without a number. */
function readDirections(
  reading: Reading,
  text: string,
  ownersAt: (place: Pick<Claim, 'start' | 'end'>) => readonly string[],
): readonly Claim[] {
  const { sentence, nameless, evidence, isStrict } = reading;
  return directionClaims(nameless).flatMap((claim): readonly Claim[] => {
    const owners = ownersAt(claim);
    const changes = changesMeant(
      sentence,
      evidence.numbers.filter((fact) => fact.isChange && isOf(fact, owners)),
    );
    // Of somebody of whom nothing was read, nothing is known.
    const isStranger = owners.length > 0 && !evidence.subjects.some((id) => owners.includes(id));
    const agreeing = changes.filter(({ value }) => Math.sign(value) === claim.sign);
    const isKnown = !isStranger && ((changes.length === 0 && !isStrict) || agreeing.length > 0);
    if (isKnown && !isStrict) return [];
    const place = { start: claim.start, end: claim.end };
    return [
      {
        kind: 'direction',
        text: text.slice(claim.start, claim.end),
        ...place,
        fault: isKnown ? null : 'direction',
        sources: agreeing.map(({ source }) => source),
      },
    ];
  });
}

/** What one sentence claims. */
function claimsOf(
  sentence: Sentence,
  visible: string,
  topic: Topic,
  evidence: Evidence,
  isStrict: boolean,
): readonly Claim[] {
  const { text, start } = sentence;
  const { rest: shown, claims: own } = isStrict ? recited(visible, topic, evidence) : { rest: visible, claims: [] };
  const { mentions, rest: named } = subjectsIn(shown, evidence.names);
  const listed = isStrict ? hideListedAverages : (same: string): string => same;
  const rest = listed(named);
  const plain = hideMentions(hidePhrases(listed(shown), evidence.phrases), mentions);
  const dates = datesIn(plain);
  const reading: Reading = { sentence: shown, nameless: rest, mentions, topic, evidence, isStrict, dates };
  const ownersAt = (place: Pick<Claim, 'start' | 'end'>): readonly string[] => ownersOf(shown, place, mentions, topic);
  const withoutDates = dates.reduce(
    (left, date) => left.slice(0, date.start) + hide(date.raw) + left.slice(date.end),
    plain,
  );
  const dateClaims = dates.map((date): Claim => {
    const leading = leadingOwner(shown, date, mentions);
    const owners = leading === null ? ownersAt(date) : [leading];
    const place = { mention: date, text, sentence: shown, dates, owners, evidence };
    const sources = sourcesOfDate(place, isStrict);
    return {
      kind: 'date',
      text: date.raw,
      start: date.start,
      end: date.end,
      fault: sources === null ? 'date' : null,
      sources: sources ?? [],
    };
  });
  const directions = readDirections(reading, text, ownersAt);
  const labels = labelClaims(rest, text, ownersAt, reading);
  const numerals = Array.from(plain.matchAll(OTHER_NUMERALS), ({ index, 0: raw }): Claim => ({
    kind: 'number',
    text: raw,
    start: index,
    end: index + raw.length,
    fault: 'value',
    sources: [],
  }));
  const { claims: numbers, told } = readNumbers(withoutDates, reading);
  const checked = [...own, ...dateClaims, ...numbers, ...numerals, ...directions, ...labels];
  const all = isStrict
    ? withStatements(
        checked,
        { sentence: shown, nameless: rest, plain, mentions, evidence, numbers: told, dates, ownersAt },
        text,
        numbers,
      )
    : checked;
  return all.map((claim) => ({ ...claim, start: claim.start + start, end: claim.end + start }));
}

/** Adds what a sentence states otherwise; a number that tells a difference is judged as one. */
function withStatements(
  checked: readonly Claim[],
  reading: StatementReading,
  text: string,
  numbers: readonly Claim[],
): readonly Claim[] {
  const { claims, differences } = statementClaims(reading);
  const settled = new Map(
    differences.map(({ index, isRight, sources }) => {
      const fault: Fault | null = isRight ? null : 'value';
      return [numbers[index], { fault, sources }] as const;
    }),
  );
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
 * Checks every number, date, direction and label of a signal in texts against facts: value with its scale and rounding,
 * unit, sign, the subject that it is told of, and the label that it is told under. Quotations of a fact's own words are
 * not read. `known` finds the names of those of whom there are no facts, so that nothing is told of them.
 */
export function groundingCheck(
  facts: readonly Fact[],
  subjects: readonly Subject[],
  known: NameFinder = () => [],
): GroundingCheck {
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
