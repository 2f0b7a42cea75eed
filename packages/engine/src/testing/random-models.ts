import fc from 'fast-check';
import * as b from './bpmn.js';

/** A block-structured diagram: whatever is split is joined again, so it must always complete. */
export type Block =
  | { readonly kind: 'script' | 'user' | 'service' | 'timer' | 'pass' | 'heard' }
  | { readonly kind: 'seq' | 'parallel'; readonly blocks: readonly Block[] }
  | { readonly kind: 'exclusive' | 'inclusive'; readonly blocks: readonly Block[]; readonly taken: readonly boolean[] }
  | { readonly kind: 'loop'; readonly block: Block; readonly times: number }
  | { readonly kind: 'sub'; readonly block: Block }
  | { readonly kind: 'adHoc'; readonly block: Block; readonly times: number; readonly sequential: boolean }
  | { readonly kind: 'multi'; readonly block: Block; readonly size: number; readonly sequential: boolean };

export const blocks: fc.Arbitrary<Block> = fc.letrec<{ block: Block }>((tie) => {
  const several = fc.array(tie('block'), { minLength: 1, maxLength: 3 });
  const taken = fc.array(fc.boolean(), { minLength: 3, maxLength: 3 });
  return {
    block: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'block' },
      fc.constantFrom<Block>(
        { kind: 'user' },
        { kind: 'script' },
        { kind: 'service' },
        { kind: 'timer' },
        { kind: 'pass' },
        { kind: 'heard' },
      ),
      fc.record({ kind: fc.constantFrom('seq' as const, 'parallel' as const), blocks: several }),
      fc.record({ kind: fc.constantFrom('exclusive' as const, 'inclusive' as const), blocks: several, taken }),
      fc.record({ kind: fc.constant('loop' as const), block: tie('block'), times: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ kind: fc.constant('sub' as const), block: tie('block') }),
      fc.record({
        kind: fc.constant('adHoc' as const),
        block: tie('block'),
        times: fc.integer({ min: 1, max: 3 }),
        sequential: fc.boolean(),
      }),
      fc.record({
        kind: fc.constant('multi' as const),
        block: tie('block'),
        size: fc.integer({ min: 0, max: 3 }),
        sequential: fc.boolean(),
      }),
    ),
  };
}).block;

/** Builds a block; elements get fresh ids, `first` and `last` are where flows lead in and out. */
class Builder {
  #count = 0;
  readonly parts: string[] = [];
  readonly #approvals: boolean;

  constructor(approvals: boolean) {
    this.#approvals = approvals;
  }

  id(prefix: string): string {
    this.#count += 1;
    return `${prefix}${this.#count}`;
  }

