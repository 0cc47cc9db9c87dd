import type { Identity } from '../access/identity.js';
import type { TokenNeed } from '../access/tokens.js';

/** How deep an answer goes. `committee` is for agents. */
export type AnswerMode = 'digest' | 'research' | 'committee';

/** A part of a committee: one of its views, or the chair that weighs them. */
export type CommitteePart = 'bull' | 'bear' | 'risk' | 'chair';

/** A question and whose it is. */
export interface AnswerRequest {
  /** Tools run as this caller, with its tier. */
  readonly identity: Identity;
  /** Trusted: of the key's owner. */
  readonly question: string;
  /** Canonical and stored, without repetitions. */
  readonly tickers: readonly string[];
  readonly mode: AnswerMode;
  /** What of a committee is wanted; undefined for an answer to the question itself. */
  readonly part?: CommitteePart | undefined;
  /** An agent's `context`: untrusted text, data only. */
  readonly context: string | null;
  /** Reviewed answers to the same question, which this one may repeat; their quotations are of strangers. */
  readonly views?: readonly string[] | undefined;
  /** The most AI tokens that it may spend; the most of its mode if undefined. */
  readonly tokens?: number | undefined;
  readonly requestId: string;
  /** Epoch milliseconds. */
  readonly nowMs: number;
  /** Ends at the run's budget or the client's disconnection. */
  readonly signal: AbortSignal;
  /** Called with the name of each source of the data that was read. */
  readonly onDataSource?: ((source: string) => void) | undefined;
  /** Called with all calls of tools so far whenever one has ended. */
  readonly onToolCalls?: ((calls: readonly AnswerToolCall[]) => void) | undefined;
  /** Called with the tokens spent so far whenever a model has been called; also before an answer fails. */
  readonly onTokens?: ((tokens: number) => void) | undefined;
  /** Called once no model is called any more, with the tokens spent; not if the answer fails before. */
  readonly onLastTokens?: ((tokens: number) => void) | undefined;
}

/** Where a statement comes from. */
export interface AnswerSource {
  readonly title: string;
  /** Path of the REST endpoint (`/api/v1/…`), `/graphql#field` for what only GraphQL has, or an article's address. */
  readonly ref: string;
  /** The data's own time, ISO 8601. */
  readonly asOf: string;
}

/** One call of a tool. */
export interface AnswerToolCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  /** Whether it gave anything. */
  readonly isOk: boolean;
}

/** A sourced answer. */
export interface Answer {
  /** The answer in one sentence. */
  readonly headline: string;
  /** Sentences with numbered sources (`[1]` is the first of `sources`). */
  readonly detail: string;
  readonly sources: readonly AnswerSource[];
  /** 0 to 1, from coverage and agreement (docs/methodology.md, Answers). */
  readonly confidence: number;
  /** Time of the newest data used, ISO 8601. */
  readonly asOf: string;
  readonly disclaimer: string;
  readonly models: readonly string[];
  readonly toolCalls: readonly AnswerToolCall[];
  /** Numbers of the text, those that a tool's result supports, and those that were removed. */
  readonly grounding: {
    readonly numberCount: number;
    readonly groundedCount: number;
    readonly removedCount: number;
  };
  readonly usage: { readonly totalTokens: number; readonly costUsd: number };
}

/** A text that asks for an alert. */
export interface ConditionWish {
  /** Trusted: of the key's owner. */
  readonly text: string;
  readonly tickers: readonly string[];
  readonly signal: AbortSignal;
  /** Called with the tokens spent so far. */
  readonly onTokens: (tokens: number) => void;
}

/** Writes conditions of alerts for texts that are none. */
export interface ConditionWriter {
  /** The most tokens that a condition may spend. */
  readonly tokens: number;
  /** A condition that can be parsed; null if there is none for the text. Throws ApiError if the model fails. */
  write(wish: ConditionWish): Promise<string | null>;
}

/** Answers questions. Throws ApiError where a request cannot be answered at all. */
export interface Answers {
  /** Tokens that an answer needs, to be set aside before it; 0 without a provider. */
  estimate(mode: AnswerMode): TokenNeed;
  answer(request: AnswerRequest): Promise<Answer>;
  /** Null without a provider. */
  readonly conditions: ConditionWriter | null;
}
