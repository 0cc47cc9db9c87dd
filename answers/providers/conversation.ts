import { ApiError } from '../../access/errors.js';
import type { TokenNeed } from '../../access/tokens.js';
import type { AnswerRequest } from '../answers.js';
import type { Question } from '../composer/question.js';
import { chooseIntents } from '../composer/choose-intents.js';
import { TOOLS, type Toolbox } from '../toolbox.js';
import { userMessage, type ChatCall, type ChatMessage, type ChatModel, type ChatTurn } from './chat-model.js';
import {
  ANSWER_NOW,
  contextMessage,
  NumberedSources,
  questionMessage,
  resultMessage,
  SYSTEM,
  viewsMessage,
} from './prompt.js';
import { UNFINISHED } from './provider-failure.js';
import { createScope } from './scope.js';
import { estimatedTokens, type TokenCount } from './token-count.js';
import { createToolCatalog } from './tool-definitions.js';

/** What an answer of a mode may use. */
export interface Budget {
  /** Turns with tools; one more is for the answer. */
  readonly turns: number;
  /** Tokens of all turns, prompts included: `least` is enough for one turn with tools and the answer. */
  readonly tokens: TokenNeed;
  readonly maxOutputTokens: number;
}

export const BUDGETS: Readonly<Record<AnswerRequest['mode'], Budget>> = {
  digest: { turns: 4, tokens: { least: 8_000, most: 60_000 }, maxOutputTokens: 1_000 },
  research: { turns: 8, tokens: { least: 10_000, most: 200_000 }, maxOutputTokens: 3_000 },
  committee: { turns: 8, tokens: { least: 10_000, most: 200_000 }, maxOutputTokens: 3_000 },
};

const CATALOG = createToolCatalog(TOOLS);
const SYSTEM_TOKENS = estimatedTokens(SYSTEM);
/** The part of all tokens that the definitions of tools may take at each turn. */
export const TOOLS_SHARE = 1 / 8;
/** The part of all tokens that a turn may write. */
const OUTPUT_SHARE = 1 / 8;

/** Without as many to write, a model is not called. */
const LEAST_ANSWER = 200;

/** Calls of one turn; more are refused. */
const MOST_CALLS = 12;
/** Of a result that a model reads. */
const LONGEST_RESULT = 24_000;
const LONGEST_ERROR = 300;

export interface ConversationOptions {
  readonly model: ChatModel;
  readonly question: Question;
  readonly context: string | null;
  readonly views: readonly string[];
  /** The most that all turns may spend; the most of the mode if undefined. */
  readonly tokens: number | undefined;
  readonly toolbox: Toolbox;
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  readonly onTokens: (tokens: TokenCount) => void;
}

/** A conversation with a model, which calls tools and then answers. */
export interface Conversation {
  readonly sources: NumberedSources;
  /**
   * Asks the question and makes the calls that the model wants; null if too few tokens are left for an answer. Throws
   * `upstream_failed` if it never answers.
   */
  answer(): Promise<ChatTurn | null>;
  /** Asks once more; null if too few tokens are left. */
  again(message: string): Promise<ChatTurn | null>;
}

/** The tools that an answer to a question needs, by its words. */
function neededTools(question: Question): readonly string[] {
  const { intents } = chooseIntents(question);
  return intents
    .flatMap(({ plan, research }) => [...plan(question), ...(research?.(question) ?? [])])
    .map(({ tool }) => tool);
}

type Output = Extract<ChatMessage, { readonly role: 'tool' }>['content'][number];

const failure = (message: string): string => JSON.stringify({ error: message });

function resultOf({ id, tool }: ChatCall, text: string): Output {
  return { type: 'tool-result', toolCallId: id, toolName: tool, output: { type: 'text', value: text } };
}

