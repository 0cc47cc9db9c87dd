import type { AnswerRequest } from '../answers.js';
import type { Composed } from '../composer/composed.js';
import type { Line } from '../composer/line.js';
import { readQuestion } from '../composer/question.js';
import type { Grounds } from '../grounding/grounds.js';
import type { NameDirectory } from '../names/directory.js';
import type { Toolbox } from '../toolbox.js';
import type { ChatModel } from './chat-model.js';
import { startConversation } from './conversation.js';
import { againMessage } from './prompt.js';
import { quotationsOf, readModelText } from './read-text.js';
import { reviewText, type Reviewed } from './review.js';
import type { TokenCount } from './token-count.js';

interface ModelOptions {
  /** Epoch milliseconds by which the answer is due. */
  readonly deadlineMs: number;
  readonly onTokens: (tokens: TokenCount) => void;
  /** By the facts that the tools told so far. */
  readonly grounds: () => Grounds;
}

/** No answer is certain. */
const HIGHEST = 0.95;

/** What a model wrote. */
export interface ModelComposed {
  /** Null if nothing of its text may be told. */
  readonly composed: Composed | null;
  /** Numbers of sentences that were left out. */
  readonly removedNumbers: number;
}

function confidenceOf({ kept, sentences }: Reviewed, { calls }: Toolbox): number {
  const told = calls.filter(({ isOk }) => isOk).length;
  const coverage = calls.length === 0 ? 0 : told / calls.length;
  return Number((HIGHEST * coverage * (kept / Math.max(sentences, 1))).toFixed(3));
}

function composed(reviewed: Reviewed, toolbox: Toolbox): Composed | null {
  const [first, ...rest] = reviewed.paragraphs;
  // A headline that was left out is followed by the first sentence that was not.
  const headline: Line | undefined = reviewed.headline ?? first?.[0];
  if (headline === undefined) return null;
  const paragraphs = reviewed.headline === null ? [(first ?? []).slice(1), ...rest] : reviewed.paragraphs;
  return {
    headline,
    paragraphs,
    confidence: confidenceOf(reviewed, toolbox),
    intents: [],
  };
}

/**
 * Answers by a model, which chooses the tools and writes the text. What the tools' results do not support is written
 * again once, and left out if it is still wrong. Null if too few tokens are left for a text.
 */
export async function composeWithModel(
  request: AnswerRequest,
  directory: NameDirectory,
  toolbox: Toolbox,
  model: ChatModel,
  { deadlineMs, onTokens, grounds }: ModelOptions,
): Promise<ModelComposed | null> {
  const question = readQuestion(request, directory);
  const { context, views = [], tokens, signal } = request;
  const conversation = startConversation({
    model,
    question,
    context,
    views,
    tokens,
    toolbox,
    signal,
    deadlineMs,
    onTokens,
  });
  const outside = [...(context === null ? [] : [context]), ...views.flatMap(quotationsOf)];
  const review = ({ text, isComplete }: { readonly text: string; readonly isComplete: boolean }): Reviewed =>
    reviewText(readModelText(text, conversation.sources.list, isComplete), grounds(), outside);
  const first = await conversation.answer();
  if (first === null) return null;
  let best = review(first);
  if (best.kept < best.sentences && toolbox.facts.length > 0) {
    const again = await conversation.again(againMessage(best.faults));
    const second = again === null ? null : review(again);
    const left = (reviewed: Reviewed): number => reviewed.sentences - reviewed.kept;
    if (second !== null && second.kept > 0 && left(second) < left(best)) best = second;
  }
  return { composed: composed(best, toolbox), removedNumbers: best.removedNumbers };
}
