import type { RequestContext } from '../access/request-context.js';

/** Charges one transcript for what `read` returns, and gives it back if reading fails. */
export async function chargingTranscript<Result>(
  context: RequestContext,
  read: () => Promise<Result>,
): Promise<Result> {
  await context.charge(1, 'transcripts');
  try {
    return await read();
  } catch (error) {
    await context.refundTranscripts(1);
    throw error;
  }
}
