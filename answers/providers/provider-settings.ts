/** Which model answers, from the operator's configuration. */
export interface ProviderSettings {
  /** `openai-compatible` speaks the chat-completions protocol to any base URL. */
  readonly provider: 'openai-compatible' | 'anthropic';
  /** The provider's name of the model. */
  readonly model: string;
  /** Needed for `openai-compatible`; Anthropic's own address by default. */
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  /** USD per million tokens; 0 if unknown, so that costs are 0 too. */
  readonly prices: { readonly input: number; readonly output: number };
  /** The longest wait for an answer to begin and, where it is streamed, to go on. */
  readonly timeoutMs: number;
  /** Whether answers are read while they are written. */
  readonly isStreamed: boolean;
}
