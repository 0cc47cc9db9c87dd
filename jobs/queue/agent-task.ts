import type { AgentMode } from '../../store/agents.js';

/** What a run does: of a saved agent, or of a draft that is not stored. */
export interface AgentTask {
  readonly mode: AgentMode;
  /** Trusted: of the key's owner. Of an alert, its condition. */
  readonly taskPrompt: string;
  /** Untrusted text, read as data. */
  readonly context: string | null;
  /** Canonical. */
  readonly tickers: readonly string[];
}
