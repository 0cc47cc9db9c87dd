import { randomInt } from 'node:crypto';
import { messageOf } from '../errors.js';
import type { ClientBatch } from './client-batch.js';
import { ClientSession, refuseConnection } from './client-session.js';
import { readAnswer, type Answer } from './answer.js';
import { READ_SETTINGS_SQL, applySettingsSql, identifier, sameSettings, type Settings } from './session-state.js';
import * as wire from './wire.js';

/** The database: sends a batch of wire messages and resolves with the complete response. One batch at a time. */
export interface Engine {
  execute(batch: Buffer): Promise<Buffer>;
}

export interface MultiplexerOptions {
  readonly log?: ((message: string) => void) | undefined;
  /** How long a client may idle in an open transaction while others wait. */
  readonly idleTransactionMs?: number | undefined;
}

type Turn =
  | { readonly kind: 'startup'; readonly session: ClientSession }
  | { readonly kind: 'batch'; readonly session: ClientSession; readonly batch: ClientBatch };

const DEFAULT_IDLE_TRANSACTION_MS = 60_000;

/**
 * Lets many clients share the single session of an embedded PostgreSQL, as if each had its own.
 *
 * A batch runs without interruption; an open transaction has exclusive use of the session; settings, prepared
 * statements and channels are separate per client; a transaction left open is rolled back. Temporary tables,
 * session-level advisory locks, cursors WITH HOLD and SQL-level PREPARE are shared by all clients.
 */
export class Multiplexer {
  readonly #engine: Engine;
  readonly #log: (message: string) => void;
  readonly #idleTransactionMs: number;
  readonly #sessions = new Set<ClientSession>();
  readonly #turns: Turn[] = [];
  readonly #departed: ClientSession[] = [];
  #nextId = 1;
  #owner: ClientSession | null = null;
  #ownerWaitsForSync = false;
  #status: wire.TransactionStatus = 'I';
  #applied: Settings = new Map();
  #unnamedOwner: ClientSession | null = null;
  #isRunning = false;
  #failure: Error | null = null;
  #idleTimer: NodeJS.Timeout | null = null;

  constructor(engine: Engine, options: MultiplexerOptions = {}) {
    this.#engine = engine;
    this.#log = options.log ?? (() => undefined);
    this.#idleTransactionMs = options.idleTransactionMs ?? DEFAULT_IDLE_TRANSACTION_MS;
  }

  get clientCount(): number {
    return this.#sessions.size;
  }

  /** A new client, as the stream a PostgreSQL driver connects through. */
  connect(): ClientSession {
    const session = new ClientSession(this.#nextId++, {
      startup: (from) => this.#enqueue({ kind: 'startup', session: from }),
      batch: (from, batch) => this.#enqueue({ kind: 'batch', session: from, batch }),
      left: (from) => this.#left(from),
    });
    if (this.#failure) refuseConnection(session, this.#failure);
    else this.#sessions.add(session);
    return session;
  }

  /** Ends all clients with `error` and refuses new ones. */
  fail(error: Error): void {
    this.#failure ??= error;
    this.#turns.length = 0;
    this.#stopIdleTimer();
    for (const session of [...this.#sessions]) session.destroy(error);
  }

  #enqueue(turn: Turn): void {
    this.#turns.push(turn);
    this.#wake();
  }

  #left(session: ClientSession): void {
    if (!this.#sessions.delete(session)) return;
    this.#departed.push(session);
    this.#wake();
  }

  #wake(): void {
    if (this.#isRunning || this.#failure) return;
    this.#isRunning = true;
    this.#run().catch((error: unknown) => this.fail(new Error(messageOf(error), { cause: error })));
  }

  async #run(): Promise<void> {
    try {
      for (;;) {
        const departed = this.#departed.shift();
        const turn = departed ? undefined : this.#nextTurn();
        if (departed) await this.#cleanUp(departed);
        else if (!turn) break;
        else if (turn.session.hasLeft) continue;
        else if (turn.kind === 'startup') await this.#startUp(turn.session);
        else await this.#serve(turn.session, turn.batch);
      }
      if (this.#owner && !this.#idleTimer) this.#startIdleTimer(this.#owner);
    } finally {
      // In the same step as the last queue check, so that nothing can be queued in between.
      this.#isRunning = false;
    }
  }

  #nextTurn(): Turn | undefined {
    if (!this.#owner) return this.#turns.shift();
    const index = this.#turns.findIndex((turn) => turn.session === this.#owner);
    return index < 0 ? undefined : this.#turns.splice(index, 1)[0];
  }

  async #startUp(session: ClientSession): Promise<void> {
    const refused = await this.#useSettings(session);
    if (refused !== null) return session.refuse('22023', refused);
    session.answer(
      Buffer.concat([
        wire.authenticationOk(),
        ...STARTUP_STATUS.map(([name, value]) => wire.parameterStatus(name, session.settings.get(name) ?? value)),
        wire.backendKeyData(randomInt(1, 0x7fff_ffff)),
        wire.readyForQuery('I'),
      ]),
    );
  }

