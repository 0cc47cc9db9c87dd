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

/** A price in USD, above zero. */
export const price = (name: string): z.ZodNumber =>
  z.number().positive({ error: ({ input }) => `${name} ${String(input)} is not above zero` });

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
    error: ({ input }) => `${name} ${JSON.stringify(input)} is not ${values.slice(0, -1).join(', ')} or ${String(values.at(-1))}`,
  });
