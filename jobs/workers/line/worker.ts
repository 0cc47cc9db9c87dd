import { newId, type RandomBytes } from '../../../access/secrets.js';
import type { Line } from '../../../store/lines.js';
import { LINE_WORK, type DeliveryOutcome, type LineMessage } from '../../../store/line-messages.js';
import type { Store } from '../../../store/open-store.js';
import type { Delivered, LineTransport } from '../../../surfaces/line/outgoing/transport.js';
import { LINE } from '../../../surfaces/line/rules.js';
import type { ReturnPaths } from '../../../surfaces/line/return-path.js';
import { inTurn } from '../in-turn.js';

export interface LineWorkerOptions {
  readonly store: Pick<Store, 'lines' | 'lineMessages' | 'listen'>;
  readonly transport: LineTransport;
  readonly returnPaths: Pick<ReturnPaths, 'of'>;
  /** Answers a message that arrived, and returns what became of it. */
  readonly answer: (line: Line, message: LineMessage) => Promise<LineMessage['agentStatus']>;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly random: RandomBytes;
  readonly log: { warn(details: object, message: string): void; error(details: object, message: string): void };
  /** How often the store is searched for work that no notification told of. */
  readonly sweepEveryMs?: number;
  readonly leaseMs?: number;
  readonly retryDelaysMs?: readonly number[];
}

export interface LineWorker {
  /** Delivers and answers all that is due. */
  sweep(): Promise<void>;
  close(): Promise<void>;
}

const SWEEP_EVERY_MS = 5_000;
const AT_ONCE = 4;
const LOST = 'The process that sent the message stopped; whether it arrived is unknown, and it is not sent again.';

/**
 * Delivers messages of lines, each claimed in the store before the dialogue with a mail server, and answers those that
 * arrive.
 */
export async function startLineWorker(options: LineWorkerOptions): Promise<LineWorker> {
  const { store, clock, random, log, answer, sweepEveryMs = SWEEP_EVERY_MS, leaseMs = LINE.leaseMs } = options;
  let isStopping = false;
  const claim = async (work: 'deliver' | 'answer'): Promise<LineMessage | undefined> => {
    const nowMs = clock();
    const leaseUntil = new Date(nowMs + (work === 'deliver' ? leaseMs : LINE.answerLeaseMs));
    return isStopping
      ? undefined
      : store.lineMessages.claim({ work, claimId: newId('dlv', random), at: new Date(nowMs), leaseUntil });
  };
  const deliverAll = async (): Promise<void> => {
    for (let message = await claim('deliver'); message !== undefined; message = await claim('deliver'))
      await deliver(message, options);
  };
  const answerAll = async (): Promise<void> => {
    for (let message = await claim('answer'); message !== undefined; message = await claim('answer')) {
      const line = await store.lines.get(message.accountId);
      const status = line === undefined ? null : await answer(line, message);
      await store.lineMessages.answered({ id: message.id, claimId: message.claimId ?? '' }, status);
    }
  };
  const deliveries = inTurn(async () => {
    for (const id of await store.lineMessages.settleLost(new Date(clock()), LOST))
      log.warn({ message: id }, 'the outcome of a delivery is unknown');
    await Promise.all(Array.from({ length: AT_ONCE }, deliverAll));
  });
  const answers = inTurn(answerAll);
  const sweep = async (): Promise<void> => {
    await Promise.all([deliveries(), answers()]);
    await deliveries();
  };
  const run = (): void => {
    if (isStopping) return;
    deliveries().catch((err: unknown) => log.error({ err }, 'delivering messages of lines failed; retrying'));
    answers().catch((err: unknown) => log.error({ err }, 'answering messages of lines failed; retrying'));
  };
  const stopListening = await store.listen(LINE_WORK, run, { onGap: run });
  const timer = setInterval(run, sweepEveryMs);
  run();
  return {
    sweep,
    async close() {
      isStopping = true;
      clearInterval(timer);
      await stopListening();
      await deliveries.idle();
      await answers.idle();
      options.transport.close();
    },
  };
}

async function deliver(
  message: LineMessage,
  { store, transport, returnPaths, clock, retryDelaysMs = LINE.retryDelaysMs }: LineWorkerOptions,
): Promise<void> {
  const line = await store.lines.get(message.accountId);
  const claim = { id: message.id, claimId: message.claimId ?? '' };
  const starts = async (): Promise<void> => {
    if (!(await store.lineMessages.startSending(claim))) throw new Error('Another worker has taken this message over.');
  };
  const delivered: Delivered = await transport.deliver(
    {
      channel: message.channel,
      from: { name: line?.assistantName ?? 'Assistant', address: message.sender },
      returnPath: returnPaths.of(message, clock()),
      to: message.recipients[0] ?? '',
      subject: message.subject,
      text: message.body,
      messageId: message.messageId ?? '',
      inReplyTo: message.inReplyTo,
      references: message.referenceIds,
      at: message.at,
      isAutomatic: message.isAutomatic,
    },
    starts,
  );
  await store.lineMessages.delivered(claim, outcomeOf(delivered, message.attempts, new Date(clock()), retryDelaysMs));
}

function outcomeOf(delivered: Delivered, attempts: number, at: Date, delays: readonly number[]): DeliveryOutcome {
  if (delivered.outcome === 'accepted') return { at, error: null };
  const { error } = delivered;
  const delayMs = delivered.outcome === 'refused' && delivered.isTemporary ? delays[attempts - 1] : undefined;
  return delayMs === undefined ? { at, error } : { at, error, retryAt: new Date(at.getTime() + delayMs) };
}
