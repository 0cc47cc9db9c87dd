import { ApiError } from '../access/errors.js';
import type { Answer, AnswerRequest, Answers, AnswerSource, ConditionWish } from './answers.js';
import type { Clock } from '../calendar/utc-periods.js';
import { compose } from './composer/compose.js';
import type { Composed } from './composer/composed.js';
import type { Line } from './composer/line.js';
import type { Claim, GroundingCheck } from './grounding/grounding.js';
import { groundsOf } from './grounding/grounds.js';
import type { NameDirectory } from './names/directory.js';
import { resolveNames } from './names/resolve-names.js';
import type { ChatModel } from './providers/chat-model.js';
import { composeWithModel } from './providers/compose-with-model.js';
import { withCommitteeAsk } from './providers/committee-asks.js';
import { BUDGETS } from './providers/conversation.js';
import type { TokenCount } from './providers/token-count.js';
import { TRANSLATION_TOKENS, translateCondition } from './providers/translate-condition.js';
import { createToolbox } from './toolbox.js';
import type { Read } from './tools/tool.js';

/** What answers read from, handed in where the parts of the program are connected. */
export interface AnswersOptions {
  /** Reads through the graph in the name of a request's caller; all reads of one answer share their loaders. */
  readonly reader: (request: AnswerRequest) => Read;
  /** The names of everybody stored. */
  readonly directory: () => Promise<NameDirectory>;
  /** The configured model; without one the embedded composer answers. */
  readonly model?: (() => Promise<ChatModel>) | undefined;
  readonly clock: Clock;
  /** Told of each sentence that is removed, with the claims that no fact supports. */
  readonly onRemoved?: (sentence: string, claims: readonly Claim[]) => void;
}

/** The model that answers without a provider. */
const EMBEDDED = 'embedded-composer';

const DISCLAIMER =
  'Research information computed from stored data, not investment advice; past returns say nothing certain about future ones.';

interface Checked {
  readonly text: string;
  readonly numbers: number;
  readonly removed: number;
  /** Whether a sentence was removed. */
  readonly isCut: boolean;
}

/** The sentences whose every number, date and direction a fact supports. */
function supported(
  { text, isOfQuestion }: Line,
  check: GroundingCheck,
  before: string,
  onRemoved: AnswersOptions['onRemoved'],
): Checked {
  if (isOfQuestion === true) return { text, numbers: 0, removed: 0, isCut: false };
  let [kept, numbers, removed, isCut] = ['', 0, 0, false];
  for (const { text: sentence, claims } of check(text, before)) {
    const wrong = claims.filter(({ fault }) => fault !== null);
    const counted = claims.filter(
      ({ kind, fault }) => kind === 'number' || kind === 'date' || (kind !== 'statement' && fault !== null),
    );
    numbers += counted.length;
    removed += counted.filter(({ fault }) => fault !== null).length;
    isCut ||= wrong.length > 0;
    if (wrong.length === 0) kept += sentence;
    else onRemoved?.(sentence, wrong);
  }
  return { text: kept.trim(), numbers, removed, isCut };
}

class SourceList {
  readonly sources: AnswerSource[] = [];

  /** " [1][3]": the marks of sources, which are numbered as they come. */
  marks(of: readonly AnswerSource[]): string {
    const numbers = of.map((source) => {
      const at = this.sources.findIndex(
        ({ ref, title, asOf }) => ref === source.ref && title === source.title && asOf === source.asOf,
      );
      return (at >= 0 ? at : this.sources.push(source) - 1) + 1;
    });
    const unique = [...new Set(numbers)].sort((one, other) => one - other);
    return unique.length === 0 ? '' : ` ${unique.map((number) => `[${number}]`).join('')}`;
  }
}

/** A sentence with the marks of its sources before its full stop. */
function cited({ text, sources }: Line, list: SourceList): string {
  const marks = list.marks(sources);
  return /[.!?]$/.test(text) ? `${text.slice(0, -1)}${marks}${text.slice(-1)}` : text + marks;
}

