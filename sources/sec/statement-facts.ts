import { z } from 'zod';
import type { StatementFigure } from '../../engines/statement-figures.js';
import {
  admitted,
  AMOUNT,
  PER_SHARE,
  type companyFacts,
  type Figure,
  type GivenFact,
  type ReadFacts,
} from './facts.js';

type Unit = 'amount' | 'perShare' | 'shares';

interface TagRow {
  /** Of two in one filing the earlier one counts: the more comprehensive one. */
  readonly tags: readonly string[];
  readonly unit?: Unit;
  /** At the end of a day, not over a period. */
  readonly isInstant?: boolean;
}

const instant = (...tags: readonly string[]): TagRow => ({ tags, isInstant: true });
const amount = (...tags: readonly string[]): TagRow => ({ tags });

/** The US-GAAP tags of each figure besides those of `FIGURE_TAGS`. */
const STATEMENT_TAGS: Readonly<Record<Exclude<StatementFigure, Figure>, TagRow>> = {
  costOfRevenue: amount('CostOfRevenue', 'CostOfGoodsAndServicesSold', 'CostOfGoodsSold'),
  grossProfit: amount('GrossProfit'),
  researchAndDevelopment: amount(
    'ResearchAndDevelopmentExpense',
    'ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost',
  ),
  sellingGeneralAndAdministrative: amount('SellingGeneralAndAdministrativeExpense'),
  operatingIncome: amount('OperatingIncomeLoss'),
  interestExpense: amount('InterestExpense', 'InterestExpenseNonoperating'),
  incomeBeforeTax: amount(
    'IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest',
    'IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments',
  ),
  incomeTax: amount('IncomeTaxExpenseBenefit'),
  sharesBasic: {
    tags: ['WeightedAverageNumberOfSharesOutstandingBasic', 'WeightedAverageNumberOfShareOutstandingBasicAndDiluted'],
    unit: 'shares',
  },
  sharesDiluted: {
    tags: ['WeightedAverageNumberOfDilutedSharesOutstanding', 'WeightedAverageNumberOfShareOutstandingBasicAndDiluted'],
    unit: 'shares',
  },
  dividendsPerShare: { tags: ['CommonStockDividendsPerShareDeclared'], unit: 'perShare' },
  cash: instant('CashAndCashEquivalentsAtCarryingValue', 'CashAndDueFromBanks', 'Cash'),
  shortTermInvestments: instant(
    'MarketableSecuritiesCurrent',
    'ShortTermInvestments',
    'AvailableForSaleSecuritiesDebtSecuritiesCurrent',
    'AvailableForSaleSecuritiesCurrent',
  ),
  receivables: instant('AccountsReceivableNetCurrent', 'ReceivablesNetCurrent'),
  inventory: instant('InventoryNet'),
  currentAssets: instant('AssetsCurrent'),
  assets: instant('Assets'),
  currentLiabilities: instant('LiabilitiesCurrent'),
  longTermDebt: instant('LongTermDebtNoncurrent', 'LongTermDebtAndCapitalLeaseObligations'),
  liabilities: instant('Liabilities'),
  equity: instant('StockholdersEquity'),
  operatingCashFlow: amount(
    'NetCashProvidedByUsedInOperatingActivities',
    'NetCashProvidedByUsedInOperatingActivitiesContinuingOperations',
  ),
  investingCashFlow: amount(
    'NetCashProvidedByUsedInInvestingActivities',
    'NetCashProvidedByUsedInInvestingActivitiesContinuingOperations',
  ),
  financingCashFlow: amount(
    'NetCashProvidedByUsedInFinancingActivities',
    'NetCashProvidedByUsedInFinancingActivitiesContinuingOperations',
  ),
  capitalExpenditures: amount('PaymentsToAcquirePropertyPlantAndEquipment', 'PaymentsToAcquireProductiveAssets'),
  depreciationAndAmortization: amount(
    'DepreciationDepletionAndAmortization',
    'DepreciationAmortizationAndAccretionNet',
    'DepreciationAndAmortization',
  ),
  stockCompensation: amount('ShareBasedCompensation'),
  dividendsPaid: amount('PaymentsOfDividends', 'PaymentsOfDividendsCommonStock'),
  shareRepurchases: amount('PaymentsForRepurchaseOfCommonStock'),
};

/** Shares are of no currency: a fact counts as those in dollars do. */
const NO_CURRENCY = 'USD';

function currencyOf(unit: Unit, name: string): string | undefined {
  if (unit === 'shares') return name === 'shares' ? NO_CURRENCY : undefined;
  return (unit === 'perShare' ? PER_SHARE : AMOUNT).exec(name)?.[1];
}

const dates = z.object({ end: z.iso.date(), filed: z.iso.date() });

/** Whether a filing tells ahead what belongs to a later period, such as a dividend that was declared after its own. */
function isOfLater(raw: unknown): boolean {
  const { data } = dates.safeParse(raw);
  return data !== undefined && data.filed <= data.end;
}

function* factsIn({ facts }: Pick<z.infer<typeof companyFacts>, 'facts'>): Generator<GivenFact> {
  for (const [figure, { tags, unit = 'amount', isInstant = false }] of Object.entries(STATEMENT_TAGS) as [
    StatementFigure,
    TagRow,
  ][]) {
    for (const [rank, tag] of tags.entries()) {
      for (const [name, list] of Object.entries(facts['us-gaap']?.[tag]?.units ?? {})) {
        const currency = currencyOf(unit, name);
        if (currency === undefined) continue;
        for (const raw of list)
          if (!isOfLater(raw)) yield { figure, taxonomy: 'us-gaap', tag, rank, currency, isInstant, raw };
      }
    }
  }
}

/** The facts of statements that `readFacts` leaves out. */
export function readStatementFacts(given: Pick<z.infer<typeof companyFacts>, 'facts'>, today: number): ReadFacts {
  return admitted(factsIn(given), today);
}