  build(block: Block): { readonly first: string; readonly last: string } {
    switch (block.kind) {
      case 'script':
        return this.#leaf('x', (id) => b.script(id, '= 1', id));
      case 'user':
        return this.#leaf('u', (id) =>
          b.el('userTask', { id, 'millrace:decision': this.#approvals ? 'approval' : 'none' }),
        );
      case 'service':
        return this.#leaf('j', (id) => b.service(id));
      case 'timer':
        return this.#leaf('t', (id) => b.catchEvent(id, b.duration('PT1H')));
      case 'heard':
        return this.#leaf('l', (id) =>
          b.el(
            'userTask',
            { id, 'millrace:decision': this.#approvals ? 'approval' : 'none' },
            b.ext(b.listen(['start', 'one'], ['end', 'two']), b.listenToTask(['creating', 'three'])),
          ),
        );
      case 'pass':
        return this.#leaf('a', (id) => b.task(id));
      case 'seq': {
        const built = block.blocks.map((inner) => this.build(inner));
        for (const [at, { first }] of built.slice(1).entries()) this.#flow(built[at]?.last ?? '', first);
        return { first: built[0]?.first ?? '', last: built.at(-1)?.last ?? '' };
      }
      case 'parallel':
        return this.#split(b.parallel, block.blocks, () => undefined);
      case 'exclusive':
        return this.#split(b.exclusive, block.blocks, (at) => `= ${block.taken[at] ?? false}`);
      case 'inclusive':
        return this.#split(b.inclusive, block.blocks, (at) => `= ${block.taken[at] ?? false}`);
      case 'loop':
        return this.#loop(block);
      case 'sub':
        return this.#leaf('s', (id) => b.sub(id, ...this.#inside(block.block)));
      case 'adHoc':
        return this.#leaf('h', (id) => this.#adHoc(id, block));
      case 'multi': {
        const items = JSON.stringify(Array.from({ length: block.size }, (_, at) => at));
        const loop = b.multiInstance({ inputCollection: `= ${items}`, inputElement: 'item' }, block.sequential);
        return this.#leaf('m', (id) => {
          const inside = this.#inside(block.block);
          // Instances that shared their loops' counters would race for them, and could loop for ever.
          const own = Object.fromEntries(countersIn(inside).map((name) => [name, '= null']));
          return b.sub(id, b.ext(b.io(own)), loop, ...inside);
        });
      }
    }
  }

  #leaf(prefix: string, make: (id: string) => string) {
    const id = this.id(prefix);
    this.parts.push(make(id));
    return { first: id, last: id };
  }

  #adHoc(id: string, { block, times, sequential }: Extract<Block, { kind: 'adHoc' }>): string {
    const inner = new Builder(this.#approvals);
    inner.#count = this.#count;
    const first = inner.id('a');
    inner.#flow(first, inner.build(block).first);
    this.#count = inner.#count;
    const parts = [b.task(first), ...inner.parts];
    // Activations that shared their loops' counters would race for them.
    const isShared = countersIn(parts).length > 0;
    return b.adHoc(
      id,
      {
        activeElementsCollection: `= ${JSON.stringify(Array.from({ length: isShared ? 1 : times }, () => first))}`,
        ordering: sequential ? 'Sequential' : 'Parallel',
        outputCollection: `${id}r`,
        outputElement: '= 1',
      },
      ...parts,
    );
  }

  /** A container of its own: its elements must not stand beside the sub-process. */
  #inside(block: Block): string[] {
    const inner = new Builder(this.#approvals);
    inner.#count = this.#count;
    const parts = inner.process(block);
    this.#count = inner.#count;
    return parts;
  }

  #flow(source: string, target: string, condition?: string): string {
    const id = this.id('f');
    const body = condition === undefined ? '' : b.conditionExpression(condition);
    this.parts.push(b.el('sequenceFlow', { id, sourceRef: source, targetRef: target }, body));
    return id;
  }

  #split(
    gateway: (id: string, attributes?: Record<string, string>) => string,
    inner: readonly Block[],
    condition: (at: number) => string | undefined,
  ) {
    const first = this.id('g');
    const last = this.id('g');
    const built = inner.map((block) => this.build(block));
    built.forEach((part, at) => {
      this.#flow(first, part.first, condition(at));
      this.#flow(part.last, last);
    });
    const isDecision = condition(0) !== undefined;
    const otherwise = isDecision ? { default: this.#flow(first, last) } : undefined;
    this.parts.push(gateway(first, otherwise), gateway(last));
    return { first, last };
  }

  #loop(block: Extract<Block, { kind: 'loop' }>) {
    const first = this.id('g');
    const last = this.id('g');
    const counter = this.id('n');
    const count = this.id('x');
    const body = this.build(block.block);
    this.parts.push(b.script(count, `= if ${counter} = null then 1 else ${counter} + 1`, counter));
    this.#flow(first, body.first);
    this.#flow(body.last, count);
    this.#flow(count, last);
    this.#flow(last, first, `= modulo(${counter}, ${block.times}) != 0`);
    const done = this.id('a');
    const otherwise = this.#flow(last, done);
    this.parts.push(b.exclusive(first), b.exclusive(last, { default: otherwise }), b.task(done));
    return { first, last: done };
  }

  process(block: Block): string[] {
    const start = this.id('start');
    const { first, last } = this.build(block);
    const end = this.id('end');
    this.#flow(start, first);
    this.#flow(last, end);
    return [b.start(start), ...this.parts, b.end(end)];
  }
}

/** Variables that count the rounds of loops. */
function countersIn(parts: readonly string[]): readonly string[] {
  return parts.flatMap((part) => [...part.matchAll(/resultVariable="(n\d+)"/g)].map(([, name]) => name ?? ''));
}

/** User tasks are data entry, or approvals whose rejection nothing in the diagram handles. */
export function blockDiagram(block: Block, userTasks: 'entries' | 'approvals' = 'entries'): string {
  return b.diagram(...new Builder(userTasks === 'approvals').process(block));
}

/** Elements whose flows cannot have conditions. */
const eventKinds: ReadonlySet<string> = new Set(['undo', 'both', 'cycle']);

