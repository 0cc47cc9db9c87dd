/** Why a text is no condition, and where, as a reader is shown it. */
export interface ConditionFault {
  /** From 1. */
  readonly column: number;
  readonly reason: string;
  /** The text before the place, the word there (empty at the end of the text), and what follows. */
  readonly before: string;
  readonly word: string;
  readonly after: string;
  /** How conditions are written. */
  readonly grammar: string;
}

const FAULT = /^The condition is not understood at column (\d+): ([^]+?)\.? (A condition joins tests [^]+)$/;

/** Reads the server's message about a text; null for any other message. */
export function conditionFault(message: string, text: string): ConditionFault | null {
  const [, column = '', reason = '', grammar = ''] = FAULT.exec(message) ?? [];
  if (column === '') return null;
  const at = Number(column) - 1;
  const rest = text.slice(at);
  const word = /^(?:\w+|\S)?/.exec(rest)?.[0] ?? '';
  return { column: at + 1, reason, before: text.slice(0, at), word, after: rest.slice(word.length), grammar };
}
