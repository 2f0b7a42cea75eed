import type { Node } from '../../model/node.js';
import { readExpression } from '../attributes/values.js';
import { reportIgnored } from '../attributes/zeebe.js';
import { type ElementType, instantiates, type Raw } from '../graph/layout.js';
import { lazyUpstream } from '../graph/reachability.js';
import { child, text } from '../xml/moddle.js';
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
    case 'ComplexGateway':
      return buildComplexGateway(context, raw, base);
    case 'EventBasedGateway':
      return buildEventGateway(context, raw, base);
  }
}

function buildComplexGateway(context: BuildContext, raw: Raw, base: ReturnType<typeof readBase>): Node {
  const { findings } = context;
  const activation = child(raw.xml, 'activationCondition');
  if (activation === null && base.incoming.length > 1) {
    findings.error(
      raw.id,
      'missing-expression',
      'a complex gateway with several incoming flows needs an activation condition such as "= activationCount >= 2"',
    );
  }
  return {
    kind: 'complexGateway',
    ...base,
    activation:
      activation === null
        ? null
        : readExpression(findings, raw.id, text(activation, 'body'), 'the activation condition'),
    upstream: lazyUpstream(context.graph, raw.index),
  };
}

function buildEventGateway(
  { findings, layout }: BuildContext,
  raw: Raw,
  base: ReturnType<typeof readBase>,
): Node | null {
  const instantiate = instantiates(raw);
  const kind = text(raw.xml, 'eventGatewayType') ?? 'Exclusive';
  const parallel = kind === 'Parallel';
  if (!parallel && kind !== 'Exclusive')
    findings.error(raw.id, 'bad-gateway', `eventGatewayType is Exclusive or Parallel, not ${kind.slice(0, 40)}`);
  if (parallel && !instantiate) {
    findings.error(
      raw.id,
      'not-executed',
      'a parallel event-based gateway only starts a process: set instantiate, or use a parallel gateway before the events',
    );
  }
  if (instantiate && (raw.container !== 0 || base.incoming.length > 0)) {
    findings.error(
      raw.id,
      'bad-instantiate',
      'an event-based gateway with instantiate="true" starts the process: it stands at its top and nothing leads to it',
    );
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
  return { kind: 'eventGateway', ...base, events: base.outgoing.map((flow) => flow.target), instantiate, parallel };
}
