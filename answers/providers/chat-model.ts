import type { LanguageModelV3Message } from '@ai-sdk/provider';
import type { TokenCount } from './token-count.js';
import type { ToolDefinition } from './tool-definitions.js';

/** A message of a conversation, as the providers' libraries take it. */
export type ChatMessage = LanguageModelV3Message;

/** A message of whoever asks. */
export const userMessage = (text: string): ChatMessage => ({ role: 'user', content: [{ type: 'text', text }] });

/** A tool that a model wants to be called. */
export interface ChatCall {
  readonly id: string;
  readonly tool: string;
  /** As the model gave it; null if it was no JSON object. */
  readonly input: object | null;
}

/** What a model said at one turn. */
export interface ChatTurn {
  readonly text: string;
  readonly calls: readonly ChatCall[];
  /** False if the text was cut at the limit of tokens. */
  readonly isComplete: boolean;
  /** The turn as messages of the conversation. */
  readonly messages: readonly ChatMessage[];
}

export interface ChatRequest {
  readonly system: string;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolDefinition[];
  /** False where the answer is due. */
  readonly mayCallTools: boolean;
  /**
   * The most tokens that may be written, by what is left; asked before each attempt. Null where too few are left for
   * another one, which is then not made.
   */
  readonly maxOutputTokens: () => number | null;
  readonly signal: AbortSignal;
  /** Epoch milliseconds by which the answer is due; no retry waits beyond. */
  readonly deadlineMs: number;
  /** Called for each call that the provider may charge, also for one that failed after it was sent. */
  readonly onTokens: (tokens: TokenCount) => void;
}

/** A model of a provider. */
export interface ChatModel {
  /** As answers name it. */
  readonly name: string;
  /** USD per million tokens. */
  readonly prices: { readonly input: number; readonly output: number };
  /**
   * One turn of a conversation. Throws `upstream_failed` and `upstream_timeout`; the messages say nothing of the
   * prompt, the key or the provider's own words.
   */
  next(request: ChatRequest): Promise<ChatTurn>;
}