/** Any graph at all: elements of mixed kinds with flows between random ones. Most of them make no sense. */
export const graphs: fc.Arbitrary<string> = fc
  .record({
    kinds: fc.array(
      fc.constantFrom(
        ...['task', 'user', 'service', 'exclusive', 'parallel', 'inclusive', 'sub', 'terminate', 'hosting'],
        ...['multi', 'loop', 'guarded', 'undoable', 'undo', 'escalate', 'call', 'message', 'either', 'adHoc'],
        ...['complex', 'quantity', 'transaction', 'both', 'behaving', 'cycle', 'compensating', 'heard'],
      ),
      { minLength: 1, maxLength: 9 },
    ),
    edges: fc.array(fc.tuple(fc.nat(8), fc.nat(8), fc.constantFrom('= true', '= false', '= maybe')), { maxLength: 18 }),
  })
  .map(({ kinds, edges }) => {
    const nodes = kinds.map((kind, at) => graphNode(kind, `n${at}`));
    const flows = edges.flatMap(([from, to, condition], at) => {
      if (from >= kinds.length || to >= kinds.length || kinds[from] === 'terminate') return [];
      const body = eventKinds.has(kinds[from] ?? '') ? '' : b.conditionExpression(condition);
      return [b.el('sequenceFlow', { id: `f${at}`, sourceRef: `n${from}`, targetRef: `n${to}` }, body)];
    });
    const roots = [
      b.el('signalEventDefinition', { id: 'Thrown', signalRef: 'S' }),
      b.message('M', 'go', '= 1'),
      b.signal('S', 'alarm'),
      b.error('E', 'BAD'),
      b.escalation('H', 'HELP'),
    ];
    return b.definitions(
      ...roots,
      b.process('p', b.start(), ...nodes, ...flows, b.flow('s n0')),
      b.process('q', b.start('qs'), b.user('qu'), b.end('qe'), b.flow('qs qu qe')),
    );
  });

