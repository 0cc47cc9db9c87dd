import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import type { AgentTask } from '../../jobs/queue/agent-task.js';
import type { AgentDelivery } from '../../store/agent-deliveries.js';
import type { AgentRun } from '../../store/agent-run-rows.js';
import type { Agent } from '../../store/agents.js';
import type { AskingChecks } from '../build/gates.js';
import { connectionOf, cursorsOf, type Connection } from '../connections.js';
import { loaderOf, type Batch } from '../field-loader.js';
import type { AgentDraftInput, QueryAgentRunsArgs, RunAgentInput } from '../generated/types.js';
import type { AgentRunRequest, Services } from '../services.js';
import { createAgentLoaders } from './agents.js';
import { checkedText, conditionNeeds, requireEntitlements, requireTickers } from './agent-task.js';
import type { Fields } from './generated/resolver-types.js';

/** Ids have no other characters, some of which a database rejects. */
const ID = /^[\w-]+$/;
/** A run's place in the list. */
const SEQUENCE = /^\d{1,15}$/;
const UNDER = 'agent.';

type Page = Pick<QueryAgentRunsArgs, 'after' | 'filter'> & { readonly first: number };
interface Asked {
  readonly input: RunAgentInput;
}

function notFound(): ApiError {
  return new ApiError('not_found', 'The account has no run with this id.', { param: 'id' });
}

function invalid(param: string, message: string): ApiError {
  return new ApiError('invalid_parameter', message, { param });
}

function taskOf({ mode, taskPrompt, context, tickers }: Agent): AgentTask {
  return { mode, taskPrompt, context, tickers };
}

function draftTask(draft: AgentDraftInput): AgentTask {
  return {
    mode: draft.mode ?? 'digest',
    taskPrompt: checkedText(draft.taskPrompt, `${UNDER}taskPrompt`, 'The task'),
    context: draft.context?.trim() === '' ? null : (draft.context ?? null),
    tickers: [...new Set(draft.tickers ?? [])],
  };
}

/** Ends a run whose client has left. */
function abandonment({ onAbandoned }: RequestContext): AbortSignal {
  const controller = new AbortController();
  onAbandoned(() => controller.abort(new ApiError('request_timeout', 'The client left before the run had ended.')));
  return controller.signal;
}

/** Checks what is run before the request is charged. */
export function createRunChecks(): AskingChecks {
  return {
    async 'Mutation.runAgent'({ input: { id, agent } }: Asked) {
      const [hasId, hasDraft] = [id, agent].map((given) => given !== null && given !== undefined);
      if (hasId && hasDraft) throw invalid('agent', 'Send either id or agent, not both.');
      if (!hasId && !hasDraft)
        throw new ApiError('missing_parameter', 'Send id for a saved agent, or agent for a draft.', { param: 'id' });
      if (agent !== null && agent !== undefined) conditionNeeds(draftTask(agent), UNDER);
      return Promise.resolve();
    },
  };
}

