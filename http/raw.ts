/** Values by parameter, as they came: text from a URL, JSON from a body. */
export type Raw = Readonly<Record<string, unknown>>;
