import { ApiError } from '../../../access/errors.js';
import type { Line } from '../../../store/lines.js';
import type { LineMessage } from '../../../store/line-messages.js';
import { refusalOf } from '../../../surfaces/line/guardrail/guardrail.js';
import type { Lines } from '../../../surfaces/line/line.js';
import { TIERS, type Tier } from '../../../access/tiers.js';

/** What an account is told of the securities that a message names; null without a sourced answer. */
export type AskForLine = (question: LineQuestion) => Promise<{ readonly text: string } | null>;

export interface LineQuestion {
  readonly accountId: string;
  /** What the owner tells the assistant; null without. */
  readonly instructions: string | null;
  /** The message: written by others, data alone. */
  readonly context: string;
}

export interface AutopilotOptions {
  readonly lines: Pick<Lines, 'answer' | 'draft'>;
  readonly ask: AskForLine;
  /** The account's tier; undefined if it is gone. */
  readonly tierOf: (accountId: string) => Promise<string | undefined>;
  readonly log: { error(details: object, message: string): void };
}

const MOST_CONTEXT = 8_000;
const ACKNOWLEDGEMENT = 'Thank you for your message. It has arrived, and will be answered.';

/** Answers messages that arrive as the line's autopilot says. Automatic mail is never answered. */
export function createAutopilot({ lines, ask, tierOf, log }: AutopilotOptions) {
  const answerTo = async (line: Line, message: LineMessage): Promise<string | null> => {
    try {
      const context = `${message.subject}\n\n${message.body}`.slice(0, MOST_CONTEXT);
      return (await ask({ accountId: line.accountId, instructions: line.standingInstructions, context }))?.text ?? null;
    } catch (err) {
      // Without an answer the owner has the message.
      if (!(err instanceof ApiError))
        log.error({ err, message: message.id }, 'a message of a line could not be answered');
      return null;
    }
  };
  return async (line: Line, message: LineMessage): Promise<LineMessage['agentStatus']> => {
    if (line.autopilot === 'off' || line.status !== 'active' || message.isAutomatic || message.replyAddress === null)
      return null;
    const answer = await answerTo(line, message);
    const isBlocked = answer !== null && refusalOf(answer) !== null;
    if (line.autopilot === 'draft') {
      await lines.draft(line, message, answer === null || isBlocked ? ACKNOWLEDGEMENT : answer);
      return 'drafted';
    }
    if (answer === null || isBlocked) return 'escalated';
    const tier = await tierOf(line.accountId);
    try {
      await lines.answer({ accountId: line.accountId, tier: tierNamed(tier) }, message, answer);
      return 'replied';
    } catch (error) {
      if (error instanceof ApiError) return 'escalated';
      throw error;
    }
  };
}

function tierNamed(tier: string | undefined): Tier {
  return TIERS.find((each) => each === tier) ?? 'free';
}
