import type { SourceRead, SourceReadsRepository } from '../../store/source-reads.js';

/** A process that reads and dies is not waited for longer; one that reads on renews its claim. */
export const CLAIM_MS = 60_000;
/** How often a claim is renewed by default. */
const RENEW_MS = 20_000;

export interface ClaimOptions {
  readonly sourceReads: Pick<SourceReadsRepository, 'renew'>;
  readonly clock: () => number;
  readonly log: { error(details: object, message: string): void };
  readonly renewMs?: number | undefined;
}

/** A claim that stays this process's for as long as a reading takes. */
export class HeldClaim {
  readonly read: SourceRead;
  readonly #options: ClaimOptions;
  readonly #timer: NodeJS.Timeout;
  #until: Date;
  #renewing: Promise<void> | null = null;

  constructor(read: SourceRead, options: ClaimOptions) {
    this.read = read;
    this.#options = options;
    this.#until = read.claimedUntil ?? new Date(0);
    // One after the other: each tells until when the one before it claimed.
    this.#timer = setInterval(() => void (this.#renewing ??= this.#renew()), options.renewMs ?? RENEW_MS);
    this.#timer.unref();
  }

  /** Renews it no more; resolves to until when it was claimed, by which the reading's end is noted. */
  async end(): Promise<Date> {
    clearInterval(this.#timer);
    await this.#renewing;
    return this.#until;
  }

  async #renew(): Promise<void> {
    const { sourceReads, clock, log } = this.#options;
    const until = new Date(clock() + CLAIM_MS);
    try {
      const isRenewed = await sourceReads.renew(this.read, this.#until, until);
      if (isRenewed) this.#until = until;
      else clearInterval(this.#timer);
    } catch (err) {
      log.error({ err, ticker: this.read.symbol }, 'could not renew the claim of a reading');
    } finally {
      this.#renewing = null;
    }
  }
}

/** Another process has taken the reading over, because this one was out of touch for longer than its claim. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}
