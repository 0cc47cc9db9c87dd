import { isCircumstance } from './circumstances.js';
import { isToldAsPast } from './clauses.js';
import { fiscalYearOf, yearEnd, type QuarterIndex } from './fiscal-quarter.js';
import { figuresOf, type Figure } from './figures.js';
import { horizonsOf, type CallTime, type Horizon, type PeriodSpan } from './horizons.js';
import { scopeOf, type FigureScope } from './scopes.js';
import { isPast } from './tense.js';
import { topicOf, type PromiseTopic } from './topics.js';

/** What a sentence commits the company to. */
export interface Commitment {
  readonly topic: PromiseTopic;
  readonly figure: Figure | null;
  /** The last fiscal quarter of the named period; null if the sentence names none. */
  readonly due: QuarterIndex | null;
  /** How much of time that period is. */
  readonly span: PeriodSpan;
  /** Whether the sentence itself names the period, not those before it. */
  readonly isPeriodNamed: boolean;
  readonly scope: FigureScope;
}

/** Longer ones are lists or run-on speech in which figures and periods cannot be told apart. */
const LONGEST = 600;
const SHORTEST = 25;
/** Longest sentence without a figure. */
const LONGEST_DEED = 340;

/** Verbs of management about what the company will do or reach. */
const STRONG =
  /\b(?:expect(?:s|ing|ed (?:to|that))?|anticipat(?:e|es|ing|ed (?:to|that))|project(?:ing|ed to)|estimat(?:e|es|ing|ed to|ed at)|forecast(?:s|ing)?|intend|target(?:s|ing)?|aim|on track|on pace|committed to|we(?:'re)? now (?:see|seeing)|see a path|could (?:range|grow)|will range|confident|working toward|(?<!\b(?:our|the|a|this|that) )plan(?:s|ning)? to)\b/i;
/** Nouns for figures ahead, which commit to nothing without one. */
const NOUNS = /\b(?:guidance|outlook|goal|expectations?|anticipated|scenario|previously guided)\b/i;
const WEAK = /\b(?:will|we'll|going to|should)\b/i;
/** Circumstances rather than deeds: "that will be a headwind". */
const CIRCUMSTANCE =
  /\b(?:there|that|it|this|which|they)(?: will|'ll| should)\b|\bwill (?:still |also )?(?:eventually|lap|be an? )|\b(?:going to|should) be an? |\b(?:will|going to) (?:have|need) to\b|\bopportunit(?:y|ies)\b|\b(?:will|should) (?:also )?help\b|\b(?:headwinds?|impacted|pressures?|challenging|difficult)\b/i;
/** Thoughts of the past, which are no expectation any more: "we thought that inflation would be". */
const THOUGHT = /\bthought\b[^.]{0,80}\b(?:would|was|were)\b/i;
/** Words on a guidance given before. */
const GAVE = /\b(?:I|we) (?:gave|provided|made|issued|laid out)\b(?!.*\b(?:currently|now)\b)/i;
/** Who acts: the company, or one of its results. */
const OWN = /\b(?:we|we're|we'll|our|us|I|I'd|company)\b/i;

/** Legal text, the course of the call, and events: they commit to nothing. */
const BOILERPLATE =
  /forward[- ]looking|risks and uncertainties|actual results|undertakes? no obligation|non-GAAP measures|reconciliation|\b(?:replay|webcast|slides?|press release|conference call|earnings call|Q&A|next question|your questions?|prepared remarks|transcript|investor day|next call|hand (?:it|the call)|turn (?:it|the call)|more details|more specifics)\b/i;
/** What was expected or has happened already. */
const PAST =
  /\b(?:(?:than|as|what) (?:we |was |had )?(?:originally |previously )?(?:expected|anticipated|projected)|(?:with|above|below|exceed\w*|ahead of|beat) (?:our |the |previous )*(?:high end of |low end of )?(?:our |the )?(?:expectations?|guidance|forecast\w*|outlook)|better[- ]than[- ](?:expected|anticipated)|than our expectations|estimates? [^.]{0,90}\b(?:was|were|generated|recorded)\b|had (?:previously )?(?:estimated|lowered|guided)|(?:previously|recorded|we) estimated(?: and)?|guidance (?:was|coming)|were projecting|(?:are|was|were) included|last quarter|at that time|(?:was|were) (?:originally )?(?:estimated|expected|anticipated|projected))\b/i;
/** Dividends that are declared already. */
const DECLARED = /\b(?:payable|shareholders of record)\b|\b(?:approved|declared|announced)\b[^.]{0,40}\bdividend\b/i;
/** What others do, and what is no result. */
const OTHERS =
  /\b(?:analysts? (?:are|is)|market (?:TAM|growth)|addressable market|governments?|customers (?:will|are)|(?:new|commercial) building|you mentioned|you(?:'re| are) going to|I think you|we won't comment|look(?:ing)? at (?:the|our) (?:\w+ )?outlook|not (?:providing|giving|reinstating)|don't provide)\b/i;
/** A refusal or an announcement of figures, without any. */
const ANNOUNCED =
  /\b(?:let's|let me|I'll|I will|I'm going to|we'll|providing) (?:\w+ ){0,4}(?:discuss|talk|cover|provide|review|go through|take|finish|move|share|giv\w+|comment|address|answer|get into|come back|talk)\b|\bthe following guidance\b|\b[A-Z]\w+ will (?:now )?(?:share|discuss|walk you)\b/i;

/** Whether words that a company does not decide on frame the sentence. */
function isNoCommitment(sentence: string): boolean {
  return (
    sentence.length < SHORTEST ||
    sentence.length > LONGEST ||
    sentence.endsWith('?') ||
    [BOILERPLATE, PAST, THOUGHT, DECLARED, OTHERS].some((pattern) => pattern.test(sentence))
  );
}

/** How many characters before a figure tell whether it is a result. */
const LEAD = 40;
const RESULT = /\b(?:was|were|grew|increased|decreased|declined|rose|achieved|came in|up|down)\b[^,]*$/i;
const MOVES = /\b(?:up|down)\b/i;

/** Words without which a clause with a past verb tells what was. */
const AHEAD = [STRONG, NOUNS, WEAK];

/** Whether a figure is a result, which no word of the future precedes. */
function isReported(sentence: string, { at }: Figure): boolean {
  const before = sentence.slice(0, at);
  const isResult = RESULT.test(before.slice(-LEAD)) && !STRONG.test(before) && !WEAK.test(before);
  return isResult || isToldAsPast(sentence, at, AHEAD);
}

/** What stood before, right before its figure: "growing from 5% to 8%", "guidance from 10 to now 8 million". */
const FROM =
  /\b(?:increas|accelerat|improv|grow|ris|rais|lower|reduc|narrow|adjust|revis|cut|chang|guidance|outlook)\w*(?: for the (?:full |fiscal )?year)? from (?:about |approximately |a |the |our |previous |range |of )*$/i;
/** What was planned before, or is not: "we had expected 5%", "rather than 5%". */
const FORMER =
  /\b(?:rather than|instead of|had (?:previously |originally |initially )?(?:expected|anticipated|guided|planned|projected))(?: [a-z]+){0,2} $/i;
const TO = /\bto (?:now |about |approximately |a |the |range |of )*$/i;

/** Whether a figure is what was before, and the `next` one is what is promised. */
function isStart(sentence: string, { at, unit }: Figure, next: Figure): boolean {
  const before = sentence.slice(Math.max(0, at - LEAD), at);
  return FORMER.test(before) || (FROM.test(before) && next.unit === unit && TO.test(sentence.slice(at, next.at)));
}

/** The year after the one that a sentence compares with: "versus the fiscal 2021 results" is of 2022. */
function yearAfter(horizons: readonly Horizon[], sentence: string): Horizon | null {
  const compared = horizons.find(
    ({ at, span }) => span === 'year' && /\b(?:versus|compared (?:to|with)) (?:the )?$/i.test(sentence.slice(0, at)),
  );
  return compared === undefined ? null : { ...compared, due: yearEnd(fiscalYearOf(compared.due) + 1) };
}

/** Where the reasons of an expectation start. */
const REASON = /\b(?:as|while|which|because|due to|driven by|when)\b/i;

/**
 * The period ahead of a figure: the last one named before it, else the first after it, unless it is part of the
 * reasons.
 */
function horizonAhead(ahead: readonly Horizon[], sentence: string, figure: Figure | null): Horizon | null {
  if (figure === null) return ahead[0] ?? null;
  const reason = REASON.exec(sentence.slice(figure.at));
  const end = reason === null ? sentence.length : figure.at + reason.index;
  return ahead.findLast(({ at }) => at < figure.at) ?? ahead.find(({ at }) => at < end) ?? null;
}

/** Whether a sentence without a figure says what the company will do or reach in a period ahead. */
function isDeed(sentence: string, ahead: Horizon | null, topic: PromiseTopic, isStrong: boolean): boolean {
  if (ahead === null || sentence.length > LONGEST_DEED || ANNOUNCED.test(sentence)) return false;
  if (isStrong) return topic !== 'other' || OWN.test(sentence);
  return topic !== 'other' && WEAK.test(sentence) && !CIRCUMSTANCE.test(sentence);
}

/** Whether a sentence with a figure says that the company will reach it. */
function isTarget(
  sentence: string,
  ahead: Horizon | null,
  topic: PromiseTopic,
  isStrong: boolean,
  isNamed: boolean,
): boolean {
  const isMeant = isStrong || NOUNS.test(sentence);
  return topic === 'other' ? ahead !== null && isMeant && (isNamed || MOVES.test(sentence)) : ahead !== null || isMeant;
}

/**
 * What a sentence of management commits the company to: an expectation, plan or target of its own with a figure or a
 * period ahead. `spoken` is the period that the sentences before it speak of, which a figure without one has. Null if
 * it commits to nothing. Looks at 600 characters at most, so its time is bounded.
 */
export function commitmentOf(sentence: string, call: CallTime, spoken: Horizon | null = null): Commitment | null {
  if (isNoCommitment(sentence)) return null;
  const isStrong = STRONG.test(sentence);
  const isMeant = isStrong || WEAK.test(sentence);
  if (!isMeant && !NOUNS.test(sentence)) return null;
  // What the company did, beside a word on what was planned: "spending was 70 million, in line with our expectation".
  if (!isMeant && (isPast(sentence) || GAVE.test(sentence))) return null;
  const figures = figuresOf(sentence).filter((each) => !isReported(sentence, each));
  const figure =
    figures.find((each, i, { [i + 1]: next }) => next === undefined || !isStart(sentence, each, next)) ?? null;
  if (isCircumstance(sentence, figure !== null)) return null;
  const horizons = horizonsOf(sentence, call);
  const later = horizons.filter(
    ({ due, at }) => due > call.index && (figure !== null || !isToldAsPast(sentence, at, AHEAD)),
  );
  const ahead = horizonAhead(later, sentence, figure);
  // All periods that the sentence names are over, so it looks back.
  if (later.length === 0 && horizons.length > 0 && (figure === null || !isStrong)) return null;
  const isGuided = figure !== null && (isStrong || NOUNS.test(sentence));
  const named = ahead ?? (isGuided ? yearAfter(horizons, sentence) : null);
  const period = named ?? (isGuided ? spoken : null) ?? later[0] ?? null;
  const topic = topicOf(sentence, figure?.at ?? sentence.length);
  const isMade =
    figure === null
      ? isDeed(sentence, ahead, topic, isStrong)
      : isTarget(sentence, period, topic, isStrong, ahead !== null);
  if (!isMade) return null;
  return {
    topic,
    figure,
    due: period?.due ?? null,
    span: period?.span ?? 'quarter',
    isPeriodNamed: named !== null,
    scope: figure === null ? 'whole' : scopeOf(sentence, figure),
  };
}
