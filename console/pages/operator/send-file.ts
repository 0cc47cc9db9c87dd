import { MarketgraphError } from '../../../client/error.js';
import { operatorKey } from '../../app/operator-key.js';
import { createStore } from '../../app/store.js';

/** A file that an operator sends, and what it is. */
export interface Sent {
  /** What the server knows it by: the same file with the same id is imported once, however often it is sent. */
  readonly id: string;
  readonly file: File;
  readonly kind: string;
  /** Of a kind that takes one, the ticker of a file whose name is not it. */
  readonly ticker: string;
  readonly isStrict: boolean;
}

/** The answer of `POST /admin/imports`. */
export interface ImportReport {
  readonly id: string;
  readonly kind: string;
  readonly file: string;
  readonly rows: number;
  readonly refused_count: number;
  /** Why nothing was stored. */
  readonly problem: string | null;
  readonly notes: readonly string[];
  readonly refused: readonly { readonly line: number; readonly reason: string }[];
}

/** Where the last file is. */
export type Sending =
  | { readonly step: 'none' }
  /** Bytes that have left, of all. */
  | { readonly step: 'sending'; readonly sent: Sent; readonly bytes: number; readonly total: number }
  /** The server has the file; rows that were read, or are stored now. */
  | { readonly step: 'reading' | 'storing'; readonly sent: Sent; readonly rows: number; readonly refused: number }
  | { readonly step: 'done'; readonly sent: Sent; readonly report: ImportReport }
  | { readonly step: 'failed'; readonly sent: Sent; readonly error: MarketgraphError };

/** Kept apart from the page, so that going to another page and back neither stops a file nor sends it twice. */
export const sending = createStore<Sending>({ step: 'none' });

let request: XMLHttpRequest | null = null;

export const isBusy = ({ step }: Sending): boolean => step === 'sending' || step === 'reading' || step === 'storing';

/** Stops an upload, of which nothing is imported; a file that has arrived is imported. */
export function stopSending(): void {
  if (sending.value.step === 'sending') request?.abort();
}

operatorKey.subscribe(() => {
  request?.abort();
  request = null;
  sending.set({ step: 'none' });
});

// The browser asks whether to leave while a file is under way.
addEventListener('beforeunload', (event) => {
  if (sending.value.step === 'sending') event.preventDefault();
});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The error of a body that the server has sent. */
function refusalOf(body: unknown, status: number): MarketgraphError {
  const { error, message, request_id: requestId, ...extra } = isObject(body) ? body : {};
  return new MarketgraphError({
    code: typeof error === 'string' ? error.toUpperCase() : 'INVALID_ANSWER',
    message: typeof message === 'string' ? message : `The server answered ${status} without a reason; look at its log.`,
    status,
    requestId: typeof requestId === 'string' ? requestId : null,
    extra,
  });
}

function broken(code: string, message: string): MarketgraphError {
  return new MarketgraphError({ code, message, status: 0, requestId: null });
}

const LOST_EARLY =
  'The connection ended, or the file changed, before all of it had arrived, so nothing was imported. Send it again once the server is reachable.';
const LOST_LATE =
  'The connection ended after the file had arrived: the server goes on importing it. Look for it in the list of imports in a moment, or try again: it is not imported twice.';
const STOPPED = 'You stopped it before the whole file had arrived, so nothing was imported.';

/** A UUID; `crypto.randomUUID` is missing from pages that are not served over TLS. */
export function newId(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => hex.slice(from, to))
    .join('-');
}

/** Events of a response that have arrived whole; what begins at the end of the text is left. */
function eventsOf(text: string): readonly (readonly [name: string, data: unknown])[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
      return name === '' ? [] : [[name, parsed(data)] as const];
    });
}

/**
 * Sends a file to `POST /admin/imports` and tells `sending` how far it is; `done` is called when the server has
 * answered. Does nothing while another file is under way.
 */
export function sendFile(sent: Sent, done: () => void): void {
  const key = operatorKey.value;
  if (isBusy(sending.value) || key === null) return;
  const { id, file, kind, ticker, isStrict } = sent;
  const query = new URLSearchParams({
    kind,
    name: file.name,
    ...(ticker === '' ? {} : { ticker }),
    ...(isStrict ? { strict: 'true' } : {}),
  });
  const own = new XMLHttpRequest();
  request = own;
  /** Of a request that another has followed, nothing is told. */
  const tell = (state: Sending): void => {
    if (request === own) sending.set(state);
  };
  const finish = (state: Sending): void => {
    if (request !== own) return;
    tell(state);
    request = null;
    done();
  };
  let hasArrived = false;
  const follow = (): void => {
    if (own.status !== 200) return;
    const last = eventsOf(own.responseText).at(-1);
    if (last?.[0] !== 'progress' || !isObject(last[1])) return;
    const { step, rows, refused } = last[1];
    tell({ step: step === 'storing' ? 'storing' : 'reading', sent, rows: Number(rows), refused: Number(refused) });
  };
  own.upload.onprogress = ({ loaded, total }) => tell({ step: 'sending', sent, bytes: loaded, total });
  own.upload.onload = () => {
    hasArrived = true;
    tell({ step: 'reading', sent, rows: 0, refused: 0 });
  };
  own.onprogress = follow;
  own.onload = () => {
    const [name, data] = eventsOf(own.responseText).at(-1) ?? [];
    if (own.status !== 200) finish({ step: 'failed', sent, error: refusalOf(parsed(own.responseText), own.status) });
    else if (name === 'report') finish({ step: 'done', sent, report: data as ImportReport });
    else if (name === 'error') finish({ step: 'failed', sent, error: refusalOf(data, own.status) });
    else finish({ step: 'failed', sent, error: broken('IMPORT_UNKNOWN', LOST_LATE) });
  };
  own.onerror = () =>
    finish({
      step: 'failed',
      sent,
      error: hasArrived ? broken('IMPORT_UNKNOWN', LOST_LATE) : broken('UPLOAD_LOST', LOST_EARLY),
    });
  own.onabort = () => finish({ step: 'failed', sent, error: broken('UPLOAD_STOPPED', STOPPED) });
  own.open('POST', `/admin/imports?${query.toString()}`);
  own.setRequestHeader('X-API-Key', key);
  own.setRequestHeader('Content-Type', 'application/octet-stream');
  own.setRequestHeader('Accept', 'text/event-stream');
  // A browser sends a request again by itself if a connection that it kept ends without an answer.
  own.setRequestHeader('Idempotency-Key', id);
  tell({ step: 'sending', sent, bytes: 0, total: file.size });
  own.send(file);
}
