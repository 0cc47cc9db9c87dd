/** A message in plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mail, or stores it for a mail program. Resolves once it is accepted. */
export type DeliverMail = (mail: Mail) => Promise<void>;
