/** One server-sent event; comments, such as heartbeats, have neither a name nor data. */
export interface ServerEvent {
  readonly event: string;
  readonly data: string;
}

const BLOCK_END = /\r?\n\r?\n/;

function valueOf(lines: readonly string[], field: string): string {
  return lines
    .filter((line) => line.startsWith(`${field}:`))
    .map((line) => line.slice(field.length + 1).replace(/^ /, ''))
    .join('\n');
}

function readBlock(block: string): ServerEvent {
  const lines = block.split(/\r?\n/);
  return { event: valueOf(lines, 'event'), data: valueOf(lines, 'data') };
}

/**
 * Reads a body as server-sent events. Calls `onSilence` if nothing was received for `silenceMs`; time between the
 * reader's calls does not count.
 */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  silenceMs: number,
  onSilence: () => void,
): AsyncGenerator<ServerEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let buffered = '';
  for (;;) {
    const timer = setTimeout(onSilence, silenceMs);
    const { done, value } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    const blocks = (buffered + decoder.decode(value, { stream: true })).split(BLOCK_END);
    buffered = blocks.pop() ?? '';
    yield* blocks.map(readBlock);
  }
}