  async #serve(session: ClientSession, batch: ClientBatch): Promise<void> {
    this.#stopIdleTimer();
    if (this.#owner === null) await this.#useSettings(session);
    const repeated = batch.unnamedParse !== null && this.#unnamedOwner !== session ? batch.unnamedParse : null;
    const answer = await this.#execute(
      repeated ? Buffer.concat([repeated, batch.bytes]) : batch.bytes,
      repeated !== null,
    );
    this.#unnamedOwner = batch.parsesUnnamed || repeated || this.#unnamedOwner === session ? session : null;
    this.#status = answer.status ?? this.#status;
    this.#ownerWaitsForSync = batch.ends === 'flush';
    this.#owner = this.#status !== 'I' || this.#ownerWaitsForSync ? session : null;
    session.pendingChannels = [...session.pendingChannels, ...(answer.hasError ? [] : batch.channels)];
    session.touchedSettings ||= batch.touchesSettings;
    if (this.#owner === null) await this.#settle(session, !answer.isRolledBack);
    // First, so that this process's caches are invalidated before the client sees its COMMIT.
    this.#broadcast(answer);
    session.answer(answer.bytes);
  }

  /** After a transaction: reads back the session settings it changed. */
  async #settle(session: ClientSession, isCommitted: boolean): Promise<void> {
    const changes = session.pendingChannels;
    session.pendingChannels = [];
    if (isCommitted && changes.length > 0) {
      for (const { listens, channel } of changes) {
        if (channel === null) session.channels.clear();
        else if (listens) session.channels.add(channel);
        else session.channels.delete(channel);
      }
      if (changes.some((change) => !change.listens)) await this.#relisten();
    }
    if (session.touchedSettings) {
      session.touchedSettings = false;
      const { rows } = await this.#internal(READ_SETTINGS_SQL);
      const changed = rows.map(([name, value]) => [name ?? '', value ?? ''] as const);
      this.#applied = new Map(changed);
      session.settings = new Map([...session.baseSettings, ...changed]);
    }
  }

  /** UNLISTEN closed a channel for the whole session: reopens the other clients' channels. */
  async #relisten(): Promise<void> {
    const wanted = new Set([...this.#sessions].flatMap((session) => [...session.channels]));
    if (wanted.size > 0) await this.#internal([...wanted].map((channel) => `listen ${identifier(channel)}`).join('; '));
  }

  async #cleanUp(session: ClientSession): Promise<void> {
    if (this.#owner === session) {
      this.#stopIdleTimer();
      if (this.#ownerWaitsForSync) this.#status = (await this.#execute(wire.sync())).status ?? this.#status;
      if (this.#status !== 'I') await this.#internal('rollback');
      this.#owner = null;
      this.#ownerWaitsForSync = false;
      this.#status = 'I';
      // The transaction's settings are unknown now: apply all settings for the next client.
      if (session.touchedSettings) this.#applied = UNKNOWN_SETTINGS;
    }
    const statements = session.builder.preparedStatements;
    if (statements.length > 0)
      await this.#execute(Buffer.concat([...statements.map(wire.closeStatement), wire.sync()]));
    if (this.#unnamedOwner === session) this.#unnamedOwner = null;
    const unwanted = [...session.channels].filter(
      (channel) => ![...this.#sessions].some((other) => other.channels.has(channel)),
    );
    if (unwanted.length > 0)
      await this.#internal(unwanted.map((channel) => `unlisten ${identifier(channel)}`).join('; '));
  }

  /** Applies this client's settings to the shared session; resolves with the database's error or null. */
  async #useSettings(session: ClientSession): Promise<string | null> {
    if (sameSettings(this.#applied, session.settings)) return null;
    const answer = await this.#internal(applySettingsSql(session.settings));
    this.#applied = answer.hasError ? UNKNOWN_SETTINGS : session.settings;
    return answer.hasError ? (answer.errorText ?? 'invalid setting') : null;
  }

  async #internal(sql: string): Promise<Answer> {
    this.#unnamedOwner = null;
    const answer = await this.#execute(wire.query(sql));
    if (answer.hasError) this.#log(`embedded database: ${answer.errorText ?? 'unknown error'} in: ${sql}`);
    this.#broadcast(answer);
    return answer;
  }

  async #execute(bytes: Buffer, dropsFirstParse = false): Promise<Answer> {
    return readAnswer(await this.#engine.execute(bytes), { dropsFirstParse });
  }

  #broadcast(answer: Answer): void {
    for (const { channel, bytes } of answer.notifications) {
      for (const session of this.#sessions) if (session.channels.has(channel)) session.answer(bytes);
    }
  }

  #startIdleTimer(owner: ClientSession): void {
    this.#idleTimer = setTimeout(() => {
      if (!this.#turns.some((turn) => turn.session !== owner)) return this.#startIdleTimer(owner);
      this.#log(
        `embedded database: a transaction idle for ${String(this.#idleTransactionMs)} ms was ended because others wait`,
      );
      owner.refuse('25P03', 'terminating connection due to idle-in-transaction timeout');
    }, this.#idleTransactionMs);
    this.#idleTimer.unref();
  }

  #stopIdleTimer(): void {
    if (this.#idleTimer) clearTimeout(this.#idleTimer);
    this.#idleTimer = null;
  }
}

/** Differs from every client's settings. */
const UNKNOWN_SETTINGS: Settings = new Map([['', '']]);

const STARTUP_STATUS: readonly (readonly [string, string])[] = [
  ['server_version', '18.0'],
  ['server_encoding', 'UTF8'],
  ['client_encoding', 'UTF8'],
  ['DateStyle', 'ISO, MDY'],
  ['integer_datetimes', 'on'],
  ['standard_conforming_strings', 'on'],
  ['TimeZone', 'GMT'],
];
