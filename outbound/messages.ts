export interface OutboundRequest {
  readonly url: string | URL;
  /** GET where left out. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Ends the request early, as the reason `aborted`. */
  readonly signal?: AbortSignal;
  /** In place of the client's own. */
  readonly totalTimeoutMs?: number;
  /** `head` answers as soon as status and headers are there, with an empty body; what follows is read and dropped within the limits. */
  readonly answer?: 'whole' | 'head';
}

export interface OutboundResponse {
  /** Any status: a redirect is an answer like another and is never followed. */
  readonly status: number;
  /** Names in lower case; a repeated header joined by `, `. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}
