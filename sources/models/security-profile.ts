import { z } from 'zod';
import { ticker } from '../../store/field-schemas.js';

/** Name and classification of a security. */
export const securityProfileSchema = z.object({
  symbol: ticker,
  name: z.string().min(1),
  kind: z.enum(['equity', 'etf', 'index']),
  exchange: z.string().nullable(),
  sector: z.string().nullable(),
  industry: z.string().nullable(),
  currency: z.string().length(3),
});

export type SecurityProfile = Readonly<z.infer<typeof securityProfileSchema>>;
