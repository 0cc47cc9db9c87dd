import type { Account } from '../../app/account.js';

export interface TabProps {
  readonly ticker: string;
  readonly account: Account;
}
