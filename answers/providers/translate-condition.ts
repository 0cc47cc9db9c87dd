import { GRAMMAR_SUMMARY } from '../../engines/alert-condition/grammar-summary.js';
import { CONDITION_LIMITS, parseCondition } from '../../engines/alert-condition/parse.js';
import { printCondition } from '../../engines/alert-condition/print.js';
import type { ToolDefinition } from './tool-definitions.js';
import { userMessage, type ChatMessage, type ChatModel } from './chat-model.js';
import { estimatedTokens, type TokenCount } from './token-count.js';

/** The most tokens that a translation may spend, for both of its turns. */
export const TRANSLATION_TOKENS = 10_000;
const MAX_OUTPUT_TOKENS = 300;
const NO_TOOLS: readonly ToolDefinition[] = [];
const NONE = 'NONE';

const SYSTEM = [
  'You translate a wish for an alert about stocks into one condition of this language, and nothing else.',
  GRAMMAR_SUMMARY,
  'A label is Strong Buy, Buy, Neutral, Sell or Strong Sell. Percentages and dollars are written as 5% and $3.',
  `Answer with the condition on one line, without explanation and quotes; with ${NONE} if the wish cannot be said in this language. Add no test that the wish does not ask for.`,
].join('\n');

export interface Translation {
  readonly text: string;
  /** Of the agent: whose metrics a test without a ticker reads. */
  readonly tickers: readonly string[];
  readonly signal: AbortSignal;
  /** Epoch milliseconds. */
  readonly deadlineMs: number;
  readonly onTokens: (tokens: TokenCount) => void;
}

/** The first line without quotes and marks of code. */
function lineOf(text: string): string {
  const [line = ''] = text.split('\n').filter((each) => !/^\s*(?:```.*)?$/.test(each));
  return line.replace(/^[\s"'`]+|[\s"'`.]+$/g, '');
}

/**
 * The condition that a text asks for, in its shortest spelling; null if the model finds none, or none that can be
 * parsed at the second attempt, or none for the tokens that are left. Throws `upstream_failed` and `upstream_timeout`.
 */
export async function translateCondition(
  model: ChatModel,
  { text, tickers, ...limits }: Translation,
): Promise<string | null> {
  const wish = text.slice(0, CONDITION_LIMITS.characters).replace(/[\p{C}\s]+/gu, ' ');
  const about =
    tickers.length === 0
      ? 'The agent has no tickers of its own: name one in each test.'
      : `The agent's tickers: ${tickers.join(', ')}.`;
  const messages: ChatMessage[] = [userMessage(`${about}\nWish: ${wish}`)];
  let left = TRANSLATION_TOKENS;
  const onTokens = (tokens: TokenCount): void => {
    left -= tokens.input + tokens.output;
    limits.onTokens(tokens);
  };
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const needed = estimatedTokens(SYSTEM + JSON.stringify(messages)) + MAX_OUTPUT_TOKENS;
    if (needed > left) return null;
    const turn = await model.next({
      system: SYSTEM,
      messages: [...messages],
      tools: NO_TOOLS,
      mayCallTools: false,
      ...limits,
      onTokens,
      maxOutputTokens: () => (needed > left ? null : MAX_OUTPUT_TOKENS),
    });
    const line = lineOf(turn.text);
    if (line.toUpperCase() === NONE) return null;
    const parsed = parseCondition(line);
    if (parsed.ok) return printCondition(parsed.condition);
    const wrong = `That is no condition, at column ${parsed.column}: ${parsed.message}. Answer with the condition alone, or ${NONE}.`;
    messages.push(...turn.messages, userMessage(wrong));
  }
  return null;
}
