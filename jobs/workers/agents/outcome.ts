import { ApiError } from '../../../access/errors.js';
import { newId, type RandomBytes } from '../../../access/secrets.js';
import { roundTo } from '../../../engines/rounding.js';
import type { DeliveryKind, NewDelivery } from '../../../store/agent-deliveries.js';
import type { RunOutcome, RunUsage } from '../../../store/agent-run-outcomes.js';
import type { AgentRun } from '../../../store/agent-run-rows.js';
import type { Agent } from '../../../store/agents.js';
import type { MailOfRun } from './mail-sender.js';
import type { RunOutput } from './run-result.js';

const NOTHING = {
  fired: null,
  summary: null,
  result: null,
  models: [],
  toolCalls: [],
  grounding: null,
  error: null,
  deliveries: [],
} as const;

/** What is not run, and why. */
export function skippedOutcome(reason: string, at: Date): RunOutcome {
  return { ...NOTHING, status: 'skipped', at, summary: `Skipped: ${reason}` };
}

/** Errors that another program did not expect are told in full in the log alone. */
export function failedOutcome(error: unknown, at: Date): RunOutcome {
  const message = error instanceof ApiError ? error.message : 'The run failed because of an internal error.';
  return { ...NOTHING, status: 'error', at, error: message };
}

/** Where an account is told of a run: by the operator's service, or by mail from its line. */
export type Channel = Exclude<DeliveryKind, 'webhook'>;

export interface EndedRun {
  readonly run: AgentRun;
  /** Null for a draft, of which nothing is posted. */
  readonly agent: Agent | null;
  readonly output: RunOutput;
  readonly usage: RunUsage;
  readonly at: Date;
  readonly random: RandomBytes;
  /** Where the account is told of what its schedules find. */
  readonly channels: readonly Channel[];
}

/** The outcome of a run that has its result. Those of schedules keep the summary alone. */
export function endedOutcome(ended: EndedRun): RunOutcome {
  const { run, output, at } = ended;
  const { result, models, toolCalls, grounding, isFired } = output;
  const outcome = {
    ...NOTHING,
    status: isFired ? 'fired' : 'clear',
    fired: isFired,
    at,
    summary: result.headline,
    deliveries: deliveriesOf(ended),
  } as const;
  return run.trigger === 'schedule' ? outcome : { ...outcome, result, models, toolCalls, grounding };
}

/** The result as `POST /agents/run` answers it, with the run and the agent. */
function resultBody({ run, output, usage, at }: EndedRun, agent: Agent): Buffer {
  const {
    result: { headline, detail, confidence, sources, asOf },
    models,
    toolCalls,
    grounding,
    isFired,
  } = output;
  const body = {
    ok: true,
    run_id: run.id,
    agent_id: agent.id,
    agent_name: agent.name,
    mode: run.mode,
    trigger: run.trigger,
    status: isFired ? 'fired' : 'clear',
    fired: isFired,
    started_at: run.startedAt.toISOString(),
    finished_at: at.toISOString(),
    result: {
      headline,
      detail,
      confidence: roundTo(confidence, 6),
      sources: sources.map((source) => ({ title: source.title, ref: source.ref, as_of: source.asOf })),
      as_of: asOf,
    },
    models,
    tool_calls: toolCalls.map((call) => ({
      tool: call.tool,
      arguments: JSON.stringify(call.arguments),
      is_ok: call.isOk,
    })),
    grounding: {
      number_count: grounding.numberCount,
      grounded_count: grounding.groundedCount,
      removed_count: grounding.removedCount,
    },
    usage: { total_tokens: usage.totalTokens, cost_usd: usage.costUsd },
    api_version: 'v1',
  };
  return Buffer.from(JSON.stringify(body));
}

/** What the operator's notifier needs to tell the account. */
function notificationBody({ run, output, at }: EndedRun, agent: Agent): Buffer {
  const { headline, detail, asOf } = output.result;
  const body = {
    account_id: run.accountId,
    agent_id: agent.id,
    agent_name: agent.name,
    run_id: run.id,
    mode: run.mode,
    headline,
    detail,
    as_of: asOf,
    finished_at: at.toISOString(),
  };
  return Buffer.from(JSON.stringify(body));
}

/** What the account's line sends to its owner. */
function mailBody({ run, output }: EndedRun, agent: Agent): Buffer {
  const { headline, detail, sources } = output.result;
  const told = sources.map(({ title, asOf }) => `${title}, as of ${asOf}`);
  const parts = [
    headline,
    detail,
    told.length === 0 ? '' : `Sources: ${told.join('; ')}.`,
    `Run ${run.id} of the agent ${agent.name}.`,
  ];
  const text = parts.filter((part) => part !== '').join('\n\n');
  return Buffer.from(
    JSON.stringify({ accountId: run.accountId, subject: `${agent.name}: ${headline}`, text } satisfies MailOfRun),
  );
}

const BODIES = { notification: notificationBody, mail: mailBody } as const satisfies Record<Channel, unknown>;

/**
 * The agent's URL gets the result of each run (contract 2.11, 6.2); the account is notified by what schedules find
 * alone (contract 4.6).
 */
function deliveriesOf(ended: EndedRun): readonly NewDelivery[] {
  const { run, agent, at, random, output, channels } = ended;
  if (agent === null) return [];
  const delivery = { runId: run.id, agentId: agent.id, dueAt: at } as const;
  const isNotified = run.trigger === 'schedule' && output.isFired;
  return [
    ...(agent.webhookUrl === null
      ? []
      : [{ ...delivery, id: newId('dlv', random), kind: 'webhook', body: resultBody(ended, agent) } as const]),
    ...(isNotified
      ? channels.map((kind) => ({ ...delivery, id: newId('dlv', random), kind, body: BODIES[kind](ended, agent) }))
      : []),
  ];
}
