import { at } from '../series.js';
import { isAbove } from '../ties.js';
import type { ActivityInput, ArenaActivity } from './experience.js';
import { weekOf } from './record.js';

/** A goal is reached when `progress` equals `target`. */
export interface Goal {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly target: number;
}

export interface GoalProgress extends Goal {
  /** From 0 to `target`. */
  readonly progress: number;
}

interface Measured<Input> extends Goal {
  readonly measure: (input: Input) => number;
}

function progressOf<Input>(goals: readonly Measured<Input>[], input: Input): GoalProgress[] {
  return goals.map(({ measure, ...goal }) => ({
    ...goal,
    progress: Math.max(0, Math.min(goal.target, measure(input))),
  }));
}

function goalsOf(goals: readonly Measured<never>[]): Goal[] {
  return goals.map(({ id, name, description, target }) => ({ id, name, description, target }));
}

const ACHIEVEMENTS: readonly Measured<ArenaActivity>[] = [
  { id: 'first-trade', name: 'First trade', description: 'Make a trade.', target: 1, measure: (own) => own.trades },
  {
    id: 'twenty-five-trades',
    name: 'Twenty-five trades',
    description: 'Make 25 trades.',
    target: 25,
    measure: (own) => own.trades,
  },
  {
    id: 'ten-symbols',
    name: 'Ten securities',
    description: 'Trade 10 different securities.',
    target: 10,
    measure: (own) => own.symbols,
  },
  {
    id: 'shared',
    name: 'On the board',
    description: 'Share the portfolio.',
    target: 1,
    measure: (own) => (own.isShared ? 1 : 0),
  },
  {
    id: 'twenty-sessions',
    name: 'Scored',
    description: 'Keep a portfolio for 20 sessions.',
    target: 20,
    measure: (own) => own.sessions,
  },
  {
    id: 'one-year',
    name: 'One year',
    description: 'Keep a portfolio for 252 sessions.',
    target: 252,
    measure: (own) => own.sessions,
  },
  {
    id: 'ten-percent',
    name: 'Ten percent',
    description: 'Reach a return of 10% on any session.',
    target: 10,
    measure: (own) => own.bestReturnPct,
  },
  {
    id: 'five-points-ahead',
    name: 'Five points ahead',
    target: 5,
    measure: (own) => own.bestAlphaPct,
    description: 'Be 5 percentage points ahead of the benchmark on any session.',
  },
  {
    id: 'four-week-streak',
    name: 'Four-week streak',
    description: 'Have 4 positive weeks in a row.',
    target: 4,
    measure: (own) => own.longestStreak,
  },
];

/** A portfolio, and the day that it is asked for. */
export interface QuestInput extends Omit<ActivityInput, 'isShared'> {
  readonly today: number;
}

function tradesOfWeek({ trades, today }: QuestInput): QuestInput['trades'] {
  return trades.filter(({ day }) => weekOf(day) === weekOf(today));
}

function newSymbols(input: QuestInput): number {
  const before = input.trades.filter(({ day }) => weekOf(day) < weekOf(input.today));
  const earlier = new Set(before.map(({ symbol }) => symbol));
  const bought = tradesOfWeek(input).filter(({ symbol, shares }) => shares > 0 && !earlier.has(symbol));
  return new Set(bought.map(({ symbol }) => symbol)).size;
}

/** Growth of a series in the week of `today`: its last value over the last one before Monday; 1 without both. */
function weekMultiple(days: Int32Array, values: Float64Array, today: number): number {
  const last = days.findLastIndex((day) => day <= today);
  const before = days.findLastIndex((day) => weekOf(day) < weekOf(today));
  if (before < 0 || last <= before || !(at(values, before) > 0)) return 1;
  return at(values, last) / at(values, before);
}

const QUESTS: readonly Measured<QuestInput>[] = [
  {
    id: 'trade-on-two-days',
    name: 'Two days of trading',
    description: 'Trade on 2 days of this week.',
    target: 2,
    measure: (input) => new Set(tradesOfWeek(input).map(({ day }) => day)).size,
  },
  {
    id: 'new-security',
    name: 'Something new',
    target: 1,
    measure: newSymbols,
    description: 'Buy a security that you had not traded before this week.',
  },
  {
    id: 'positive-week',
    name: 'Positive week',
    target: 1,
    description: 'Be above the value of the last session before this week.',
    measure: ({ curve, today }) => (isAbove(weekMultiple(curve.days, curve.values, today), 1) ? 1 : 0),
  },
  {
    id: 'ahead-this-week',
    name: 'Ahead of the benchmark',
    target: 1,
    description: 'Have a higher return than the benchmark since the last session before this week.',
    measure: ({ curve: { days, values }, benchmarkCloses, today }) =>
      isAbove(weekMultiple(days, values, today), weekMultiple(days, benchmarkCloses, today)) ? 1 : 0,
  },
];

/** Every achievement and weekly quest, without anyone's progress. */
export const ARENA_CATALOG = { achievements: goalsOf(ACHIEVEMENTS), quests: goalsOf(QUESTS) } as const;

export function achievementsOf(activity: ArenaActivity): GoalProgress[] {
  return progressOf(ACHIEVEMENTS, activity);
}

/** Progress within the week of `today`, from Monday, UTC. */
export function weeklyQuests(input: QuestInput): GoalProgress[] {
  return progressOf(QUESTS, input);
}
