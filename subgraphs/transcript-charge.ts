import type { RequestContext } from '../access/request-context.js';

/** Charges one transcript for what `read` returns; gives it back if nothing was read, or if reading fails. */
export async function chargingTranscript<Result extends { readonly quartersAnalysed: number }>(
  context: RequestContext,
  read: () => Promise<Result>,
): Promise<Result> {
  await context.charge(1, 'transcripts');
  try {
    const result = await read();
    if (result.quartersAnalysed === 0) await context.refundTranscripts(1);
    return result;
  } catch (error) {
    await context.refundTranscripts(1);
    throw error;
  }
}