export function startConversation({
  model,
  question,
  context,
  views,
  tokens,
  toolbox,
  signal,
  deadlineMs,
  onTokens,
}: ConversationOptions): Conversation {
  const budget = BUDGETS[question.mode];
  const sources = new NumberedSources();
  const scope = createScope(question);
  const messages: ChatMessage[] = [];
  let messageTokens = 0;
  const add = (...more: readonly ChatMessage[]): void => {
    messages.push(...more);
    messageTokens += estimatedTokens(JSON.stringify(more));
  };
  add(userMessage(questionMessage(question)));
  // Read only when no tool can be called any more.
  const background = [
    ...(context === null ? [] : [contextMessage(context)]),
    ...(views.length === 0 ? [] : [viewsMessage(views)]),
  ];
  let left = Math.min(tokens ?? Infinity, budget.tokens.most);
  // What a small budget can pay at each turn.
  const shown = CATALOG.select(Math.floor(left * TOOLS_SHARE), () => neededTools(question));
  const maxOutputTokens = Math.min(budget.maxOutputTokens, Math.floor(left * OUTPUT_SHARE));
  const callable = new Set(shown.definitions.map(({ name }) => name));
  const promptTokens = (): number => shown.tokens + SYSTEM_TOKENS + messageTokens;
  const nextTokens = (): number => promptTokens() + maxOutputTokens;
  const last = [...background, ANSWER_NOW].join('\n');
  const sizeOf = (message: string): number => estimatedTokens(JSON.stringify(userMessage(message)));
  const lastTokens = sizeOf(last);

  /** A call with checked arguments; otherwise why it is not made, in words of ours alone. */
  const admitted = ({ tool, input }: ChatCall, index: number): object | string => {
    const known = callable.has(tool) ? TOOLS.get(tool) : undefined;
    if (known === undefined) return 'There is no such tool.';
    if (index >= MOST_CALLS) return 'Too many calls at once.';
    const parsed = known.input.safeParse(input);
    if (parsed.success) return scope.refusalOf(tool, parsed.data) ?? parsed.data;
    return `Wrong arguments: ${parsed.error.issues
      .map(({ path, message }) => `${path.join('.')}: ${message}`)
      .join('; ')
      .slice(0, LONGEST_ERROR)}`;
  };

  /** The calls of one turn, which the model chose before it read any of their results. */
  const make = async (calls: readonly ChatCall[]): Promise<readonly Output[]> => {
    const inputs = calls.map(admitted);
    const results = await Promise.all(
      inputs.map(async (input, i) => (typeof input === 'string' ? null : toolbox.call(calls[i]?.tool ?? '', input))),
    );
    // The next turn reads them all.
    let room = left - nextTokens() - lastTokens;
    return calls.map((call, i): Output => {
      const [input, result] = [inputs[i], results[i] ?? null];
      if (result === null) return resultOf(call, failure(typeof input === 'string' ? input : 'The tool told nothing.'));
      const text = JSON.stringify(resultMessage(result, sources));
      const size = estimatedTokens(JSON.stringify(text));
      if (text.length > LONGEST_RESULT || size > room)
        return resultOf(call, failure('The result is too long; ask for fewer.'));
      room -= size;
      scope.learn(result.facts);
      return resultOf(call, text);
    });
  };

  /** Whether one turn with tools and the answer can be paid for. */
  const areToolsAffordable = (): boolean => nextTokens() * 2 + lastTokens < left;
  /** Whether the tokens that are left cover the prompt, that many more of it, and the least answer. */
  const isAffordable = (more: number): boolean => promptTokens() + more + LEAST_ANSWER <= left;

  const turn = async (mayCallTools: boolean): Promise<ChatTurn> => {
    const isPaid = mayCallTools ? areToolsAffordable : () => isAffordable(0);
    const answered = await model.next({
      system: SYSTEM,
      messages,
      tools: shown.definitions,
      mayCallTools,
      signal,
      deadlineMs,
      maxOutputTokens: () => (isPaid() ? Math.min(maxOutputTokens, left - promptTokens()) : null),
      onTokens: (tokens) => {
        left -= tokens.input + tokens.output;
        onTokens(tokens);
      },
    });
    add(...answered.messages);
    return answered;
  };

  const finish = async (): Promise<ChatTurn | null> => {
    if (!isAffordable(lastTokens)) return null;
    add(userMessage(last));
    const answered = await turn(false);
    if (answered.calls.length > 0 || answered.text.trim() === '') throw new ApiError('upstream_failed', UNFINISHED);
    return answered;
  };

  return {
    sources,
    async answer() {
      for (let turns = 0; turns < budget.turns && areToolsAffordable(); turns += 1) {
        const answered = await turn(true);
        if (answered.calls.length === 0) return background.length === 0 ? answered : ((await finish()) ?? answered);
        add({ role: 'tool', content: [...(await make(answered.calls))] });
      }
      return finish();
    },
    async again(message) {
      if (!isAffordable(sizeOf(message))) return null;
      add(userMessage(message));
      const answered = await turn(false);
      return answered.calls.length > 0 || answered.text.trim() === '' ? null : answered;
    },
  };
}
