import { ApiError } from '../../../access/errors.js';
import type { AgentDelivery, DeliveryOutcome } from '../../../store/agent-deliveries.js';

/** What a schedule found, as the owner gets it. */
export interface MailOfRun {
  readonly accountId: string;
  readonly subject: string;
  readonly text: string;
}

/**
 * Stores mail from the account's line to its owner, once for each id, for the line's worker to send; false without an
 * active line or an address of the owner. Throws ApiError `guardrail_blocked` and `send_rate_limited`.
 */
export type MailToOwner = (mail: MailOfRun & { readonly id: string }) => Promise<boolean>;

/** An outcome after which nothing is tried again if it is final. */
export type SentOutcome = DeliveryOutcome & { readonly isFinal?: true };

const NO_LINE = 'The account has no active line any more, or its owner no address.';

/**
 * Hands mail to the account's line: under an id of the run, so that an attempt without an outcome is repeated safely.
 */
export function createMailSender(mailToOwner: MailToOwner, clock: () => number) {
  return async ({ runId, body }: Pick<AgentDelivery, 'runId' | 'body'>): Promise<SentOutcome> => {
    const startedMs = clock();
    const ended = (error: string | null): DeliveryOutcome => ({
      isSuccess: error === null,
      httpStatus: null,
      error,
      durationMs: Math.max(0, clock() - startedMs),
    });
    const mail = JSON.parse(body.toString()) as MailOfRun;
    try {
      const isStored = await mailToOwner({ ...mail, id: runId.replace(/^run_/, 'msg_') });
      return isStored ? ended(null) : { ...ended(NO_LINE), isFinal: true };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The hourly cap leaves room later; what the guardrail refuses it refuses again.
      return error.code === 'send_rate_limited' ? ended(error.message) : { ...ended(error.message), isFinal: true };
    }
  };
}
