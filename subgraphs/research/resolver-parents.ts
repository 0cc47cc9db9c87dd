import type { Backtest } from '../../engines/backtest.js';
import type { EarningsCalendar } from '../../engines/earnings-calendar.js';
import type { StatementPeriod, StatementsInput } from '../../engines/financial-statements.js';
import type { InstitutionalHolding } from '../../engines/institutional-holdings.js';
import type { IssueLink } from '../../sources/institutional/issue-links.js';

/** A backtest of one security. */
export interface BacktestParent extends Backtest {
  readonly id: string;
}

/** The reports of one security, as of an instant: epoch milliseconds, null for now. */
export interface EarningsCalendarParent extends EarningsCalendar {
  readonly id: string;
  readonly ticker: string;
  readonly instantMs: number | null;
}

/** The statements of one security. */
export interface FinancialStatementsParent {
  readonly id: string;
  readonly period: StatementPeriod;
  readonly input: StatementsInput;
  readonly totalStatements: number;
}

/** A manager that files form 13F. */
export interface InstitutionalManagerParent {
  readonly cik: string;
  /** The batch that it is read in, see `batches.ts`; none outside of a batch. */
  readonly batch?: string;
}

/** A holding with what the report that has it says. */
export interface InstitutionalHoldingParent extends InstitutionalHolding {
  readonly id: string;
  readonly link: IssueLink | undefined;
  readonly filingDay: number;
  readonly isFilingDateEstimated: boolean;
  /** Value of the whole report. */
  readonly reportValue: number;
}
