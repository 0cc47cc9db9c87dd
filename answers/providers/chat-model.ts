import type { ModelMessage } from 'ai';
import type { TokenCount } from './token-count.js';
import type { ToolDefinition } from './tool-definitions.js';

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
  readonly messages: readonly ModelMessage[];
}

export interface ChatRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolDefinition[];
  /** False where the answer is due. */
  readonly mayCallTools: boolean;
  readonly maxOutputTokens: number;
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
