declare const ANSWERS: unique symbol;

/** An operation as text, which knows the types of its result and its variables. */
export interface TextDocument<TResult, TVariables> {
  readonly text: string;
  /** Only types stand here; nothing does when the program runs. */
  readonly [ANSWERS]?: (variables: TVariables) => TResult;
}

/** Gives the text of an operation its types; for operations that a code generator has not seen, name them by hand. */
export function textDocument<TResult, TVariables>(text: string): TextDocument<TResult, TVariables> {
  return { text };
}
