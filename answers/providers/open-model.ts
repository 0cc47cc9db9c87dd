import type {
  APICallError,
  JSONSchema7,
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3FunctionTool,
} from '@ai-sdk/provider';
import { ApiError } from '../../access/errors.js';
import type { Clock } from '../../calendar/utc-periods.js';
import type { Outbound } from '../../outbound/outbound.js';
import type { ChatCall, ChatMessage, ChatModel, ChatRequest, ChatTurn } from './chat-model.js';
import { generatedTurn } from './generated-turn.js';
import { outboundFetch } from './outbound-fetch.js';
import { providerFailure, type ProviderFailure } from './provider-failure.js';
import type { ProviderSettings } from './provider-settings.js';
import { estimatedTokens, tokenCount } from './token-count.js';

export interface ModelOptions {
  /** Of the operator's hosts. */
  readonly outbound: Pick<Outbound, 'stream'>;
  readonly clock: Clock;
  /** Resolves later; rejects if the signal ends before. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Attempts of one turn. */
const ATTEMPTS = 3;
const FIRST_WAIT_MS = 500;
const GROWTH = 4;

/**
 * The provider's library, called without the layer above it: that checks each message and prepares each tool again at
 * every turn, and makes calls of tools itself, which is ours to do.
 */
async function languageModel(
  { provider, model, baseUrl, apiKey, timeoutMs }: ProviderSettings,
  outbound: ModelOptions['outbound'],
): Promise<LanguageModelV3> {
  const fetch = outboundFetch(outbound, timeoutMs);
  const key = apiKey === undefined ? {} : { apiKey };
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    // Without a key the library would read one from the environment by another name.
    return createAnthropic({ apiKey: apiKey ?? '', fetch, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) })(
      model,
    );
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  // Streams tell what they used only where they are asked to.
  return createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: baseUrl ?? '',
    fetch,
    includeUsage: true,
    ...key,
  }).chatModel(model);
}

type Definitions = ChatRequest['tools'];

/** The library's definitions of tools, which are made once for a list of them. */
function functionTools(): (tools: Definitions) => LanguageModelV3FunctionTool[] {
  const known = new WeakMap<Definitions, LanguageModelV3FunctionTool[]>();
  return (tools) => {
    const found = known.get(tools);
    if (found !== undefined) return found;
    const made = tools.map(({ name, description, inputSchema }): LanguageModelV3FunctionTool => {
      const schema: JSONSchema7 = inputSchema;
      return { type: 'function', name, description, inputSchema: schema };
    });
    known.set(tools, made);
    return made;
  };
}

