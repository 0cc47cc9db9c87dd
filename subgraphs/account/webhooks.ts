import { createHash } from 'node:crypto';
import DataLoader from 'dataloader';
import { ApiError } from '../../access/errors.js';
import type { RequestContext } from '../../access/request-context.js';
import type { Sealer } from '../../access/sealing.js';
import { masked, newId, newSecret, systemRandom } from '../../access/secrets.js';
import { EVENT_TYPES, isEventType, TEST_EVENT_TYPE, type EventType } from '../../jobs/queue/event-types.js';
import { WEBHOOKS } from '../../jobs/queue/webhook-rules.js';
import type { WebhookDelivery, WebhookEndpoint, WebhooksRepository } from '../../store/webhooks.js';
import type { Services } from '../services.js';
import { connectionOf, cursorsOf, type Connection } from '../connections.js';
import type { DeliveredEventType, UpdateWebhookInput } from '../generated/types.js';
import type { Fields } from './generated/resolver-types.js';
import type { WebhookParent } from './resolver-parents.js';
import { targetUrls } from '../target-check.js';
import { viewerOf } from './account.js';

const LAST = 4;

/** A delivery's place in its webhook's list. */
const SEQUENCE = /^\d{1,15}$/;

interface Registration {
  readonly url: string;
  readonly events?: readonly EventType[] | null | undefined;
  readonly idempotencyKey?: string | null | undefined;
}

interface Page {
  readonly first: number;
  readonly after?: string | null | undefined;
}

/** The type of a delivered event. */
function deliveredType(type: string): DeliveredEventType {
  if (isEventType(type) || type === TEST_EVENT_TYPE) return type;
  throw new Error(`A delivery has the unknown event type ${type}.`);
}

function notFound(): ApiError {
  return new ApiError('not_found', 'The account has no webhook with this id.', { param: 'id' });
}

function isNextActive({ nextSecretAt: nextAt }: Pick<WebhookEndpoint, 'nextSecretAt'>, nowMs: number): boolean {
  return nextAt !== null && nextAt.getTime() <= nowMs;
}

/** The endpoint with its current signing secret masked, and a next one only until it signs. */
function shown({ secret: _secret, ...endpoint }: WebhookEndpoint, nowMs: number): WebhookParent {
  const { secretLast4: last4, nextSecretLast4: nextLast4 } = endpoint;
  return isNextActive(endpoint, nowMs)
    ? { ...endpoint, nextSecretAt: null, secretHint: masked('webhook', nextLast4 ?? last4) }
    : { ...endpoint, secretHint: masked('webhook', last4) };
}

/** The current signing secret. */
function secretOf(endpoint: WebhookEndpoint, sealing: Sealer, nowMs: number): string {
  const { id, secret, nextSecret } = endpoint;
  return sealing.open(isNextActive(endpoint, nowMs) ? (nextSecret ?? secret) : secret, id);
}

function found(endpoint: WebhookEndpoint | undefined): WebhookEndpoint {
  if (endpoint === undefined) throw notFound();
  return endpoint;
}

/** URLs whose names a request did not look up, because its account was at its cap. */
const UNCHECKED = new WeakMap<RequestContext, Set<string>>();

