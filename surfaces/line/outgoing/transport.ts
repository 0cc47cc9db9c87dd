/** A message as it leaves. */
export interface OutgoingMail {
  readonly channel: 'mail' | 'sms';
  readonly from: { readonly name: string; readonly address: string };
  /** Where bounces go. */
  readonly returnPath: string;
  /** One address, checked. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** `<…@…>` */
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly references: readonly string[];
  readonly at: Date;
  /** Whether no person wrote it: other programs then do not answer it. */
  readonly isAutomatic: boolean;
}

/**
 * How an attempt ended. `refused` was certainly not accepted, for good or, with `isTemporary`, for now; of `unknown`
 * nobody knows, so that it must not be sent again.
 */
export type Delivered =
  | { readonly outcome: 'accepted' }
  | { readonly outcome: 'refused'; readonly isTemporary: boolean; readonly error: string }
  | { readonly outcome: 'unknown'; readonly error: string };

/** Takes messages to the next server. */
export interface LineTransport {
  /** `starts` is awaited before anything of the message leaves; if it rejects, nothing does. */
  deliver(mail: OutgoingMail, starts: () => Promise<void>): Promise<Delivered>;
  close(): void;
}
