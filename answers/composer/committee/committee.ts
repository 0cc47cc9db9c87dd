import { createFactList } from '../../facts/fact-list.js';
import type { NumberFact } from '../../facts/fact.js';
import type { CommitteePart } from '../../answers.js';
import type { Entity } from '../../names/entity.js';
import type { Toolbox } from '../../toolbox.js';
import type { Composed } from '../composed.js';
import { Found } from '../found.js';
import type { PlannedCall } from '../intent.js';
import { joined, NO_LINE, ofQuestion, say, type Line } from '../line.js';
import type { Question } from '../question.js';
import { fullName, wordList } from '../words.js';
import { LEAD, onSide, PART, verdictOf, type SidedFigure } from './figures.js';
import { riskLines } from './risks.js';
import { RULE_COUNT, sidedFigures } from './rules.js';

/** Securities that one committee weighs. */
const MOST = 3;
/** No answer is certain. */
const HIGHEST = 0.95;
/** Sentences of the risk view that are known at best, of one security. */
const RISKS = 6;

/** A security with its figures by side and their numbers. */
interface Weighed {
  readonly security: Entity;
  readonly figures: readonly SidedFigure[];
  readonly risks: readonly Line[];
  readonly counts: Readonly<Record<'all' | 'forIt' | 'againstIt' | 'neither', NumberFact>> | null;
}

type Written = Pick<Composed, 'headline' | 'paragraphs' | 'confidence'>;

function callsFor(question: Question, tickers: readonly string[]): readonly PlannedCall[] {
  const market = question.directory.byTicker.has('SPY') ? ['SPY'] : [];
  return [
    ...['signal', 'earnings_setup', 'events', 'seasonality', 'street_grades'].map((tool) => ({
      tool,
      input: { tickers },
    })),
    { tool: 'news', input: { tickers, count: 8 } },
    { tool: 'price_history', input: { tickers: [...new Set([...tickers, ...market])], years: 1 } },
    ...(question.holdings === null ? [] : [{ tool: 'portfolio', input: { holdings: question.holdings } }]),
  ];
}

/** How many figures stand on each side, as facts from the source of the composite; null without one. */
function countsOf(figures: readonly SidedFigure[], found: Found, id: string, toolbox: Toolbox): Weighed['counts'] {
  const source = found.number('signal.score', id)?.source;
  if (source === undefined) return null;
  const list = createFactList('committee');
  const facts = list.about(id, source);
  const count = (key: string, label: string, value: number): void =>
    facts.count(key, label, value, 'figures', { terms: ['figures', 'figure'] });
  count('all', 'figures of the record', figures.length);
  count('for', 'figures for it', onSide(figures, 1).length);
  count('against', 'figures against it', onSide(figures, -1).length);
  count('neither', 'figures on neither side', onSide(figures, 0).length);
  const [all, forIt, againstIt, neither] = list.facts.filter((fact) => fact.kind === 'number');
  if (all === undefined || forIt === undefined || againstIt === undefined || neither === undefined) return null;
  toolbox.add(list.facts);
  return { all, forIt, againstIt, neither };
}

async function weighed(question: Question, toolbox: Toolbox): Promise<readonly Weighed[]> {
  const securities = question.securities.slice(0, MOST);
  const calls = callsFor(
    question,
    securities.map(({ key }) => key),
  );
  await Promise.all(calls.map(({ tool, input }) => toolbox.call(tool, input)));
  const found = new Found(toolbox.facts, toolbox.refusals);
  return securities.map((security) => {
    const figures = sidedFigures(found, security.key, question.today);
    const risks = riskLines(found, security.key, question.today);
    return { security, figures, risks, counts: countsOf(figures, found, security.key, toolbox) };
  });
}

const shareKnown = ({ figures }: Weighed): number => figures.length / RULE_COUNT;
const nothingOf = ({ security }: Weighed): Line => say`No figure of ${fullName(security)} can be weighed.`;

/** What the bull and the bear say of one security: the number of their figures, and these, the strongest first. */
function sideOf(each: Weighed, side: 1 | -1): readonly Line[] {
  const { security, figures, counts } = each;
  const own = onSide(figures, side);
  const [strongest] = own;
  const [count, way] = side === 1 ? [counts?.forIt, 'for'] : [counts?.againstIt, 'against'];
  if (counts === null || count === undefined) return [nothingOf(each)];
  if (strongest === undefined)
    return [say`None of the ${counts.all} figures of the record speaks ${way} ${fullName(security)}.`];
  return [
    say`Of the ${counts.all} figures of the record, ${count} ${count.value === 1 ? 'speaks' : 'speak'} ${way} ${fullName(security)}; strongest by ${strongest.name}.`,
    ...own.map(({ line }) => line),
  ];
}

