import { z } from 'zod';

/** A normalised ticker: 1 to 10 of A-Z, 0-9 and dot, starting with a letter. */
export const ticker = z
  .string()
  .regex(/^[A-Z][A-Z0-9.]{0,9}$/, 'a ticker is 1 to 10 letters, digits and dots, and starts with a letter');

export const text = (name: string, max: number): z.ZodString =>
  z
    .string()
    .regex(/^\P{Cc}+$/u, `${name} is empty or contains control characters`)
    .max(max, `${name} has more than ${max} characters`);

/** Wide of every real price and volume, and narrow enough that no computation overflows. */
const PRICES = { least: 1e-6, most: 1e7 } as const;
const MOST_SHARES = 1e15;

/** Whether `price` accepts it, without a report. */
export const isPrice = (value: number): boolean => value >= PRICES.least && value <= PRICES.most;

/** A price in USD. */
export const price = (name: string): z.ZodNumber =>
  z
    .number()
    .positive({ error: ({ input }) => `${name} ${String(input)} is not above zero` })
    .min(PRICES.least, { error: ({ input }) => `${name} ${String(input)} is below 0.000001` })
    .max(PRICES.most, { error: ({ input }) => `${name} ${String(input)} is above 10,000,000` });

/** Whether `volume` accepts it, without a report. */
export const isVolume = (value: number): boolean => value >= 0 && value <= MOST_SHARES;

/** Shares, not negative; fractions occur in vendors' adjusted data. */
export const volume = z
  .number()
  .nonnegative({ error: ({ input }) => `volume ${String(input)} is negative` })
  .max(MOST_SHARES, { error: ({ input }) => `volume ${String(input)} is above 10^15` });

/** Not negative. */
export const amount = (name: string): z.ZodNumber =>
  z.number().nonnegative({ error: ({ input }) => `${name} ${String(input)} is negative` });

/** A whole number, not negative. */
export const count = (name: string): z.ZodInt =>
  z
    .int({ error: ({ input }) => `${name} ${String(input)} is not a whole number` })
    .nonnegative({ error: ({ input }) => `${name} ${String(input)} is negative` });

export const oneOf = <const Values extends readonly string[]>(
  name: string,
  values: Values,
): z.ZodEnum<{ [Value in Values[number]]: Value }> =>
  z.enum(values, {
    error: ({ input }) =>
      `${name} ${JSON.stringify(input)} is not ${values.slice(0, -1).join(', ')} or ${String(values.at(-1))}`,
  });

function parsedUrl(given: string): URL | undefined {
  try {
    return new URL(given);
  } catch {
    return undefined;
  }
}

/** The address of a page, which readers are given: http or https, and without a user and password. */
export const pageAddress = (name: string, max: number): z.ZodString =>
  text(name, max)
    .refine((given) => /^https?:$/.test(parsedUrl(given)?.protocol ?? ''), {
      error: `${name} is not an http or https URL`,
      abort: true,
    })
    .refine((given) => {
      const { username = '', password = '' } = parsedUrl(given) ?? {};
      return username === '' && password === '';
    }, `${name} contains a user or password`);
