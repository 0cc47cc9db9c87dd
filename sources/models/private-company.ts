import { z } from 'zod';

/** A company without listed shares. `founded` is a year, `employees` a head count, `hq` a place. */
export const privateCompanySchema = z.object({
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/).max(80),
  name: z.string().min(1),
  tagline: z.string().nullable(),
  sector: z.string().nullable(),
  founded: z.int().min(1600).max(2100).nullable(),
  hq: z.string().nullable(),
  employees: z.int().nonnegative().nullable(),
});

export type PrivateCompany = Readonly<z.infer<typeof privateCompanySchema>>;