/** Data access for the resolvers; runs of other accounts are not found. */
function createLoaders(services: Services) {
  const { store, agents: executor } = services;
  const agents = createAgentLoaders(services);
  const runs = ({ versions }: RequestContext) => store.reading(versions).agentRuns;
  const requestOf = (context: RequestContext, task: AgentTask): Omit<AgentRunRequest, 'agent'> => ({
    task,
    identity: context.identity,
    requestId: context.requestId,
    signal: abandonment(context),
    onDataSource: (source) => void context.dataSources.add(source),
  });
  const deliveries: Batch<readonly AgentDelivery[]> = async (ids, { versions }) => {
    const stored = await store.reading(versions).agentDeliveries.ofRuns(ids);
    return ids.map((id) => stored.get(id) ?? []);
  };
  const agentsById: Batch<Agent | null> = async (ids, context) => {
    const stored = await store.reading(context.versions).agents.byIds(ids);
    return ids.map((id) => {
      const agent = stored.get(id);
      return agent?.accountId === context.identity.accountId ? agent : null;
    });
  };
  /** A run that nobody executes any more has ended, even if no worker has said so. */
  const settled = async (run: AgentRun, context: RequestContext): Promise<AgentRun> => {
    const isOver = run.deadlineAt.getTime() <= context.nowMs;
    if (run.status !== 'pending' || !isOver) return run;
    await executor.settleLost(run.accountId);
    return (await runs(context).get(run.accountId, run.id)) ?? run;
  };
  return {
    async find(id: string, context: RequestContext): Promise<AgentRun | null> {
      const run = ID.test(id) ? await runs(context).get(context.identity.accountId, id) : undefined;
      return run === undefined ? null : settled(run, context);
    },
    async page({ first, after, filter }: Page, context: RequestContext): Promise<Connection<AgentRun>> {
      const { accountId } = context.identity;
      const agentId = filter?.agentId ?? null;
      const cursors = cursorsOf('Query.agentRuns', agentId);
      const [seq] = cursors.after(after, 1, { isPlace: ([value = '']) => SEQUENCE.test(value) }) ?? [];
      const [rows, total] = await Promise.all([
        runs(context).list({ accountId, agentId, first, beforeSeq: seq === undefined ? undefined : Number(seq) }),
        runs(context).count({ accountId, agentId }),
      ]);
      const shown = await Promise.all(rows.slice(0, first).map((run) => settled(run, context)));
      const page = { rows: shown, hasNext: rows.length > first, total };
      return connectionOf(
        page,
        cursors,
        seq === undefined,
        (row) => [String(row.seq)],
        (row) => row,
      );
    },
    async run({ id, agent: draft }: RunAgentInput, context: RequestContext): Promise<AgentRun> {
      if (draft === null || draft === undefined) {
        const agent = await agents.one(id ?? '', context);
        return executor.run({ ...requestOf(context, taskOf(agent)), agent });
      }
      const task = draftTask(draft);
      const needs = conditionNeeds(task, UNDER);
      requireEntitlements([task.mode], needs, context);
      await requireTickers(services, task, needs, context, UNDER);
      return executor.run({ ...requestOf(context, task), agent: null });
    },
    async start(id: string, context: RequestContext): Promise<AgentRun> {
      const agent = await agents.one(id, context);
      return executor.start({ ...requestOf(context, taskOf(agent)), agent });
    },
    deliveries: ({ id }: AgentRun, context: RequestContext): Promise<readonly AgentDelivery[]> =>
      loaderOf(context, deliveries).load(id),
    agent: ({ agentId }: AgentRun, context: RequestContext): Promise<Agent | null> | null =>
      agentId === null ? null : loaderOf(context, agentsById).load(agentId),
  };
}

const viewerOf = ({ identity }: RequestContext): { readonly id: string } => ({ id: identity.accountId });

export function createFields(services: Services) {
  const load = createLoaders(services);
  return {
    Query: {
      agentRuns: (_root, page, context) => load.page(page, context),
      agentRun: async (_root, { id }, context) => {
        const run = await load.find(id, context);
        if (run === null) throw notFound();
        return run;
      },
    },
    Mutation: {
      runAgent: async (_root, { input }, context) => ({
        run: await load.run(input, context),
        viewer: viewerOf(context),
      }),
      startAgentRun: async (_root, { input: { id } }, context) => ({
        run: await load.start(id, context),
        viewer: viewerOf(context),
      }),
    },
    AgentRun: {
      __resolveReference: ({ id }, context) => load.find(id, context),
      agent: (run, _args, context) => load.agent(run, context),
      isFired: ({ fired }) => fired,
      usage: ({ totalTokens, costUsd }) => ({ totalTokens, costUsd }),
      deliveries: (run, _args, context) => load.deliveries(run, context),
    },
    AgentRunDelivery: {
      deliveryId: ({ id }) => id,
      at: ({ claimedAt, dueAt }) => claimedAt ?? dueAt,
      status: ({ status }) => (status === 'sending' ? 'waiting' : status),
    },
    AnswerToolCall: {
      arguments: ({ arguments: given }) => (typeof given === 'string' ? given : JSON.stringify(given)),
    },
  } satisfies Fields;
}