/** A call's arguments; null if they are no JSON object. */
function argumentsOf(input: string): object | null {
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

type AssistantContent = Extract<ChatMessage, { readonly role: 'assistant' }>['content'];

/** The turn as a message, with the metadata that some providers want back. */
function ownMessages(content: readonly LanguageModelV3Content[]): readonly ChatMessage[] {
  const parts = content.flatMap((part): AssistantContent => {
    const metadata = part.providerMetadata === undefined ? {} : { providerOptions: part.providerMetadata };
    if (part.type === 'tool-call') {
      const { toolCallId, toolName, input } = part;
      return [{ type: 'tool-call', toolCallId, toolName, input: argumentsOf(input) ?? {}, ...metadata }];
    }
    if (part.type !== 'text' && part.type !== 'reasoning') return [];
    return part.type === 'text' && part.text === '' ? [] : [{ type: part.type, text: part.text, ...metadata }];
  });
  return parts.length === 0 ? [] : [{ role: 'assistant', content: parts }];
}

const textOf = ({ system, messages, tools }: ChatRequest): string =>
  system + JSON.stringify(messages) + JSON.stringify(tools);

/** What a request may be charged for at most. */
const promptTokens = (request: ChatRequest): number => estimatedTokens(textOf(request));

/** One attempt at a turn. */
interface Attempt {
  readonly maxOutputTokens: number;
  /** What the model wrote so far. */
  written: string;
}

async function turn(
  model: LanguageModelV3,
  toolsOf: ReturnType<typeof functionTools>,
  request: ChatRequest,
  attempt: Attempt,
  isStreamed: boolean,
): Promise<ChatTurn> {
  const { system, messages, tools, mayCallTools, signal, onTokens } = request;
  const { maxOutputTokens } = attempt;
  const options: LanguageModelV3CallOptions = {
    prompt: [{ role: 'system', content: system }, ...messages],
    ...(tools.length === 0 ? {} : { tools: toolsOf(tools), toolChoice: { type: mayCallTools ? 'auto' : 'none' } }),
    maxOutputTokens,
    abortSignal: signal,
  };
  const onWritten = (text: string): void => void (attempt.written += text);
  const { content, finishReason, usage } = await generatedTurn(model, options, { isStreamed, onWritten });
  const size = { requestBytes: Buffer.byteLength(textOf(request)), maxOutputTokens };
  onTokens(
    tokenCount(usage, size, () => ({ input: promptTokens(request), output: estimatedTokens(JSON.stringify(content)) })),
  );
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  const calls = content.flatMap((part): readonly ChatCall[] =>
    part.type === 'tool-call' ? [{ id: part.toolCallId, tool: part.toolName, input: argumentsOf(part.input) }] : [],
  );
  const { unified: finish } = finishReason;
  if (finish === 'content-filter')
    throw new ApiError('upstream_failed', 'The AI provider refused to answer; ask differently.');
  if (finish === 'error')
    throw new ApiError('upstream_failed', 'The AI provider failed while it answered; retry later.');
  if (text.trim() === '' && calls.length === 0)
    throw new ApiError('upstream_failed', 'The AI provider sent an empty answer; retry later.');
  return { text, calls, isComplete: finish !== 'length', messages: ownMessages(content) };
}

/** Opens the configured model; nothing is sent before the first turn. */
export async function openModel(
  settings: ProviderSettings,
  { outbound, clock, wait }: ModelOptions,
): Promise<ChatModel> {
  const { APICallError: CallError } = await import('@ai-sdk/provider');
  const isCallError = (cause: unknown): cause is APICallError => CallError.isInstance(cause);
  const model = await languageModel(settings, outbound);
  const toolsOf = functionTools();
  /** Counts what a failed attempt may be charged for; throws the signal's reason if the answer was abandoned. */
  const failureOf = (error: unknown, request: ChatRequest, { written }: Attempt): ProviderFailure => {
    if (error instanceof ApiError) throw error;
    const { signal, onTokens } = request;
    const charge = (): void =>
      onTokens({ input: promptTokens(request), output: estimatedTokens(written), isEstimated: true });
    if (signal.aborted) {
      charge();
      signal.throwIfAborted();
    }
    const failure = providerFailure(error, isCallError, clock());
    if (failure.mayBeCharged) charge();
    return failure;
  };
  return {
    name: settings.model,
    prices: settings.prices,
    async next(request) {
      const { signal, deadlineMs } = request;
      let maxOutputTokens = request.maxOutputTokens();
      if (maxOutputTokens === null) throw new Error('The tokens that are left do not pay for a turn.');
      for (let attempt = 1, waitMs = FIRST_WAIT_MS; ; attempt += 1, waitMs *= GROWTH) {
        signal.throwIfAborted();
        const own: Attempt = { maxOutputTokens, written: '' };
        try {
          return await turn(model, toolsOf, request, own, settings.isStreamed);
        } catch (error) {
          const failure = failureOf(error, request, own);
          const pauseMs = Math.max(waitMs, failure.retryAfterMs ?? 0);
          const isLast = !failure.isRetryable || attempt === ATTEMPTS || clock() + pauseMs >= deadlineMs;
          // Failed attempts are charged for too.
          maxOutputTokens = isLast ? null : request.maxOutputTokens();
          if (maxOutputTokens === null) throw failure.error;
          await wait(pauseMs, signal);
        }
      }
    },
  };
}
