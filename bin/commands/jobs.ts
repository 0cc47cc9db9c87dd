import type { Queue } from 'bullmq';
import {
  failedJobs,
  QUEUE_NAMES,
  queueStates,
  retryFailedJob,
  retryFailedJobs,
  type QueueState,
} from '../../jobs/queue/queue-states.js';
import { WEBHOOKS } from '../../jobs/queue/webhook-rules.js';
import type { WebhookBacklog } from '../../store/webhook-deliveries.js';
import { Failure } from '../failure.js';
import type { Command, CommandInput } from './command.js';
import { oneLine } from './terminal.js';
import { oneOf, text } from './values.js';

/** Failed jobs printed per queue. */
const MOST_PRINTED = 20;

const BACKLOG: Readonly<Record<keyof WebhookBacklog, readonly [snake: string, words: string]>> = {
  unsorted: ['events_unsorted', 'events not yet assigned to webhooks'],
  waiting: ['waiting', 'deliveries waiting for an attempt'],
  due: ['due', 'of these, due now'],
  oldestDueS: ['oldest_due_s', 'seconds since the oldest of these was due'],
  sending: ['sending', 'attempts in progress'],
  givenUp: ['given_up', 'deliveries given up'],
  disabledEndpoints: ['disabled_webhooks', 'disabled webhooks'],
};

const seconds = (value: number): number => Math.round(value * 10) / 10;

function rowOf({ queue, waiting, active, delayed, failed, failedEver, oldestWaitingS, isPaused }: QueueState) {
  return {
    queue,
    waiting,
    active,
    delayed,
    failed,
    failed_ever: failedEver,
    oldest_waiting_s: seconds(oldestWaitingS),
    paused: isPaused,
  };
}

/** A table in columns; words on the left, numbers on the right. */
function printTable(rows: readonly (readonly (string | number)[])[], print: (line: string) => void): void {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  for (const row of rows)
    print(
      row
        .map((cell, column) =>
          column === 0 ? String(cell).padEnd(widths[0] ?? 0) : String(cell).padStart(widths[column] ?? 0),
        )
        .join('  '),
    );
}

async function list({ runtime: { store, queues, clock }, values, output }: CommandInput): Promise<number> {
  const name = oneOf(values, 'failed', QUEUE_NAMES);
  if (name !== undefined) return listFailed(queues.queue(name), values['json'] === true, output.print);
  const rows = (await queueStates(queues, clock())).map(rowOf);
  const backlog = await store.webhookDeliveries.backlog(new Date(clock()));
  const entries = Object.entries(BACKLOG).map(([key, [snake, words]]) => ({
    snake,
    words,
    value: seconds(backlog[key as keyof WebhookBacklog]),
  }));
  if (values['json'] === true) {
    for (const row of rows) output.print(JSON.stringify(row));
    output.print(JSON.stringify({ webhooks: Object.fromEntries(entries.map(({ snake, value }) => [snake, value])) }));
    return 0;
  }
  const heads = ['queue', 'waiting', 'active', 'delayed', 'failed', 'failed ever', 'oldest waiting, s', 'paused'];
  printTable(
    [heads, ...rows.map(({ paused, ...row }) => [...Object.values(row), paused ? 'yes' : 'no'])],
    output.print,
  );
  output.print('\nwebhooks');
  for (const { words, value } of entries) output.print(`${String(value).padStart(9)}  ${words}`);
  return 0;
}

async function listFailed(queue: Queue, isJson: boolean, print: (line: string) => void): Promise<number> {
  const jobs = await failedJobs(queue, MOST_PRINTED);
  for (const { id, attempts, failedAt, reason } of jobs) {
    const readable = `${id}  ${counted(attempts, 'attempt')}, failed at ${failedAt.toISOString()}: ${reason}`;
    print(
      isJson ? JSON.stringify({ queue: queue.name, id, attempts, failed_at: failedAt, reason }) : oneLine(readable),
    );
  }
  if (jobs.length === 0 && !isJson) print(`${queue.name} has no failed jobs.`);
  return 0;
}

async function retry(input: CommandInput): Promise<number> {
  const {
    runtime: { queues },
    values,
    positionals: [given, id, ...rest],
  } = input;
  const webhookId = text(values, 'webhook');
  if ((given === undefined) === (webhookId === undefined) || rest.length > 0) {
    throw new Failure(
      'Give a queue (jobs retry QUEUE, or jobs retry QUEUE JOB_ID) or a webhook (jobs retry --webhook ID).',
    );
  }
  if (webhookId !== undefined) return retryWebhook(input, webhookId);
  const name = QUEUE_NAMES.find((known) => known === given);
  if (name === undefined)
    throw new Failure(`Unknown queue ${JSON.stringify(given)}; use one of ${QUEUE_NAMES.join(', ')}.`);
  const queue = queues.queue(name);
  const count = id === undefined ? await retryFailedJobs(queue) : await retryOne(queue, id);
  const readable =
    count === 0
      ? `${name} has no failed jobs to retry.`
      : `${name}: ${counted(count, 'failed job')} queued to run again.`;
  return print(input, { queue: name, retried: count }, readable);
}

async function retryOne(queue: Queue, id: string): Promise<1> {
  const state = await retryFailedJob(queue, id);
  if (state === 'failed') return 1;
  if (state === 'unknown') {
    throw new Failure(
      `${queue.name} has no job ${JSON.stringify(id)}; jobs list --failed ${queue.name} lists the failed jobs.`,
    );
  }
  throw new Failure(`Job ${id} in ${queue.name} is ${state}; only failed jobs can be retried.`);
}

async function retryWebhook(input: CommandInput, id: string): Promise<number> {
  const {
    runtime: { store, clock },
  } = input;
  const { status, events } = await store.webhooks.retryGivenUp({
    id,
    lastFailures: WEBHOOKS.retryDelaysMs.length,
    at: new Date(clock()),
  });
  if (status === 'unknown') throw new Failure(`No webhook has the id ${JSON.stringify(id)}.`);
  if (status === 'disabled') {
    throw new Failure(`The webhook ${id} is disabled permanently: its owner must delete it and register it again.`);
  }
  const readable =
    events === 0
      ? `${id} has no given-up events to retry.`
      : `${id}: ${counted(events, 'given-up event')} queued to be sent again.`;
  return print(input, { webhook: id, retried: events }, readable);
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function print({ values, output }: CommandInput, value: object, readable: string): number {
  output.print(values['json'] === true ? JSON.stringify(value) : readable);
  return 0;
}

/** Background jobs. */
export const JOB_COMMANDS: Readonly<Record<string, Command>> = {
  'jobs list': {
    usage: 'jobs list [--failed QUEUE] [--json]',
    description: `Lists all queues and the webhook backlog; with --failed, the ${MOST_PRINTED} newest failed jobs of a queue and their errors.`,
    options: { failed: { type: 'string' }, json: { type: 'boolean' } },
    run: list,
  },
  'jobs retry': {
    usage: 'jobs retry QUEUE [JOB_ID] [--json] | jobs retry --webhook ID [--json]',
    description:
      'Retries all failed jobs of a queue or one of them, or sends the given-up events of an active webhook again.',
    options: { webhook: { type: 'string' }, json: { type: 'boolean' } },
    run: retry,
  },
};
