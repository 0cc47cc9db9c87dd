/** Securities and their packed bars, private companies, accounts with keys and sessions, and usage counts. */
export const FOUNDATION: readonly string[] = [
  `create table securities (
    symbol text primary key, name text not null, kind text not null check (kind in ('equity', 'etf', 'index')),
    exchange text, sector text, industry text, currency text not null default 'USD', source text not null,
    first_day integer, last_day integer, version bigint not null default 1, updated_at timestamptz not null default now())`,
  `create table bar_years (
    symbol text not null references securities on delete cascade, year smallint not null,
    bars integer not null, packed bytea not null, primary key (symbol, year))`,
  `create table minute_days (
    symbol text not null references securities on delete cascade, day integer not null,
    bars integer not null, packed bytea not null, primary key (symbol, day))`,
  `create table splits (
    symbol text not null references securities on delete cascade, day integer not null,
    ratio double precision not null check (ratio > 0), primary key (symbol, day))`,
  `create table dividends (
    symbol text not null references securities on delete cascade, day integer not null,
    amount double precision not null, primary key (symbol, day))`,
  `create table private_companies (
    slug text primary key, name text not null, tagline text, sector text, founded integer, hq text,
    employees integer, source text not null)`,
  `create table imports (
    id text primary key, kind text not null, source text not null, subject text not null,
    rows integer not null, refused integer not null, finished_at timestamptz not null default now())`,
  `create table settings (name text primary key, value jsonb not null)`,
  `create table accounts (
    id text primary key, name text, tier text not null check (tier in ('free', 'starter', 'pro', 'institutional')),
    per_minute integer check (per_minute > 0), per_month bigint check (per_month >= 0),
    created_at timestamptz not null default now())`,
  `create table api_keys (
    id text primary key, account_id text not null references accounts on delete cascade, hash bytea not null unique,
    prefix text not null, name text, daily_token_cap bigint, created_at timestamptz not null default now(),
    last_used_at timestamptz, revoked_at timestamptz)`,
  `create index api_keys_account on api_keys (account_id)`,
  `create table sessions (
    id text primary key, account_id text not null references accounts on delete cascade, hash bytea not null unique,
    created_at timestamptz not null default now(), expires_at timestamptz not null, revoked_at timestamptz)`,
  `create table monthly_usage (
    account_id text not null references accounts on delete cascade, month text not null, meter text not null,
    used bigint not null, primary key (account_id, month, meter))`,
  `create table minute_usage (
    scope text not null, second bigint not null, requests integer not null, primary key (scope, second))`,
  `create table token_usage (
    key_id text not null, account_id text not null references accounts on delete cascade, day integer not null,
    used bigint not null, primary key (key_id, day))`,
];
