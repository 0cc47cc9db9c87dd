import type pg from 'pg';
import type { Multiplexer } from './multiplexer.js';

/** Connects node-postgres to the embedded database; ignores PG* environment variables. */
export function embeddedPoolConfig(current: () => Multiplexer): pg.PoolConfig {
  return {
    stream: () => current().connect(),
    host: 'embedded',
    port: 5432,
    user: 'postgres',
    password: '',
    database: 'postgres',
    ssl: false,
    options: '',
    application_name: 'marketgraph',
  };
}
