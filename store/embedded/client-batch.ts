import { channelChanges, withoutComments, type ChannelChange } from './session-state.js';
import { message, query, readCString } from './wire.js';

/** Consecutive messages of one client, processed without interleaving other clients. */
export interface ClientBatch {
  readonly bytes: Buffer;
  /** `sync`: the response ends in ReadyForQuery. `flush`: more messages of the same exchange follow. */
  readonly ends: 'sync' | 'flush';
  readonly channels: readonly ChannelChange[];
  /** Whether it may change session settings. */
  readonly touchesSettings: boolean;
  /** The Parse to repeat if the batch uses an earlier unnamed statement that another client has replaced since. */
  readonly unnamedParse: Buffer | null;
  /** Whether it defines an unnamed statement. */
  readonly parsesUnnamed: boolean;
}

const SETTING = /(^|;)\s*(re)?set\b|set_config/i;
const COPY = /^\s*copy\b[^;]*\b(from\s+stdin|to\s+stdout)\b/i;
const REFUSE_COPY = `do $$ begin raise exception using errcode = '0A000',
  message = 'COPY through the connection is not supported by the embedded database; use INSERT'; end $$`;
const SHARED = /^\s*(deallocate\s+(prepare\s+)?all|discard\s+all)\s*;?\s*$/i;
const REFUSE_SHARED = `do $$ begin raise exception using errcode = '0A000',
  message = 'DISCARD ALL and DEALLOCATE ALL are not supported by the embedded database: its clients share one session'; end $$`;

/** Collects one client's messages into batches and gives its prepared statements unique names. */
export class BatchBuilder {
  readonly #prefix: string;
  readonly #statements = new Map<string, { readonly setsConfig: boolean }>();
  #parts: Buffer[] = [];
  #channels: ChannelChange[] = [];
  #touchesSettings = false;
  #parsesUnnamed = false;
  #usesEarlierUnnamed = false;
  #lastUnnamedParse: Buffer | null = null;

  constructor(clientId: number) {
    this.#prefix = `c${String(clientId)}.`;
  }

  /** Database names of the client's prepared statements. */
  get preparedStatements(): string[] {
    return [...this.#statements.keys()].filter((name) => name !== '').map((name) => this.#prefix + name);
  }

  /** Adds one message; returns a batch if the message completes it. Throws RangeError on a malformed message. */
  add(type: string, payload: Buffer): ClientBatch | null {
    switch (type) {
      case 'Q':
        this.#parts.push(query(this.#readSql(field(payload, 0).text)));
        return this.#take('sync');
      case 'P':
        this.#addParse(payload);
        return null;
      case 'B':
        this.#addBind(payload);
        return null;
      case 'D':
      case 'C':
        this.#addNamed(type, payload);
        return null;
      case 'H':
        this.#parts.push(message('H'));
        return this.#take('flush');
      case 'F':
        this.#parts.push(message('F', payload));
        return this.#take('sync');
      case 'S':
        this.#parts.push(message('S'));
        return this.#take('sync');
      default:
        this.#parts.push(message(type, payload));
        return null;
    }
  }

  #addParse(payload: Buffer): void {
    const name = field(payload, 0);
    const sql = field(payload, name.next);
    const setsConfig = this.#touchesSettings;
    this.#touchesSettings = false;
    const parse = message('P', this.#rename(name.text), this.#readSql(sql.text), payload.subarray(sql.next));
    this.#statements.set(name.text, { setsConfig: this.#touchesSettings });
    this.#touchesSettings ||= setsConfig;
    if (name.text === '') {
      this.#lastUnnamedParse = parse;
      this.#parsesUnnamed = true;
    }
    this.#parts.push(parse);
  }

  #addBind(payload: Buffer): void {
    const portal = field(payload, 0);
    const statement = field(payload, portal.next);
    this.#use(statement.text);
    this.#parts.push(message('B', portal.text, this.#rename(statement.text), payload.subarray(statement.next)));
  }

  #addNamed(type: 'D' | 'C', payload: Buffer): void {
    const name = field(payload, 1);
    const isStatement = payload[0] === 0x53;
    if (isStatement && type === 'D') this.#use(name.text);
    if (isStatement && type === 'C') this.#statements.delete(name.text);
    this.#parts.push(message(type, payload.subarray(0, 1), isStatement ? this.#rename(name.text) : name.text));
  }

  #use(statement: string): void {
    if (this.#statements.get(statement)?.setsConfig) this.#touchesSettings = true;
    if (statement === '' && !this.#parsesUnnamed) this.#usesEarlierUnnamed = true;
  }

  #rename(name: string): string {
    return name === '' ? '' : this.#prefix + name;
  }

  #readSql(sql: string): string {
    const bare = withoutComments(sql);
    if (SETTING.test(bare)) this.#touchesSettings = true;
    if (COPY.test(bare)) return REFUSE_COPY;
    if (SHARED.test(bare)) return REFUSE_SHARED;
    this.#channels.push(...channelChanges(bare));
    return sql;
  }

  #take(ends: ClientBatch['ends']): ClientBatch {
    const batch: ClientBatch = {
      bytes: this.#parts.length === 1 && this.#parts[0] ? this.#parts[0] : Buffer.concat(this.#parts),
      ends,
      channels: this.#channels,
      touchesSettings: this.#touchesSettings,
      unnamedParse: this.#usesEarlierUnnamed ? this.#lastUnnamedParse : null,
      parsesUnnamed: this.#parsesUnnamed,
    };
    this.#parts = [];
    this.#channels = [];
    this.#touchesSettings = false;
    this.#parsesUnnamed = false;
    this.#usesEarlierUnnamed = false;
    return batch;
  }
}

function field(payload: Buffer, from: number): { text: string; next: number } {
  const { text, next } = readCString(payload, from);
  if (text === null) throw new RangeError('invalid string in message');
  return { text, next };
}