/** Data access for the resolvers. */
export function createWebhookLoaders({
  store,
  webhooks: { sealer, checkTarget, sendTest },
}: Pick<Services, 'store' | 'webhooks'>) {
  const { read, checkName } = targetUrls(checkTarget, 'url');
  const webhooks = ({ versions }: RequestContext): WebhooksRepository => store.reading(versions).webhooks;
  /** The newest attempts of webhooks: one query for all that are read with the same page size. */
  const newestLoader = (most: number, context: RequestContext): DataLoader<string, readonly WebhookDelivery[]> => {
    const known = context.loaders.get(newestLoader);
    const bySize =
      known instanceof Map
        ? (known as Map<number, DataLoader<string, readonly WebhookDelivery[]>>)
        : new Map<number, DataLoader<string, readonly WebhookDelivery[]>>();
    context.loaders.set(newestLoader, bySize);
    const loader =
      bySize.get(most) ??
      new DataLoader<string, readonly WebhookDelivery[]>(async (ids) => {
        const recent = await webhooks(context).recentDeliveries(ids, most);
        return ids.map((id) => recent.get(id) ?? []);
      });
    bySize.set(most, loader);
    return loader;
  };
  return {
    /** All webhooks, or the one with this id. */
    async list(id: string | null, context: RequestContext): Promise<readonly WebhookParent[]> {
      const { accountId } = context.identity;
      const endpoints =
        id === null
          ? await webhooks(context).ofAccount(accountId)
          : [found(await webhooks(context).get(accountId, id))];
      return endpoints.map((endpoint) => shown(endpoint, context.nowMs));
    },
    async get(id: string, context: RequestContext): Promise<WebhookParent> {
      return shown(found(await webhooks(context).get(context.identity.accountId, id)), context.nowMs);
    },
    /** Checks the arguments of `register`. Throws ApiError `invalid_parameter`, or `unavailable` if too many wait. */
    async checkRegistration({ url }: Registration, context: RequestContext): Promise<void> {
      const target = read(url);
      await checkName(target, context.requester, async () => {
        const { length } = await webhooks(context).ofAccount(context.identity.accountId);
        if (length < WEBHOOKS.endpointsPerAccount) return true;
        // `register` refuses it after the monthly quota, even if an endpoint is deleted in between.
        UNCHECKED.set(context, (UNCHECKED.get(context) ?? new Set()).add(target.href));
        return false;
      });
    },
    /** Checks the URL of `update`, as that of a registration. */
    async checkUpdate({ url }: Pick<UpdateWebhookInput, 'url'>, context: RequestContext): Promise<void> {
      if (url === null || url === undefined) return;
      await checkName(read(url), context.requester);
    },
    async update({ id, url, events }: UpdateWebhookInput, context: RequestContext): Promise<WebhookParent> {
      const changes = {
        ...(typeof url === 'string' ? { url: read(url).href } : {}),
        ...(events === null || events === undefined ? {} : { events: [...new Set(events)] }),
      };
      return shown(found(await webhooks(context).update(context.identity.accountId, id, changes)), context.nowMs);
    },
    async register(
      { url, events, idempotencyKey = null }: Registration,
      context: RequestContext,
    ): Promise<{ readonly webhook: WebhookParent; readonly secret: string }> {
      const sealing = await sealer();
      const id = newId('we', systemRandom);
      const { secret } = newSecret('webhook', systemRandom);
      const { href } = read(url);
      const types = [...new Set(events ?? EVENT_TYPES)];
      const row = {
        id,
        accountId: context.identity.accountId,
        url: href,
        events: types,
        secret: sealing.seal(secret, id),
        secretLast4: secret.slice(-LAST),
        createdAt: new Date(context.nowMs),
        idempotencyKey,
        requestHash:
          idempotencyKey === null
            ? null
            : createHash('sha256')
                .update(JSON.stringify([href, [...types].sort()]))
                .digest(),
      };
      const most = UNCHECKED.get(context)?.has(href) === true ? 0 : WEBHOOKS.endpointsPerAccount;
      const inserted = await webhooks(context).insert(row, most);
      if (inserted.outcome === 'inserted') return { webhook: shown(inserted.endpoint, context.nowMs), secret };
      if (inserted.outcome === 'repeated')
        return {
          webhook: shown(inserted.endpoint, context.nowMs),
          secret: secretOf(inserted.endpoint, sealing, context.nowMs),
        };
      if (inserted.outcome === 'other_request')
        throw new ApiError('idempotency_conflict', undefined, { param: 'idempotencyKey' });
      if (inserted.outcome === 'too_many')
        throw new ApiError('endpoints_cap', undefined, { cap: WEBHOOKS.endpointsPerAccount });
      throw new ApiError('not_found', 'No account has this id.');
    },
    async test(id: string, context: RequestContext): Promise<WebhookDelivery> {
      const endpoint = found(await webhooks(context).get(context.identity.accountId, id));
      if (endpoint.status === 'disabled') throw new ApiError('endpoint_disabled', undefined, { param: 'id' });
      return sendTest(endpoint);
    },
    /** The webhook as it is now; null if it has been deleted. */
    async current(id: string, context: RequestContext): Promise<WebhookParent | null> {
      const endpoint = await webhooks(context).get(context.identity.accountId, id);
      return endpoint === undefined ? null : shown(endpoint, context.nowMs);
    },
    async remove(id: string, context: RequestContext): Promise<void> {
      if (!(await webhooks(context).delete(context.identity.accountId, id))) throw notFound();
    },
    async rotate(
      id: string,
      context: RequestContext,
    ): Promise<{ readonly webhook: WebhookParent; readonly secret: string; readonly activeAt: Date }> {
      const { secret } = newSecret('webhook', systemRandom);
      const activeAt = new Date(context.nowMs + WEBHOOKS.rotationMs);
      const rotated = found(
        await webhooks(context).rotate(
          context.identity.accountId,
          id,
          { secret: (await sealer()).seal(secret, id), last4: secret.slice(-LAST), activeAt },
          new Date(context.nowMs),
        ),
      );
      return { webhook: shown(rotated, context.nowMs), secret, activeAt };
    },
    async activate(id: string, context: RequestContext): Promise<WebhookParent> {
      return shown(found(await webhooks(context).activate(context.identity.accountId, id)), context.nowMs);
    },
    async redeliver(
      eventId: string,
      endpointId: string | null,
      context: RequestContext,
    ): Promise<readonly WebhookParent[]> {
      const { identity, nowMs } = context;
      const request = {
        accountId: identity.accountId,
        eventId,
        endpointId,
        lastFailures: WEBHOOKS.retryDelaysMs.length,
        at: new Date(nowMs),
      };
      const sentTo = new Set(await webhooks(context).redeliver(request));
      if (sentTo.size === 0)
        throw new ApiError('not_found', "This event was not sent to any of the account's active webhooks.", {
          param: 'eventId',
        });
      const endpoints = await webhooks(context).ofAccount(identity.accountId);
      return endpoints.filter(({ id }) => sentTo.has(id)).map((endpoint) => shown(endpoint, nowMs));
    },
    async deliveries(
      { id }: WebhookParent,
      { first, after }: Page,
      context: RequestContext,
    ): Promise<Omit<Connection<WebhookDelivery>, 'totalCount'>> {
      const cursors = cursorsOf('Webhook.deliveries', id);
      const [seq] = cursors.after(after, 1, { isPlace: ([value = '']) => SEQUENCE.test(value) }) ?? [];
      const rows =
        seq === undefined
          ? await newestLoader(first + 1, context).load(id)
          : ((await webhooks(context).recentDeliveries([id], first + 1, Number(seq))).get(id) ?? []);
      const page = { rows: rows.slice(0, first), hasNext: rows.length > first, total: 0 };
      return connectionOf(
        page,
        cursors,
        seq === undefined,
        (row) => [String(row.seq)],
        (row) => row,
      );
    },
    events: ({ events }: WebhookParent): readonly EventType[] => events.filter(isEventType),
  };
}

