import { frames, readCString, readTextRow, type TransactionStatus } from './wire.js';

/** The database's response to one batch, parsed as far as the multiplexer needs. */
export interface Answer {
  /** Sent to the client: the response without notifications. */
  readonly bytes: Buffer;
  /** Status of the last ReadyForQuery; null without one. */
  readonly status: TransactionStatus | null;
  readonly hasError: boolean;
  readonly errorText: string | null;
  /** Whether the last command was a ROLLBACK, or a COMMIT of a failed transaction. */
  readonly isRolledBack: boolean;
  readonly notifications: readonly { readonly channel: string; readonly bytes: Buffer }[];
  /** Text columns of the first rows, for the multiplexer's own queries. */
  readonly rows: readonly (string | null)[][];
}

const ROWS_READ = 1000;

/** Parses a response; `dropsFirstParse` removes the ParseComplete of a Parse that the client did not send. */
export function readAnswer(answer: Buffer, { dropsFirstParse }: { readonly dropsFirstParse: boolean }): Answer {
  const kept: Buffer[] = [];
  const notifications: { channel: string; bytes: Buffer }[] = [];
  const rowStarts: number[] = [];
  let status: TransactionStatus | null = null;
  let errorText: string | null = null;
  let lastTag = '';
  let drops = dropsFirstParse;
  let keptTo = 0;
  const cut = (start: number, end: number): void => {
    if (start > keptTo) kept.push(answer.subarray(keptTo, start));
    keptTo = end;
  };
  for (const { type, start, body, end } of frames(answer)) {
    switch (type) {
      case 'Z':
        status = asStatus(answer[body]);
        break;
      case 'E':
        errorText ??= readErrorText(answer, body);
        break;
      case 'C':
        lastTag = readCString(answer, body).text ?? '';
        break;
      case 'D':
        if (rowStarts.length < ROWS_READ) rowStarts.push(body);
        break;
      case 'A':
        notifications.push({
          channel: readCString(answer, body + 4).text ?? '',
          bytes: Buffer.from(answer.subarray(start, end)),
        });
        cut(start, end);
        break;
      case '1':
        if (drops) cut(start, end);
        drops = false;
        break;
    }
  }
  cut(answer.length, answer.length);
  return {
    bytes: kept.length === 1 && kept[0] ? kept[0] : Buffer.concat(kept),
    status,
    hasError: errorText !== null,
    errorText,
    isRolledBack: lastTag === 'ROLLBACK',
    notifications,
    get rows() {
      return rowStarts.map((body) => readTextRow(answer, body));
    },
  };
}

function asStatus(byte: number | undefined): TransactionStatus {
  return byte === 0x54 ? 'T' : byte === 0x45 ? 'E' : 'I';
}

function readErrorText(answer: Buffer, body: number): string {
  for (let at = body; at < answer.length && answer[at] !== 0;) {
    const { text, next } = readCString(answer, at + 1);
    if (answer[at] === 0x4d) return text ?? '';
    at = next;
  }
  return 'unknown error';
}