function risksOf({ security, risks }: Weighed): readonly Line[] {
  return risks.length === 0 ? [say`No figure of the risks of ${fullName(security)} is stored.`] : risks;
}

function strongestLine(figures: readonly SidedFigure[], side: 1 | -1): Line {
  const [strongest] = onSide(figures, side);
  const way = side === 1 ? 'for it' : 'against it';
  return strongest === undefined ? NO_LINE : say`Strongest ${way}, by ${strongest.name}: ${strongest.line}`;
}

/** What the chair says of one security: the verdict with the numbers, and the strongest figure of each side. */
function weighedBy(each: Weighed): readonly Line[] {
  const { security, figures, risks, counts } = each;
  if (counts === null || figures.length === 0) return [nothingOf(each)];
  const { all, forIt, againstIt, neither } = counts;
  const verdict = verdictOf(forIt.value, againstIt.value);
  const lead =
    verdict === 'balanced'
      ? say`The record of ${fullName(security)} is balanced`
      : say`The ${verdict} view of ${fullName(security)} is better supported by the record`;
  const [risk] = risks;
  return [
    say`${lead}: of ${all} figures ${forIt} ${forIt.value === 1 ? 'speaks' : 'speak'} for it, ${againstIt} against it and ${neither} for neither side.`,
    strongestLine(figures, 1),
    strongestLine(figures, -1),
    risk === undefined ? NO_LINE : say`Of the risks: ${risk}`,
  ].filter(({ text }) => text !== '');
}

const RULE = ofQuestion(
  `A side is called better supported if it has at least ${String(LEAD)} figures more than the other one, and at least ${String(100 * PART)}% of those of both; docs/methodology.md has the rule of each figure.`,
);

/** How far the sides agree: 1 if all figures are on one. */
function agreementOf({ figures }: Weighed): number {
  const [forIt, againstIt] = [onSide(figures, 1).length, onSide(figures, -1).length];
  return forIt + againstIt === 0 ? 0 : Math.abs(forIt - againstIt) / (forIt + againstIt);
}

const PARTS: Readonly<
  Record<
    CommitteePart,
    { readonly lines: (each: Weighed) => readonly Line[]; readonly known: (each: Weighed) => number }
  >
> = {
  bull: { lines: (each) => sideOf(each, 1), known: shareKnown },
  bear: { lines: (each) => sideOf(each, -1), known: shareKnown },
  risk: { lines: risksOf, known: ({ risks }) => Math.min(1, risks.length / RISKS) },
  chair: { lines: weighedBy, known: (each) => shareKnown(each) * (0.5 + 0.5 * agreementOf(each)) },
};

function leftOutLine({ securities }: Question): Line {
  const rest = securities.slice(MOST).map(({ key }) => key);
  return rest.length === 0
    ? NO_LINE
    : ofQuestion(`A committee weighs at most ${String(MOST)} securities; ${wordList(rest)} are left out.`);
}

function writtenFor(part: CommitteePart, question: Question, all: readonly Weighed[]): Written {
  const { lines, known } = PARTS[part];
  const each = all.map((one) => lines(one));
  const headline = joined(
    each.map(([first = NO_LINE]) => first),
    ' ',
  );
  const rest = each.map((own) => own.slice(1));
  const more = [leftOutLine(question), part === 'chair' ? RULE : NO_LINE].filter(({ text }) => text !== '');
  return {
    headline,
    paragraphs: [...rest, more],
    confidence: Number(((HIGHEST * all.reduce((sum, one) => sum + known(one), 0)) / all.length).toFixed(3)),
  };
}

const NOTHING = ofQuestion('The task names no listed security, so that there is nothing to weigh.');

/**
 * A view of a committee, or what its chair says: the figures of the named securities, each on the side that its rule
 * puts it on.
 */
export async function committeePart(part: CommitteePart, question: Question, toolbox: Toolbox): Promise<Composed> {
  if (question.securities.length === 0)
    return { headline: NOTHING, paragraphs: [], confidence: 0, intents: ['committee'] };
  return { ...writtenFor(part, question, await weighed(question, toolbox)), intents: ['committee'] };
}

/** What the chair says, with the answer to the task itself. */
export function withTask(chair: Composed, task: Composed | null): Composed {
  if (task === null) return chair;
  const { headline } = task;
  const own = [{ ...headline, text: `The task itself: ${headline.text}` }, ...task.paragraphs.flat()];
  return { ...chair, paragraphs: [...chair.paragraphs, own] };
}
