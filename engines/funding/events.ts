import { companyAfter, companyBefore } from './company.js';
import { leadInvestors } from './lead-investors.js';
import type { Money } from './money.js';
import {
  clauseStart,
  FUND_AFTER,
  FUND_BEFORE,
  FUND_CLOSE,
  isAggregate,
  isDone,
  isElsewhere,
  isGap,
  LISTING_BEFORE,
  parsed,
  UNTIL_GIVER,
  type Amount,
  type Parsed,
} from './sentence-content.js';
import type { StageMention } from './stages.js';
import {
  FUNDING_WORDS,
  INVEST_VERBS,
  OTHER_VERBS,
  PLACES,
  PUBLIC_GIVERS,
  RAISE_VERBS,
  SUMMARY,
  WORKS,
} from './words.js';

/** What one sentence says about a round. */
export interface RoundSentence {
  readonly money: Money | null;
  readonly stage: StageMention | null;
  readonly company: string | null;
  readonly leads: readonly string[];
  /** Valuation after the round. */
  readonly valuation: Money | null;
}

type Candidate = Omit<RoundSentence, 'leads' | 'valuation'>;

interface Verb {
  readonly at: number;
  readonly end: number;
  readonly kind: 'raise' | 'other' | 'invest';
}

const VERB = new RegExp(String.raw`\b(?:(${RAISE_VERBS})|(${OTHER_VERBS})|(${INVEST_VERBS}))\b`, 'gi');
/** Not the short name that follows a name. */
const LONG_BRACKETS = /\((?:[^()\s]+\s+){2}[^()]*\)/g;
const CONDITIONAL = /\bconditional(?:ly)?\b/i;
const IN_COMPANY = /^\s*(?:[\w-]+\s+){0,4}?(?:in|into|for)\s+/i;
/** No sentence that a person wrote has more. */
const MOST_VERBS = 12;
const TAKES_STAGE = 60;
/** Letters between an amount and the stage that is said of it. */
const MOST_TO_STAGE = 300;
const MOST_TO_DEBT = 40;
const ROUND_WORD = /\b(?:rounds?|funding|undisclosed)\b/i;
const ROUND_NOUN =
  /^\s*(?:[\w'-]+\s+){0,6}?(?:(?:funding|financing|investment|seed)\s+rounds?|new funding|fresh funding|undisclosed amount)\b/i;

/** The money that a verb takes; null if it takes none. */
function takenBy({ text, amounts }: Parsed, { end }: Verb): Amount | null {
  const next = amounts.find(({ at }) => at >= end);
  return next?.role === 'raised' && isGap(text, end, next.at) ? next : null;
}

/** Whether a verb that may mean anything has a word for funding beside the money. */
function hasFundingWord(text: string, { end }: Verb, money: Money): boolean {
  const [near = ''] = text.slice(money.end, money.end + 60).split(/[;:]/);
  const words = near.trim().split(/\s+/).slice(0, 7).join(' ');
  return FUNDING_WORDS.test(text.slice(end, money.at)) || FUNDING_WORDS.test(words);
}

function verbsOf(text: string): readonly Verb[] {
  return Array.from(text.matchAll(VERB), (match) => ({
    at: match.index,
    end: match.index + match[0].length,
    kind: match[1] !== undefined ? 'raise' : match[2] !== undefined ? 'other' : 'invest',
  }));
}

/** The stage that is said of an amount: the nearest one that no other amount is nearer to. */
function stageFor({ amounts, stages }: Parsed, money: Money | null, from: number): StageMention | null {
  const distance = (stage: StageMention, other: Money): number =>
    other.at >= stage.end ? other.at - stage.end : stage.at - other.end;
  const own = stages.filter((stage) => {
    if (money === null) return stage.at >= from;
    const rivals = amounts.filter(
      (each) => each.at !== money.at && each.role !== 'target' && each.role !== 'valuation',
    );
    return rivals.every((rival) => distance(stage, money) <= distance(stage, rival));
  });
  if (money === null) return own[0] ?? null;
  const byDistance = own.toSorted((one, other) => distance(one, money) - distance(other, money));
  const [nearest] = byDistance;
  const most = nearest?.stage === 'Debt' ? MOST_TO_DEBT : MOST_TO_STAGE;
  if (nearest === undefined || distance(nearest, money) > most) return null;
  // "in seed and Series A financing": the later one.
  const partner = stages.find(({ at }) => at > nearest.end && at - nearest.end < 12);
  return partner !== undefined && nearest.stage !== 'Debt' && partner.stage.startsWith('Series') ? partner : nearest;
}

/** A round that a verb tells of. */
function toldBy(sentence: Parsed, verb: Verb): Candidate | null {
  const { text, stages } = sentence;
  if (!isDone(text, verb.at)) return null;
  const subject = text.slice(clauseStart(text, verb.at), verb.at);
  if (isAggregate(subject) || FUND_BEFORE.test(subject)) return null;
  const money = takenBy(sentence, verb);
  if (verb.kind === 'invest') return investedBy(sentence, verb, money);
  if (money === null) return stageOnly(sentence, verb, stages);
  if (isElsewhere(text, money)) return null;
  if (verb.kind === 'other' && !hasFundingWord(text, verb, money)) return null;
  if (/^announc/i.test(text.slice(verb.at)) && PUBLIC_GIVERS.test(subject)) return null;
  return { money, stage: stageFor(sentence, money, verb.end), company: companyBefore(subject) };
}

function investedBy({ text, stages }: Parsed, { end }: Verb, money: Amount | null): Candidate | null {
  if (money === null || isElsewhere(text, money)) return null;
  const into = IN_COMPANY.exec(text.slice(money.end));
  if (into === null) return null;
  const object = text.slice(money.end + into[0].length);
  const company = companyAfter(object);
  return company === null || PLACES.test(company) || WORKS.test(object.split(/\s+/, 8).join(' '))
    ? null
    : { money, stage: stages.find(({ at }) => at > end) ?? null, company };
}

/** "Alder closes its seed round": a round without an amount. */
function stageOnly(sentence: Parsed, verb: Verb, stages: readonly StageMention[]): Candidate | null {
  const { text } = sentence;
  const subject = text.slice(0, verb.at);
  const stage = stages.find(({ at }) => at >= verb.end && at - verb.end < TAKES_STAGE && isGap(text, verb.end, at));
  const isNamed = stage !== undefined || ROUND_NOUN.test(text.slice(verb.end, verb.end + TAKES_STAGE));
  if (!isNamed || LISTING_BEFORE.test(subject) || FUND_CLOSE.test(text)) return null;
  if (FUND_AFTER.test(text.slice(verb.end).split(UNTIL_GIVER)[0] ?? '')) return null;
  return { money: null, stage: stage ?? null, company: companyBefore(subject) };
}

const ROUND_IN =
  /^\s*(?:[\w'-]+\s+){0,6}?(?:rounds?|funding|financing|investment|raise|deal|series [a-j]|seed)\s+(?:in|into|for)\s+/i;
const LEADS_MONEY = /\b(?:co-?)?(?:leads?|led)\b/gi;

/** "Tiger leads $50M round in Zenoti". */
function ledInto(sentence: Parsed): Candidate | null {
  const { text, amounts, stages } = sentence;
  for (const match of text.matchAll(LEADS_MONEY)) {
    const end = match.index + match[0].length;
    if (!isDone(text, match.index)) continue;
    const money = amounts.find(({ at, role }) => at >= end && role === 'raised' && isGap(text, end, at)) ?? null;
    const stage = stages.find(({ at }) => at >= end && at - end < TAKES_STAGE) ?? null;
    const into = ROUND_IN.exec(text.slice(money?.end ?? end));
    if (into === null || (money === null && stage === null)) continue;
    const company = companyAfter(text.slice((money?.end ?? end) + into[0].length));
    if (company !== null) return { money, stage, company };
  }
  return null;
}

/** "Their $15 million Series A was led by Alder": an amount at a stage, without a verb of raising. */
function named(sentence: Parsed, leads: readonly string[]): Candidate | null {
  const { text, amounts, stages } = sentence;
  for (const stage of stages.filter((each) => !['Grant', 'Debt', 'Secondary'].includes(each.stage))) {
    const money = amounts.find(
      (each) =>
        each.role === 'raised' &&
        (each.at > stage.at ? isGap(text, stage.end, each.at) : isGap(text, each.end, stage.at)),
    );
    if (money === undefined && leads.length === 0) continue;
    const at = Math.min(stage.at, money?.at ?? stage.at);
    const subject = text.slice(0, at);
    if (!isDone(text, at) || FUND_BEFORE.test(subject) || (money !== undefined && isElsewhere(text, money))) continue;
    if (PAST_ROUND.test(subject)) continue;
    return { money: money ?? null, stage, company: null };
  }
  return null;
}

const PAST_ROUND =
  /\b(?:previous|earlier|last|prior|from its|after|following|since|despite|fund|co-leading)\b[^.]{0,40}$/i;

const LEADS = /\b(?:co-?)?(?:led|leads?)\b/i;
const leadsIn = (sentence: string): readonly string[] =>
  LEADS.test(sentence) ? leadInvestors(sentence.replace(LONG_BRACKETS, ' ')) : [];

const valuationOf = ({ amounts }: Parsed): Money | null => amounts.find(({ role }) => role === 'valuation') ?? null;

/** What a sentence says about a round that was closed; null if nothing. */
export function roundInSentence(sentence: string): RoundSentence | null {
  const content = parsed(sentence);
  const { text, amounts, stages } = content;
  if (amounts.length === 0 && stages.length === 0 && !ROUND_WORD.test(text)) return null;
  if (SUMMARY.test(text) || CONDITIONAL.test(text)) return null;
  const leads = leadsIn(sentence);
  const told = verbsOf(text)
    .slice(0, MOST_VERBS)
    .flatMap((verb) => toldBy(content, verb) ?? []);
  const best = told.find(({ money }) => money !== null) ?? ledInto(content) ?? named(content, leads) ?? told[0];
  if (best === undefined) return null;
  return { ...best, company: best.company ?? told[0]?.company ?? null, leads, valuation: valuationOf(content) };
}

const PLANNED_LEAD = /\b(?:will|would|could|may|might|expected|talks|to|previous|earlier|last)\b[^,;]*\bled\b/i;

/** What a later sentence says about the same round: its stage, its lead. */
export function moreAbout(sentence: string): Pick<RoundSentence, 'stage' | 'leads' | 'valuation'> {
  const content = parsed(sentence);
  const { text, stages } = content;
  const stage = stages.find(({ at }) => /^(?:the|this)\s+$/i.test(text.slice(0, at))) ?? null;
  return { stage, leads: PLANNED_LEAD.test(text) ? [] : leadsIn(sentence), valuation: valuationOf(content) };
}
