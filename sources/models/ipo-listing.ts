import { z } from 'zod';
import { price } from './price-range.js';
import { tickerSchema } from './security-profile.js';

const text = (name: string, max: number): z.ZodString =>
  z.string()
    .regex(/^\P{Cc}+$/u, `${name} is empty or contains control characters`)
    .max(max, `${name} has more than ${max} characters`);
const amount = (name: string): z.ZodNumber => z.number().nonnegative({ error: ({ input }) => `${name} ${String(input)} is negative` });

/**
 * One row of an IPO calendar. `day` (since 1970-01-01) is the listing date if expected or priced, else the date of the
 * filing or withdrawal. Offer prices in USD per share; `shares` is a count; `valueUsd` is the value of all shares on offer.
 */
export const ipoListingSchema = z
  .object({
    ticker: tickerSchema.nullable(),
    issuerName: text('name', 200),
    exchange: text('exchange', 80).nullable(),
    status: z.enum(['expected', 'priced', 'filed', 'withdrawn'], { error: ({ input }) => `status ${JSON.stringify(input)} is not expected, priced, filed or withdrawn` }),
    day: z.int(),
    offerLow: price('price').nullable(),
    offerHigh: price('price').nullable(),
    shares: z.int({ error: ({ input }) => `number of shares ${String(input)} is not a whole number` }).nonnegative({ error: ({ input }) => `number of shares ${String(input)} is negative` }).nullable(),
    valueUsd: amount('total value').nullable(),
  })
  .superRefine(({ offerLow, offerHigh }, context) => {
    if (offerLow === null || offerHigh === null || offerHigh >= offerLow) return;
    context.addIssue({ code: 'custom', message: `the upper price ${offerHigh} is below the lower price ${offerLow}` });
  });

export type IpoListing = Readonly<z.infer<typeof ipoListingSchema>>;
