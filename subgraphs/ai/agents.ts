import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import { masked, newId, newSecret, systemRandom } from '../../access/secrets.js';
import { TIER_LIMITS } from '../../access/tiers.js';
import { nextSlot } from '../../jobs/queue/cadences.js';
import type { Agent, AgentChanges, AgentsRepository, OwnAgent } from '../../store/agents.js';
import type { AskingChecks } from '../build/gates.js';
import type { CreateAgentInput, UpdateAgentInput } from '../generated/types.js';
import type { Services } from '../services.js';
import { targetUrls } from '../target-check.js';
import { checkedText, conditionNeeds, isNoCondition, requireEntitlements, requireTickers } from './agent-task.js';
import type { Fields } from './generated/resolver-types.js';

const LAST = 4;
/** Changes of one agent at the same time that are tried again. */
const MOST_TRIES = 5;
/** Ids have no other characters, some of which a database rejects. */
const ID = /^[\w-]+$/;

interface Changed {
  readonly agent: Agent;
  /** Null unless it was made now. */
  readonly webhookSecret: string | null;
}

type Spec = Pick<Agent, 'name' | 'mode' | 'taskPrompt' | 'context' | 'tickers' | 'cadence' | 'enabled' | 'webhookUrl'>;

function notFound(): ApiError {
  return new ApiError('not_found', 'The account has no agent with this id.', { param: 'id' });
}

function own({ identity: { accountId } }: Pick<RequestContext, 'identity'>, id: string): OwnAgent {
  if (!ID.test(id)) throw notFound();
  return { accountId, id };
}

/** An empty text stands for none. */
function textOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined || text.trim() === '' ? null : text.trim();
}

type AgentParts = Pick<Services, 'store' | 'live' | 'access' | 'answers' | 'webhooks'>;