/** Checks the URLs of webhooks before a request is charged. */
export function createUrlChecks(services: Services) {
  const { checkRegistration, checkUpdate } = createWebhookLoaders(services);
  return {
    'Mutation.registerWebhook': ({ input }: { readonly input: Registration }, context: RequestContext) =>
      checkRegistration(input, context),
    'Mutation.updateWebhook': ({ input }: { readonly input: UpdateWebhookInput }, context: RequestContext) =>
      checkUpdate(input, context),
  };
}

export function createFields(services: Services) {
  const load = createWebhookLoaders(services);
  return {
    Query: {
      webhooks: (_root, { id }, context) => load.list(id ?? null, context),
      webhook: (_root, { id }, context) => load.get(id, context),
    },
    Mutation: {
      registerWebhook: async (_root, { input }, context) => ({
        ...(await load.register(input, context)),
        viewer: viewerOf(context),
      }),
      updateWebhook: async (_root, { input }, context) => ({
        webhook: await load.update(input, context),
        viewer: viewerOf(context),
      }),
      testWebhook: async (_root, { input: { id } }, context) => {
        const delivery = await load.test(id, context);
        return { delivery, webhook: await load.current(id, context), viewer: viewerOf(context) };
      },
      deleteWebhook: async (_root, { input: { id } }, context) => {
        await load.remove(id, context);
        return { deletedWebhookId: id, viewer: viewerOf(context) };
      },
      rotateWebhookSecret: async (_root, { input: { id } }, context) => ({
        ...(await load.rotate(id, context)),
        viewer: viewerOf(context),
      }),
      activateWebhookSecret: async (_root, { input: { id } }, context) => ({
        webhook: await load.activate(id, context),
        viewer: viewerOf(context),
      }),
      redeliverWebhookEvent: async (_root, { input: { eventId, webhookId } }, context) => ({
        eventId,
        webhooks: await load.redeliver(eventId, webhookId ?? null, context),
        viewer: viewerOf(context),
      }),
    },
    Webhook: {
      events: (parent) => load.events(parent),
      deliveries: (parent, page, context) => load.deliveries(parent, page, context),
    },
    WebhookDelivery: {
      at: ({ claimedAt }) => claimedAt,
      status: ({ status }) => (status === 'succeeded' ? 'succeeded' : 'failed'),
      eventType: ({ eventType }) => deliveredType(eventType),
    },
  } satisfies Fields;
}
