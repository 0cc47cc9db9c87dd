import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatModel } from '../answers/providers/chat-model.js';
import { openModel } from '../answers/providers/open-model.js';
import type { ProviderSettings } from '../answers/providers/provider-settings.js';
import type { Clock } from '../calendar/utc-periods.js';
import { createOutbound } from '../outbound/outbound.js';

/** Of a call that goes on writing; the answer's own budget ends it before. */
const LONGEST_CALL_MS = 300_000;

export interface ModelOpener {
  /** The configured model, whose library is loaded with the first question. */
  readonly open: () => Promise<ChatModel>;
  close(): void;
}

/** Opens the model of the operator's provider; undefined if none is configured. */
export function modelOpener(settings: ProviderSettings | undefined, clock: Clock): ModelOpener | undefined {
  if (settings === undefined) return undefined;
  const outbound = createOutbound({ target: 'operator', totalTimeoutMs: LONGEST_CALL_MS });
  let model: Promise<ChatModel> | undefined;
  const open = (): Promise<ChatModel> =>
    openModel(settings, { outbound, clock, wait: async (ms, signal) => sleep(ms, undefined, { signal }) });
  return {
    open: () => {
      model ??= open();
      model.catch(() => (model = undefined));
      return model;
    },
    close: () => outbound.close(),
  };
}
