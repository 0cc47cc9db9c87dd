import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3Content,
  LanguageModelV3FinishReason,
  LanguageModelV3StreamPart,
  LanguageModelV3Usage,
} from '@ai-sdk/provider';
import { BrokenTurn } from './provider-failure.js';

/** What a model generated at one turn. */
export interface GeneratedTurn {
  readonly content: readonly LanguageModelV3Content[];
  readonly finishReason: LanguageModelV3FinishReason;
  readonly usage: LanguageModelV3Usage;
}

type Metadata = LanguageModelV3Content['providerMetadata'];
type Written = { type: 'text' | 'reasoning'; text: string; providerMetadata?: Metadata };

const FAILED = 'The AI provider failed while it answered; retry later.';
const NOT_STREAMED = 'The AI provider does not stream its answers; the operator must set AI_STREAMING=false.';

/** Puts a turn together from the parts of a stream, in the order in which they began. */
class TurnReader {
  readonly #content: (LanguageModelV3Content | Written)[] = [];
  readonly #open = new Map<string, Written>();
  #end: Pick<GeneratedTurn, 'finishReason' | 'usage'> | undefined;

  #begin(type: Written['type'], id: string): Written {
    const part: Written = { type, text: '' };
    this.#open.set(`${type} ${id}`, part);
    this.#content.push(part);
    return part;
  }

  #write(
    type: Written['type'],
    {
      id,
      delta = '',
      providerMetadata,
    }: { readonly id: string; readonly delta?: string; readonly providerMetadata?: Metadata },
  ): void {
    const part = this.#open.get(`${type} ${id}`) ?? this.#begin(type, id);
    part.text += delta;
    // Such as the signature of a reasoning, which the provider wants back.
    if (providerMetadata !== undefined) part.providerMetadata = { ...part.providerMetadata, ...providerMetadata };
  }

  /** Throws for a part that stands for a failure. */
  take(part: LanguageModelV3StreamPart): void {
    switch (part.type) {
      case 'error':
        throw new BrokenTurn(FAILED, { cause: part.error });
      case 'text-start':
      case 'text-delta':
      case 'text-end':
        return this.#write('text', part);
      case 'reasoning-start':
      case 'reasoning-delta':
      case 'reasoning-end':
        return this.#write('reasoning', part);
      case 'tool-call':
        this.#content.push(part);
        return;
      case 'finish':
        this.#end = part;
        return;
    }
  }

  /** The whole turn. Throws if the stream ended without one. */
  turn(): GeneratedTurn {
    if (this.#end === undefined) throw new BrokenTurn(FAILED);
    return { content: this.#content as readonly LanguageModelV3Content[], ...this.#end };
  }
}

/**
 * One turn, read while it is written. `onWritten` is called with each piece. Throws what the connection or the
 * provider's library throws.
 */
async function streamedTurn(
  model: LanguageModelV3,
  options: LanguageModelV3CallOptions,
  onWritten: (text: string) => void,
): Promise<GeneratedTurn> {
  const { stream, response } = await model.doStream(options);
  if (/^application\/json\b/i.test(response?.headers?.['content-type'] ?? '')) {
    await stream.cancel();
    throw new BrokenTurn(NOT_STREAMED);
  }
  const reader = new TurnReader();
  for await (const part of stream) {
    if ('delta' in part) onWritten(part.delta);
    reader.take(part);
  }
  return reader.turn();
}

/** One turn of a model, streamed or as a whole. */
export function generatedTurn(
  model: LanguageModelV3,
  options: LanguageModelV3CallOptions,
  { isStreamed, onWritten }: { readonly isStreamed: boolean; readonly onWritten: (text: string) => void },
): Promise<GeneratedTurn> | PromiseLike<GeneratedTurn> {
  return isStreamed ? streamedTurn(model, options, onWritten) : model.doGenerate(options);
}
