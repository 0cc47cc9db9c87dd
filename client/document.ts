declare const ANSWERS: unique symbol;

/** The text of an operation, with the types of its result and variables. */
export interface TextDocument<TResult, TVariables> {
  readonly text: string;
  /** Only for types; never set at runtime. */
  readonly [ANSWERS]?: (variables: TVariables) => TResult;
}

/** Adds types to the text of an operation, for operations without generated code. */
export function textDocument<TResult, TVariables>(text: string): TextDocument<TResult, TVariables> {
  return { text };
}
