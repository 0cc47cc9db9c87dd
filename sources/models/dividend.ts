import { z } from 'zod';

/** A cash dividend with ex-date `day` (since 1970-01-01); `amount` in USD per share, split-adjusted. */
const dividendSchema = z.object({
  day: z.int(),
  amount: z.number().positive({ error: ({ input }) => `dividend ${String(input)} is not above zero` }),
});

export type Dividend = Readonly<z.infer<typeof dividendSchema>>;
