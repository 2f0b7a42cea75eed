import type { EventGatewayNode } from '../model/node.js';
import type { Behaviour } from '../run/core/run.js';
import { openWaits, planWaits } from '../run/waits/waits.js';

/** Waits for all events that follow the gateway; the first one is taken. */
export const eventGateway: Behaviour<EventGatewayNode> = {
  enter(run, inst, node) {
    const { nodes } = run.modelOf(inst);
    const planned = node.events.flatMap((index) => {
      const event = nodes[index];
      const catches = event?.kind === 'catchEvent' || event?.kind === 'receiveTask';
      if (!catches || event.trigger === null) return [];
      return planWaits(run, inst, event.id, event.trigger);
    });
    openWaits(run, inst, planned);
  },
};
