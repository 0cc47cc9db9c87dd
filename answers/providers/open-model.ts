import type * as ai from 'ai';
import type { LanguageModel, ModelMessage, ToolSet } from 'ai';
import { ApiError } from '../../access/errors.js';
import type { Clock } from '../../calendar/utc-periods.js';
import type { Outbound } from '../../outbound/outbound.js';
import type { ChatCall, ChatModel, ChatRequest, ChatTurn } from './chat-model.js';
import { outboundFetch } from './outbound-fetch.js';
import { providerFailure } from './provider-failure.js';
import type { ProviderSettings } from './provider-settings.js';
import { estimatedTokens, tokenCount } from './token-count.js';

export interface ModelOptions {
  /** Of the operator's hosts. */
  readonly outbound: Pick<Outbound, 'send'>;
  readonly clock: Clock;
  /** Resolves later; rejects if the signal ends before. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
}

type Library = Pick<typeof ai, 'generateText' | 'jsonSchema' | 'tool'>;

/** Attempts of one turn. */
const ATTEMPTS = 3;
const FIRST_WAIT_MS = 500;
const GROWTH = 4;

/** A model object: a name alone would mean the library maker's own gateway. */
async function languageModel({ provider, model, baseUrl, apiKey, timeoutMs }: ProviderSettings, outbound: ModelOptions['outbound']): Promise<LanguageModel> {
  const fetch = outboundFetch(outbound, timeoutMs);
  const key = apiKey === undefined ? {} : { apiKey };
  if (provider === 'anthropic') {
    const { createAnthropic } = await import('@ai-sdk/anthropic');
    // Without a key the library would read one from the environment by another name.
    return createAnthropic({ apiKey: apiKey ?? '', fetch, ...(baseUrl === undefined ? {} : { baseURL: baseUrl }) })(model);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({ name: 'openai-compatible', baseURL: baseUrl ?? '', fetch, ...key }).chatModel(model);
}

/** The library's definitions of tools, which are made once for a list of them. */
function toolSets({ tool, jsonSchema }: Library): (tools: ChatRequest['tools']) => ToolSet {
  const known = new WeakMap<ChatRequest['tools'], ToolSet>();
  return (tools) => {
    const found = known.get(tools);
    if (found !== undefined) return found;
    // Without `execute`: calls are checked and made by us.
    const made: ToolSet = Object.fromEntries(
      tools.map(({ name, description, inputSchema }) => [name, tool({ description, inputSchema: jsonSchema(inputSchema) })]),
    );
    known.set(tools, made);
    return made;
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (messages: readonly ModelMessage[]): string => JSON.stringify(messages);

/** One attempt. */
async function turn(
  { generateText }: Library,
  toolsOf: ReturnType<typeof toolSets>,
  model: LanguageModel,
  request: ChatRequest,
): Promise<ChatTurn> {
  const { system, messages, tools, mayCallTools, maxOutputTokens, signal, onTokens } = request;
  const result = await generateText({
    model,
    system,
    messages: [...messages],
    tools: toolsOf(tools),
    toolChoice: mayCallTools ? 'auto' : 'none',
    maxOutputTokens,
    maxRetries: 0,
    abortSignal: signal,
  });
  const prompt = system + textOf(messages) + JSON.stringify(tools);
  onTokens(tokenCount(result.usage, prompt, result.text + JSON.stringify(result.toolCalls)));
  const calls = result.toolCalls.map(({ toolCallId: id, toolName, input }): ChatCall => ({ id, tool: toolName, input: isObject(input) ? input : null }));
  if (result.finishReason === 'content-filter') throw new ApiError('upstream_failed', 'The AI provider refused to answer; ask differently.');
  if (result.finishReason === 'error') throw new ApiError('upstream_failed', 'The AI provider failed while it answered; retry later.');
  if (result.text.trim() === '' && calls.length === 0) throw new ApiError('upstream_failed', 'The AI provider sent an empty answer; retry later.');
  // Results of invalid calls that the library adds itself are left out: every call gets one result, from us.
  const own = result.response.messages.filter(({ role }) => role === 'assistant');
  return { text: result.text, calls, isComplete: result.finishReason !== 'length', messages: own };
}

/** Opens the configured model; nothing is sent before the first turn. */
export async function openModel(settings: ProviderSettings, { outbound, clock, wait }: ModelOptions): Promise<ChatModel> {
  const library = await import('ai');
  globalThis.AI_SDK_LOG_WARNINGS = false;
  const model = await languageModel(settings, outbound);
  const toolsOf = toolSets(library);
  return {
    name: settings.model,
    prices: settings.prices,
    async next(request) {
      const { signal, deadlineMs, onTokens, system, messages } = request;
      for (let attempt = 1, waitMs = FIRST_WAIT_MS; ; attempt += 1, waitMs *= GROWTH) {
        signal.throwIfAborted();
        try {
          return await turn(library, toolsOf, model, request);
        } catch (error) {
          if (error instanceof ApiError) throw error;
          if (signal.aborted) {
            onTokens({ input: estimatedTokens(system + textOf(messages)), output: 0, isEstimated: true });
            signal.throwIfAborted();
          }
          const failure = providerFailure(error, (cause) => library.APICallError.isInstance(cause), clock());
          if (failure.mayBeCharged) onTokens({ input: estimatedTokens(system + textOf(messages)), output: 0, isEstimated: true });
          const pauseMs = Math.max(waitMs, failure.retryAfterMs ?? 0);
          if (!failure.isRetryable || attempt === ATTEMPTS || clock() + pauseMs >= deadlineMs) throw failure.error;
          await wait(pauseMs, signal);
        }
      }
    },
  };
}
