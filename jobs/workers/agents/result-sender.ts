import type { Sealer } from '../../../access/sealing.js';
import { OutboundError } from '../../../outbound/errors.js';
import type { Outbound } from '../../../outbound/outbound.js';
import type { AgentDelivery } from '../../../store/agent-deliveries.js';
import type { Agent } from '../../../store/agents.js';
import { AGENT_RUNS } from '../../queue/agent-rules.js';
import { errorOfStatus, FAILURES, USER_AGENT } from '../webhooks/sender.js';
import { HEADERS, signatureOf } from '../webhooks/signature.js';
import type { SentOutcome } from './mail-sender.js';

/** Headers of a post of a result, beside those of a webhook's signature. */
const RESULT_HEADERS = { run: 'X-SVC-Run', agent: 'X-SVC-Agent' } as const;

/** Where the operator takes notifications. */
export interface Notifier {
  readonly url: string;
  /** Sent as a bearer token, if there is one. */
  readonly token: string | undefined;
  readonly outbound: Pick<Outbound, 'send'>;
}

export interface ResultSenderOptions {
  /** For URLs of customers, which are checked. */
  readonly outbound: Pick<Outbound, 'send'>;
  readonly sealer: () => Promise<Sealer>;
  readonly notifier: Notifier | null;
  readonly sendMail: (delivery: AgentDelivery) => Promise<SentOutcome>;
  readonly clock: () => number;
}

/**
 * Sends one attempt, which is stored before; failures of the receiver are outcomes. Null if there is no URL any more.
 */
export type SendResult = (delivery: AgentDelivery, agent: Agent | undefined) => Promise<SentOutcome | null>;

interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly outbound: Pick<Outbound, 'send'>;
}

export function createResultSender({ outbound, sealer, notifier, sendMail, clock }: ResultSenderOptions): SendResult {
  const common = ({ id, runId, agentId }: AgentDelivery): Record<string, string> => ({
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': USER_AGENT,
    [HEADERS.delivery]: id,
    [RESULT_HEADERS.run]: runId,
    [RESULT_HEADERS.agent]: agentId,
  });
  const targetOf = async (delivery: AgentDelivery, agent: Agent | undefined): Promise<Target | null> => {
    if (delivery.kind === 'notification') {
      if (notifier === null) return null;
      const { url, token, outbound: own } = notifier;
      const bearer = token === undefined ? {} : { Authorization: `Bearer ${token}` };
      return { url, headers: { ...common(delivery), ...bearer }, outbound: own };
    }
    const { id, webhookUrl: url, webhookSecret: sealed } = agent ?? {};
    if (id === undefined || !url || !sealed) return null;
    const timestampS = Math.floor(clock() / 1000);
    const secret = (await sealer()).open(sealed, id);
    const signed = {
      [HEADERS.timestamp]: String(timestampS),
      [HEADERS.signature]: signatureOf(secret, timestampS, delivery.body),
    };
    return { url, headers: { ...common(delivery), ...signed }, outbound };
  };
  return async (delivery, agent) => {
    if (delivery.kind === 'mail') return sendMail(delivery);
    const target = await targetOf(delivery, agent);
    if (target === null) return null;
    const startedMs = clock();
    const durationMs = (): number => Math.max(0, clock() - startedMs);
    try {
      const { status } = await target.outbound.send({
        url: target.url,
        method: 'POST',
        headers: target.headers,
        body: delivery.body,
        totalTimeoutMs: AGENT_RUNS.postTimeoutMs,
        answer: 'head',
      });
      const isSuccess = status >= 200 && status < 300;
      return { isSuccess, httpStatus: status, error: errorOfStatus(status), durationMs: durationMs() };
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      return { isSuccess: false, httpStatus: null, error: FAILURES[error.reason], durationMs: durationMs() };
    }
  };
}
