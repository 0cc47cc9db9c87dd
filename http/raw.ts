/** Unparsed values by parameter name: text from a URL, JSON from a body. */
export type Raw = Readonly<Record<string, unknown>>;
