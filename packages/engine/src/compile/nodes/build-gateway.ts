import type { Node } from '../../model/node.js';
import { reportIgnored } from '../attributes/zeebe.js';
import type { ElementType, Raw } from '../graph/layout.js';
import { lazyUpstream } from '../graph/reachability.js';
import { text } from '../xml/moddle.js';
import { type BuildContext, readBase } from './build-context.js';

export type GatewayType = Extract<ElementType, `${string}Gateway`>;

/** Reads a gateway; null when it has an error, which is reported. */
export function buildGateway(context: BuildContext, raw: Raw, type: GatewayType): Node | null {
  reportIgnored(context.findings, raw.xml, raw.id, []);
  const base = readBase(context, raw);
  switch (type) {
    case 'ExclusiveGateway':
    case 'InclusiveGateway': {
      for (const flow of base.outgoing) {
        if (base.outgoing.length === 1 || flow === base.defaultFlow || context.layout.conditioned.has(flow.id))
          continue;
        context.findings.error(
          flow.id,
          'missing-condition',
          `the flow leaves ${raw.id} without a condition and is not its default`,
        );
      }
      if (type === 'InclusiveGateway') {
        return { kind: 'inclusiveGateway', ...base, upstream: lazyUpstream(context.graph, raw.index) };
      }
      if (base.outgoing.length > 1 && base.defaultFlow === null) {
        context.findings.warn(raw.id, 'no-default-flow', 'without a default flow, no true condition means an incident');
      }
      return { kind: 'exclusiveGateway', ...base };
    }
    case 'ParallelGateway':
      return { kind: 'parallelGateway', ...base };
    case 'EventBasedGateway':
      return buildEventGateway(context, raw, base);
  }
}

function buildEventGateway(
  { findings, layout }: BuildContext,
  raw: Raw,
  base: ReturnType<typeof readBase>,
): Node | null {
  const kind = text(raw.xml, 'eventGatewayType');
  if (raw.xml.instantiate === true || kind === 'Parallel') {
    findings.error(
      raw.id,
      'not-executed',
      'event-based gateways that start the process or wait for all events are not executed',
    );
    return null;
  }
  if (base.outgoing.length < 2)
    findings.error(raw.id, 'bad-flow', 'an event-based gateway needs at least two outgoing flows to events');
  for (const flow of base.outgoing) {
    const target = layout.raws[flow.target];
    if (target === undefined) continue;
    if (target.type !== 'IntermediateCatchEvent' && target.type !== 'ReceiveTask') {
      findings.error(
        target.id,
        'bad-flow',
        `${target.id} follows an event-based gateway but is not a catch event or receive task`,
      );
    }
    if ((layout.incoming[target.index] ?? []).length > 1) {
      findings.error(target.id, 'bad-flow', 'an event behind an event-based gateway has no other incoming flow');
    }
    const extra = layout.attached.has(target.index) || target.xml.loopCharacteristics !== undefined;
    if (extra)
      findings.error(
        target.id,
        'not-executed',
        'a receive task behind an event-based gateway has no boundary events or loops',
      );
  }
  return { kind: 'eventGateway', ...base, events: base.outgoing.map((flow) => flow.target) };
}