function finished(
  { headline, paragraphs, confidence }: Composed,
  check: GroundingCheck,
  onRemoved: AnswersOptions['onRemoved'],
): Omit<Answer, 'models' | 'toolCalls' | 'usage' | 'asOf'> {
  const list = new SourceList();
  const first = supported(headline, check, '', onRemoved);
  let [numbers, removed] = [first.numbers, first.removed];
  const detail = paragraphs.map((lines) =>
    lines
      .flatMap((line) => {
        const checked = supported(line, check, headline.text, onRemoved);
        numbers += checked.numbers;
        removed += checked.removed;
        return checked.text === '' ? [] : [cited({ ...line, text: checked.text }, list)];
      })
      .join(' '),
  );
  list.marks(first.isCut ? [] : headline.sources);
  return {
    headline: first.text === '' ? 'The tools’ results support no statement of the answer.' : first.text,
    detail: detail.filter((paragraph) => paragraph !== '').join('\n\n'),
    sources: list.sources,
    confidence: first.isCut ? 0 : confidence,
    disclaimer: DISCLAIMER,
    grounding: { numberCount: numbers, groundedCount: numbers - removed, removedCount: removed },
  };
}

/** Of an answer, as of a run. */
const BUDGET_MS = 300_000;
const LATE = `The AI provider did not answer within ${BUDGET_MS / 1000} seconds; ask a shorter question, or use the mode digest.`;
/** A condition is written while a request waits. */
const TRANSLATION_MS = 30_000;
const MILLION = 1e6;
const NO_TOKENS = { least: 0, most: 0 } as const;

/** What the calls of one answer cost so far. */
class Spending {
  tokens = 0;
  costUsd = 0;

  add({ input, output }: TokenCount, { prices }: ChatModel): void {
    this.tokens += input + output;
    this.costUsd += (input * prices.input + output * prices.output) / MILLION;
  }
}

/** Ends what a model's answer waits for at the answer's budget. */
async function withinBudget<Told>(
  request: AnswerRequest,
  answer: (timed: AnswerRequest) => Promise<Told>,
): Promise<Told> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new ApiError('upstream_timeout', LATE)), BUDGET_MS);
  try {
    return await answer({ ...request, signal: AbortSignal.any([request.signal, late.signal]) });
  } finally {
    clearTimeout(timer);
  }
}

/** Answers by the configured model, whose text is checked, or else by the embedded composer. */
export function createAnswers({
  reader,
  directory: openDirectory,
  model: openModel,
  clock,
  onRemoved,
}: AnswersOptions): Answers {
  const conditions =
    openModel === undefined
      ? null
      : {
          tokens: TRANSLATION_TOKENS,
          async write({ text, tickers, signal, onTokens }: ConditionWish): Promise<string | null> {
            let spent = 0;
            return translateCondition(await openModel(), {
              text,
              tickers,
              signal,
              deadlineMs: clock() + TRANSLATION_MS,
              onTokens: ({ input, output }) => onTokens((spent += input + output)),
            });
          },
        };
  return {
    conditions,
    estimate: (mode) => (openModel === undefined ? NO_TOKENS : BUDGETS[mode].tokens),
    async answer(request) {
      const toolbox = createToolbox(reader(request), request);
      const directory = await openDirectory();
      const model = await openModel?.();
      const spent = new Spending();
      const onTokens = (tokens: TokenCount): void => {
        if (model !== undefined) spent.add(tokens, model);
        request.onTokens?.(spent.tokens);
      };
      const { unknownTickers, unknownNames } = resolveNames(request.question.normalize('NFKC'), directory);
      const grounds = groundsOf(toolbox.facts, directory, [...unknownTickers, ...unknownNames]);
      const options = { deadlineMs: clock() + BUDGET_MS, onTokens, grounds };
      const told =
        model === undefined
          ? null
          : await withinBudget(withCommitteeAsk(request), (timed) =>
              composeWithModel(timed, directory, toolbox, model, options),
            );
      request.onLastTokens?.(spent.tokens);
      const composed = told?.composed ?? (await compose(request, directory, toolbox));
      const isOfModel = composed === told?.composed;
      request.signal.throwIfAborted();
      const { check, strict } = grounds();
      const answer = finished(composed, isOfModel ? strict : check, onRemoved);
      const { numberCount, groundedCount, removedCount } = answer.grounding;
      const leftOut = told?.removedNumbers ?? 0;
      const newest = answer.sources
        .map(({ asOf }) => asOf)
        .sort()
        .at(-1);
      return {
        ...answer,
        asOf: newest ?? new Date(request.nowMs).toISOString(),
        models: [...(model === undefined ? [] : [model.name]), ...(isOfModel ? [] : [EMBEDDED])],
        toolCalls: toolbox.calls,
        grounding: { numberCount: numberCount + leftOut, groundedCount, removedCount: removedCount + leftOut },
        usage: { totalTokens: spent.tokens, costUsd: Number(spent.costUsd.toFixed(6)) },
      };
    },
  };
}
