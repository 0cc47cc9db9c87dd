import { sql } from 'kysely';

/** All rounds and valuations that are told of companies, stored or laid over, as a table. */
export const TOLD_ROUNDS = sql`(
  select slug, kind, day, stage, amount_usd, post_money_usd, lead_investors, investors, confidence, as_of_day, source_url,
    source, null as origin, day_precision, as_of_precision, recorded_at
  from private_rounds
  union all
  select slug, case field when 'round' then 'round' else 'report' end, (value->>'day')::integer,
    coalesce(value->>'stage', ''), (value->>'amountUsd')::double precision,
    (value->>'postMoneyUsd')::double precision, coalesce(value->'leadInvestors', '[]'::jsonb), '[]'::jsonb,
    coalesce(value->>'confidence', 'reported'), as_of_day, source_url, source, origin, 'day', 'day', recorded_at
  from company_overlays where withdrawn_at is null and field in ('round', 'valuation'))`;
