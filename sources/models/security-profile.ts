import { z } from 'zod';

/** A normalised ticker: 1 to 10 of A-Z, 0-9 and dot, starting with a letter. */
export const tickerSchema = z.string().regex(/^[A-Z][A-Z0-9.]{0,9}$/, 'a ticker is 1 to 10 letters, digits and dots, and starts with a letter');

/** Name and classification of a security. */
export const securityProfileSchema = z.object({
  symbol: tickerSchema,
  name: z.string().min(1),
  kind: z.enum(['equity', 'etf', 'index']),
  exchange: z.string().nullable(),
  sector: z.string().nullable(),
  industry: z.string().nullable(),
  currency: z.string().length(3),
});

export type SecurityProfile = Readonly<z.infer<typeof securityProfileSchema>>;
