import { z } from 'zod';
import { ticker } from '../../store/field-schemas.js';
import { SECURITY_KINDS } from '../../store/securities.js';

/** Name and classification of a security. */
export const securityProfileSchema = z.object({
  symbol: ticker,
  name: z.string().min(1),
  kind: z.enum(SECURITY_KINDS),
  exchange: z.string().nullable(),
  sector: z.string().nullable(),
  industry: z.string().nullable(),
  currency: z.string().length(3),
});

export type SecurityProfile = Readonly<z.infer<typeof securityProfileSchema>>;
