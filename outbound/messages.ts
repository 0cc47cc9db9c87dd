export interface OutboundRequest {
  readonly url: string | URL;
  /** GET by default. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Aborts the request, with the reason `aborted`. */
  readonly signal?: AbortSignal;
  /** Overrides the client's. */
  readonly totalTimeoutMs?: number;
  /** Until the head of the response, and then between parts of its body; none by default. */
  readonly idleTimeoutMs?: number;
  /** Of the response body; overrides the client's. */
  readonly maxBytes?: number;
  /**
   * `head` resolves on status and headers, with an empty body; the body is read and discarded within the limits.
   * `start` resolves with as much of the body as the limit allows, where `whole` fails.
   */
  readonly answer?: 'whole' | 'head' | 'start';
}

interface ResponseHead {
  /** Any status; redirects are not followed. */
  readonly status: number;
  /** Names in lower case; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A response whose body is read as it arrives. */
export interface OutboundStream extends ResponseHead {
  /** Fails with OutboundError; cancelling it closes the connection. */
  readonly body: ReadableStream<Uint8Array>;
}

export interface OutboundResponse extends ResponseHead {
  readonly body: Buffer;
  /** Whether the body goes on beyond the limit. */
  readonly isCut: boolean;
  /** The `Set-Cookie` headers, one by one. */
  readonly setCookies: readonly string[];
}
