import { z } from 'zod';
import type { RandomBytes } from '../../../access/secrets.js';
import type { NewEvent } from '../../../store/outbox.js';
import type { ProducerState } from '../../../store/producer-states.js';
import type { EventData } from '../../queue/event-data.js';
import type { Producer } from '../refresh/worker.js';
import { observeCohorts } from './cohorts.js';
import { eventOf, newsSince } from './events.js';
import { observeFeed } from './feed.js';
import type { EdgeAlertOptions, Observation, Observe } from './observation.js';
import { observeRegime } from './regime.js';

type Kind = EventData<'edge_alert.fired'>['kind'];

const OBSERVERS: readonly { readonly kind: Kind; readonly observe: Observe }[] = [
  { kind: 'feed', observe: observeFeed },
  { kind: 'regime', observe: observeRegime },
  { kind: 'cohort', observe: observeCohorts },
];

const stateSchema = z.object({ value: z.string() });

/** The states after the observations, and an event for each changed state. */
function follow(
  kind: Kind,
  observations: readonly Observation[],
  last: ReadonlyMap<string, ProducerState>,
  now: Date,
  random: RandomBytes,
) {
  const states = new Map<string, ProducerState>();
  const events: NewEvent[] = [];
  const news = newsSince(now);
  for (const { key, asOf, value, text } of observations) {
    const before = states.get(key) ?? last.get(key);
    if (before !== undefined && asOf <= before.asOf) continue;
    states.set(key, { asOf, state: { value } });
    const from = before === undefined ? value : stateSchema.parse(before.state).value;
    if (from === value || asOf < news) continue;
    events.push(
      eventOf(
        'edge_alert.fired',
        { kind, from, to: value, text, at: asOf.toISOString() },
        { accountId: null, at: now, random },
      ),
    );
  }
  return { states, events };
}

/** `edge_alert.fired`: one producer per kind, so that a failing one does not block the others. */
export function createEdgeAlertProducers(options: EdgeAlertOptions): readonly Producer[] {
  const { store, random } = options;
  return OBSERVERS.map(({ kind, observe }) => {
    const producer = `edge_alert.${kind}`;
    return {
      name: producer,
      async run(now, isStopping) {
        const observations = await observe(options, { now, last: await store.producerStates.of(producer), isStopping });
        if (observations.length > 0)
          await store.producerStates.change(producer, (last) => follow(kind, observations, last, now, random));
      },
    };
  });
}
