/** What is known about a request while it is handled. */
export interface RequestNotes {
  requestId?: string;
  accountId?: string;
  tier?: string;
  /** Code of the error that the request as a whole was refused with. */
  code?: string;
  /** Kind and root field of a valid GraphQL operation, such as `query security`; both are bounded by the schema. */
  operation?: string;
  /** Whether the response is a stream, whose duration is no latency. */
  isStream?: boolean;
}

const NOTES = new WeakMap<object, RequestNotes>();

/** Starts the notes on the request that is answered with `response`. */
export function startNotes(response: object): RequestNotes {
  const notes: RequestNotes = {};
  NOTES.set(response, notes);
  return notes;
}

/** Adds to the notes, if the request has any. */
export function note(response: object, added: RequestNotes): void {
  const notes = NOTES.get(response);
  if (notes !== undefined) Object.assign(notes, added);
}