/** Data access for the resolvers; agents of other accounts are not found. */
export function createAgentLoaders({ store, live, access, answers, webhooks: { sealer, checkTarget } }: AgentParts) {
  const urls = targetUrls(checkTarget, 'webhookUrl', 'The webhook URL');
  const agents = ({ versions }: RequestContext): AgentsRepository => store.reading(versions).agents;
  const urlOf = (url: string | null): string | null => (url === null ? null : urls.read(url).href);

  const specOf = (input: CreateAgentInput): Spec => ({
    name: checkedText(input.name, 'name', 'The name'),
    mode: input.mode ?? 'digest',
    taskPrompt: checkedText(input.taskPrompt, 'taskPrompt', 'The task'),
    context: textOrNull(input.context),
    tickers: [...new Set(input.tickers ?? [])],
    cadence: input.cadence ?? 'once',
    enabled: input.isEnabled ?? true,
    webhookUrl: urlOf(textOrNull(input.webhookUrl)),
  });
  const merged = (before: Agent, input: UpdateAgentInput): Spec => ({
    name: typeof input.name === 'string' ? checkedText(input.name, 'name', 'The name') : before.name,
    mode: input.mode ?? before.mode,
    taskPrompt:
      typeof input.taskPrompt === 'string'
        ? checkedText(input.taskPrompt, 'taskPrompt', 'The task')
        : before.taskPrompt,
    context: typeof input.context === 'string' ? textOrNull(input.context) : before.context,
    tickers: [...new Set(input.tickers ?? before.tickers)],
    cadence: input.cadence ?? before.cadence,
    enabled: input.isEnabled ?? before.enabled,
    webhookUrl: typeof input.webhookUrl === 'string' ? urlOf(textOrNull(input.webhookUrl)) : before.webhookUrl,
  });
  /** The spec whose condition can be parsed, which the provider's model writes if there is one. */
  const withCondition = async (spec: Spec, { identity, onAbandoned }: RequestContext): Promise<Spec> => {
    if (answers.conditions === null || !isNoCondition(spec)) return spec;
    const { conditions } = answers;
    const left = new AbortController();
    onAbandoned(() => left.abort(new ApiError('request_timeout', 'The client has left.')));
    const reservation = await access.tokens.reserve(identity, { least: conditions.tokens, most: conditions.tokens });
    let spent = 0;
    try {
      const condition = await conditions.write({
        text: spec.taskPrompt,
        tickers: spec.tickers,
        signal: AbortSignal.any([left.signal, reservation.lost]),
        onTokens: (tokens) => (spent = tokens),
      });
      return condition === null ? spec : { ...spec, taskPrompt: condition };
    } finally {
      await reservation.settle(spent);
    }
  };
  /** The condition's fault is known only when the model has not written one either. */
  const checkCondition = (spec: Spec): void => {
    if (answers.conditions === null || !isNoCondition(spec)) conditionNeeds(spec);
  };
  /** What stored columns follow from a spec. Throws where the tier or the stored data does not allow it. */
  const derived = async (spec: Spec, context: RequestContext): Promise<Spec & { readonly watched: string[] }> => {
    const needs = conditionNeeds(spec);
    requireEntitlements([spec.mode, spec.cadence], needs, context);
    await requireTickers({ store, live }, spec, needs, context);
    return { ...spec, watched: [...new Set([...spec.tickers, ...(needs?.tickers ?? [])])] };
  };
  const newSealedSecret = async (id: string) => {
    const { secret } = newSecret('webhook', systemRandom);
    const sealed = (await sealer()).seal(secret, id);
    return { secret, columns: { webhookSecret: sealed, webhookSecretLast4: secret.slice(-LAST) } };
  };
  const withoutSecret = { secret: null, columns: { webhookSecret: null, webhookSecretLast4: null } } as const;
  const schedule = ({ cadence, enabled }: Spec, nowMs: number): Pick<Agent, 'scheduledSince' | 'nextRunAt'> => ({
    scheduledSince: new Date(nowMs),
    nextRunAt: enabled ? new Date(nextSlot(cadence, nowMs)) : null,
  });

  return {
    all: (context: RequestContext): Promise<readonly Agent[]> => agents(context).ofAccount(context.identity.accountId),
    find: (id: string, context: RequestContext): Promise<Agent | undefined> =>
      ID.test(id) ? agents(context).get(own(context, id)) : Promise.resolve(undefined),
    async one(id: string, context: RequestContext): Promise<Agent> {
      const agent = await agents(context).get(own(context, id));
      if (agent === undefined) throw notFound();
      return agent;
    },
    /** Checks the arguments of `create`. Throws ApiError `invalid_parameter`. */
    async checkNew(input: CreateAgentInput, { requester }: RequestContext): Promise<void> {
      const spec = specOf(input);
      checkCondition(spec);
      if (spec.webhookUrl !== null) await urls.checkName(new URL(spec.webhookUrl), requester);
    },
    /** Checks the arguments of `update` with what they leave as it is; an agent that is not there has nothing. */
    async checkChanges(input: UpdateAgentInput, context: RequestContext): Promise<void> {
      const before = ID.test(input.id) ? await agents(context).get(own(context, input.id)) : undefined;
      if (before === undefined) return;
      const spec = merged(before, input);
      checkCondition(spec);
      if (spec.webhookUrl !== null && spec.webhookUrl !== before.webhookUrl)
        await urls.checkName(new URL(spec.webhookUrl), context.requester);
    },
    async create(input: CreateAgentInput, context: RequestContext): Promise<Changed> {
      const { identity, nowMs, tier } = context;
      const spec = await withCondition(specOf(input), context);
      const columns = await derived(spec, context);
      const id = newId('agt', systemRandom);
      const { secret, columns: sealed } = spec.webhookUrl === null ? withoutSecret : await newSealedSecret(id);
      const at = new Date(nowMs);
      const { agents: cap } = TIER_LIMITS[tier];
      const inserted = await agents(context).insert(
        {
          id,
          accountId: identity.accountId,
          ...columns,
          ...sealed,
          ...schedule(spec, nowMs),
          keyId: identity.keyId,
          createdAt: at,
          updatedAt: at,
          lastRunAt: null,
        },
        cap,
      );
      if (inserted.outcome === 'inserted') return { agent: inserted.agent, webhookSecret: secret };
      if (inserted.outcome === 'too_many') throw new ApiError('agents_cap', undefined, { cap });
      throw new ApiError('not_found', 'No account has this id.');
    },
    async update(input: UpdateAgentInput, context: RequestContext): Promise<Changed> {
      const where = own(context, input.id);
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const before = await agents(context).get(where);
        if (before === undefined) throw notFound();
        const spec = await withCondition(merged(before, input), context);
        const columns = await derived(spec, context);
        const isNewHook = spec.webhookUrl !== null && before.webhookUrl === null;
        const { secret, columns: sealed } = isNewHook ? await newSealedSecret(before.id) : withoutSecret;
        const isRescheduled = spec.cadence !== before.cadence || spec.enabled !== before.enabled;
        const changes: AgentChanges = {
          ...columns,
          ...(isNewHook || spec.webhookUrl === null ? sealed : {}),
          ...(isRescheduled ? schedule(spec, context.nowMs) : {}),
        };
        const agent = await agents(context).update(where, before.revision, changes, new Date(context.nowMs));
        if (agent !== undefined) return { agent, webhookSecret: secret };
      }
      throw new ApiError('unavailable', 'The agent is being changed; retry after retry_after_s seconds.', {
        retry_after_s: 1,
      });
    },
    async remove(id: string, context: RequestContext): Promise<void> {
      if (!(await agents(context).delete(own(context, id)))) throw notFound();
    },
  };
}

/** Checks agents before a request is charged. */
export function createAgentChecks(services: Services): AskingChecks {
  const { checkNew, checkChanges } = createAgentLoaders(services);
  return {
    'Mutation.createAgent': ({ input }: { readonly input: CreateAgentInput }, context: RequestContext) =>
      checkNew(input, context),
    'Mutation.updateAgent': ({ input }: { readonly input: UpdateAgentInput }, context: RequestContext) =>
      checkChanges(input, context),
  };
}

const viewerOf = ({ identity }: RequestContext): { readonly id: string } => ({ id: identity.accountId });

export function createFields(services: Services) {
  const load = createAgentLoaders(services);
  return {
    Query: {
      agents: async (_root, { id }, context) =>
        id === null || id === undefined ? load.all(context) : [await load.one(id, context)],
      agent: (_root, { id }, context) => load.one(id, context),
    },
    Mutation: {
      createAgent: async (_root, { input }, context) => ({
        ...(await load.create(input, context)),
        viewer: viewerOf(context),
      }),
      updateAgent: async (_root, { input }, context) => ({
        ...(await load.update(input, context)),
        viewer: viewerOf(context),
      }),
      deleteAgent: async (_root, { input: { id } }, context) => {
        await load.remove(id, context);
        return { deletedAgentId: id, viewer: viewerOf(context) };
      },
    },
    Agent: {
      __resolveReference: async ({ id }, context) => (await load.find(id, context)) ?? null,
      isEnabled: ({ enabled }) => enabled,
      webhookSecretHint: ({ webhookSecretLast4: last4 }) => (last4 === null ? null : masked('webhook', last4)),
    },
  } satisfies Fields;
}