function graphNode(kind: string, id: string): string {
  switch (kind) {
    case 'user':
      return b.user(id);
    case 'service':
      return b.service(id);
    case 'exclusive':
      return b.exclusive(id);
    case 'parallel':
      return b.parallel(id);
    case 'inclusive':
      return b.inclusive(id);
    case 'sub':
      return b.sub(id, b.start(`${id}s`), b.user(`${id}u`), b.flow(`${id}s ${id}u`));
    case 'terminate':
      return b.end(id, b.terminate());
    case 'hosting':
      return [
        b.user(id),
        b.boundary(`${id}b`, id, b.duration('PT1H'), b.nonInterrupting),
        b.boundary(`${id}c`, id, b.duration('PT2H')),
        b.el('sequenceFlow', { id: `${id}x`, sourceRef: `${id}b`, targetRef: 'n0' }),
        b.el('sequenceFlow', { id: `${id}y`, sourceRef: `${id}c`, targetRef: 'n0' }),
      ].join('');
    case 'multi':
      return b.user(id, b.multiInstance({ inputCollection: '= [1, 2, 3]' }, id.endsWith('1'), '= maybe'));
    case 'loop':
      return b.service(id, id, b.standardLoop('= maybe', { loopMaximum: 3 }));
    case 'guarded':
      return b.sub(
        id,
        b.start(`${id}s`),
        b.user(`${id}u`),
        b.el('endEvent', { id: `${id}e` }, b.errorRef('E')),
        b.flow(`${id}s ${id}u ${id}e`),
        b.eventSub(
          `${id}h`,
          b.el('startEvent', { id: `${id}hs` }, b.errorRef('E')),
          b.user(`${id}hu`),
          b.flow(`${id}hs ${id}hu`),
        ),
        b.eventSub(
          `${id}k`,
          b.el('startEvent', { id: `${id}ks`, isInterrupting: false }, b.conditional('= maybe')),
          b.script(`${id}kx`, '= false', 'maybe'),
          b.flow(`${id}ks ${id}kx`),
        ),
      );
    case 'undoable':
      return [
        b.service(id),
        b.boundary(`${id}b`, id, b.compensate()),
        b.el('userTask', { id: `${id}u`, isForCompensation: true }),
        b.el('association', { id: `${id}a`, sourceRef: `${id}b`, targetRef: `${id}u` }),
      ].join('');
    case 'undo':
      return b.throwEvent(id, b.el('compensateEventDefinition', { waitForCompletion: !id.endsWith('1') }));
    case 'escalate':
      return [
        b.sub(
          id,
          b.start(`${id}s`),
          b.throwEvent(`${id}t`, b.escalationRef('H')),
          b.user(`${id}u`),
          b.flow(`${id}s ${id}t ${id}u`),
        ),
        b.boundary(`${id}b`, id, b.escalationRef('H'), { cancelActivity: id.endsWith('1') }),
      ].join('');
    case 'call':
      return b.call(id, 'q');
    case 'message':
      return [
        b.el('receiveTask', { id, messageRef: 'M' }),
        b.boundary(`${id}b`, id, b.signalRef('S'), b.nonInterrupting),
        b.el('sequenceFlow', { id: `${id}x`, sourceRef: `${id}b`, targetRef: 'n0' }),
      ].join('');
    case 'heard':
      return b.sub(
        id,
        b.ext(b.listen(['start', 'one'], ['end', 'two'])),
        b.start(`${id}s`),
        b.user(`${id}u`, b.listenToTask(['creating', 'three'], ['completing', 'four'])),
        b.flow(`${id}s ${id}u`),
      );
    case 'adHoc':
      return b.adHoc(
        id,
        { activeElementsCollection: `= ["${id}u"]`, ordering: id.endsWith('1') ? 'Sequential' : 'Parallel' },
        b.user(`${id}u`),
        ...(id.endsWith('2') ? [b.completion('= maybe')] : []),
        ...(id.endsWith('3') ? [b.taskDefinition('agent')] : []),
      );
    case 'complex':
      return b.el(
        'complexGateway',
        { id },
        b.el('activationCondition', {}, b.attr(id.endsWith('1') ? '= maybe' : '= activationCount >= 2')),
      );
    case 'quantity':
      return b.el('userTask', { id, startQuantity: id.endsWith('1') ? 1 : 2, completionQuantity: 2 });
    case 'transaction':
      return [
        b.el(
          'transaction',
          { id },
          ...(id.endsWith('1') ? [b.multiInstance({ inputCollection: '= [1, 2]' })] : []),
          b.start(`${id}s`),
          ...b.undoable(`${id}a`, b.user(`${id}a`)),
          b.exclusive(`${id}g`, { default: `${id}g-${id}e` }),
          b.end(`${id}e`),
          b.end(`${id}x`, b.el('cancelEventDefinition')),
          b.flow(`${id}s ${id}a ${id}g ${id}e`),
          b.flow(`${id}g ${id}x`, '= maybe'),
        ),
        b.boundary(`${id}c`, id, b.el('cancelEventDefinition')),
        b.el('sequenceFlow', { id: `${id}y`, sourceRef: `${id}c`, targetRef: 'n0' }),
      ].join('');
    case 'both':
      return b.el(
        'intermediateCatchEvent',
        { id, parallelMultiple: !id.endsWith('1') },
        b.signalRef('S'),
        b.duration('PT1H'),
        b.conditional('= maybe'),
      );
    case 'behaving':
      return [
        b.user(
          id,
          b.el(
            'multiInstanceLoopCharacteristics',
            { behavior: 'None', noneBehaviorEventRef: 'Thrown', isSequential: id.endsWith('1') },
            b.el('loopCardinality', {}, '2'),
          ),
        ),
        b.boundary(`${id}b`, id, b.signalRef('S')),
        b.user(`${id}t`),
        b.el('sequenceFlow', { id: `${id}x`, sourceRef: `${id}b`, targetRef: `${id}t` }),
      ].join('');
    case 'cycle':
      return b.catchEvent(id, b.cycle('R3/PT1H'));
    case 'compensating':
      return b.sub(
        id,
        b.start(`${id}s`),
        ...b.undoable(`${id}a`),
        b.flow(`${id}s ${id}a`),
        b.eventSub(
          `${id}h`,
          b.el('startEvent', { id: `${id}hs` }, b.compensate()),
          b.user(`${id}hu`),
          b.throwEvent(`${id}ht`, b.compensate()),
          b.flow(`${id}hs ${id}hu ${id}ht`),
        ),
      );
    case 'either':
      return b.sub(
        id,
        b.start(`${id}s`),
        b.eventGateway(`${id}g`),
        b.catchEvent(`${id}t`, b.duration('PT1H')),
        b.catchEvent(`${id}m`, b.messageRef('M')),
        b.flow(`${id}s ${id}g ${id}t`),
        b.flow(`${id}g ${id}m`),
      );
    default:
      return b.task(id);
  }
}
