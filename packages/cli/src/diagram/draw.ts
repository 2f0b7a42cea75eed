import { fit, oneLine, pad, widthOf } from '../terminal/text.js';
import type { Flow, Graph, Node } from './graph.js';

/** The state of an element in a run, according to the timeline. */
export interface Marks {
  readonly state: 'done' | 'active' | 'incident' | 'cancelled' | 'untouched';
  /** Number of tokens at the element. */
  readonly tokens: number;
}

const signs: Readonly<Record<Marks['state'], string>> = {
  done: '✓',
  active: '●',
  incident: '✗',
  cancelled: '⊘',
  untouched: ' ',
};

interface Line {
  readonly sign: string;
  readonly text: string;
  readonly kind: string;
}

/** An outgoing sequence flow, or a boundary event. */
interface Exit {
  readonly label: string;
  readonly to: string;
}

/**
 * Draws a diagram as lines in the order of its flows: one line per element with the sign of its state, branches indented
 * below the element that splits, and "↪" where a path leads to an element that is drawn elsewhere.
 *
 * @param marks by element id
 */
export function drawGraph(graph: Graph, marks: ReadonlyMap<string, Marks>, terminal?: number): string {
  const lines = drawScope(graph, marks, '');
  const width = Math.max(0, ...lines.map(({ text }) => widthOf(text)));
  return lines
    .map(({ sign, text, kind }) =>
      `${sign} ${pad(text, kind === '' ? 0 : width)}${kind === '' ? '' : `  ${kind}`}`.trimEnd(),
    )
    .map((line) => `${terminal === undefined ? line : fit(line, terminal)}\n`)
    .join('');
}

function drawScope(graph: Graph, marks: ReadonlyMap<string, Marks>, indent: string): Line[] {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const exits = exitsOf(graph);
  const drawn = new Set<string>();
  const lines: Line[] = [];

  /** Draws from an element on, until the path ends, reaches an element that is already drawn, or reaches `stop`. */
  const path = (start: string, at: string, stop: ReadonlySet<string>): void => {
    for (let id: string | undefined = start; id !== undefined; ) {
      const node = nodes.get(id);
      if (node === undefined || stop.has(id)) return;
      if (drawn.has(id)) {
        lines.push({ sign: ' ', text: `${at}↪ ${nameOf(node)}`, kind: '' });
        return;
      }
      drawn.add(id);
      lines.push(lineOf(node, marks, at));
      if (node.inner) lines.push(...drawScope(node.inner, marks, `${at}│ `));
      id = follow(node, at, stop);
    }
  };

  /** Draws the branches of an element that splits; returns the element at which the path continues. */
  const follow = (node: Node, at: string, stop: ReadonlySet<string>): string | undefined => {
    const ways = exits.get(node.id) ?? [];
    const [only] = ways;
    if (only === undefined) return undefined;
    if (ways.length === 1 && only.label === '' && nodes.get(only.to)?.attachedTo === undefined) return only.to;
    const meeting = ways.length === 1 ? undefined : meetingOf(ways, (id) => drawn.has(id) || stop.has(id), exits);
    const stops = meeting === undefined ? stop : new Set([...stop, meeting]);
    ways.forEach(({ label, to }, index) => {
      const isLast = index === ways.length - 1;
      const rail = isLast ? '   ' : '│  ';
      if (label !== '') {
        lines.push({ sign: ' ', text: `${at}${isLast ? '└─' : '├─'} ${label}`, kind: '' });
        path(to, `${at}${rail}`, stops);
        return;
      }
      const before = lines.length;
      path(to, `${at}${rail}`, stops);
      const first = lines[before];
      const sign = isLast ? '└─ ' : '├─ ';
      if (first === undefined) lines.push({ sign: ' ', text: `${at}${sign.trimEnd()}`, kind: '' });
      else lines[before] = { ...first, text: `${at}${sign}${first.text.slice(at.length + rail.length)}` };
    });
    return meeting;
  };

  const none: ReadonlySet<string> = new Set();
  const starts = graph.nodes.filter(({ isTarget, attachedTo }) => !isTarget && attachedTo === undefined);
  for (const { id } of starts) path(id, indent, none);
  // Elements that are reached only through a loop have no start; they are drawn too.
  for (const { id, attachedTo } of graph.nodes) if (!drawn.has(id) && attachedTo === undefined) path(id, indent, none);
  return lines;
}

type Exits = ReadonlyMap<string, readonly Exit[]>;

/** The outgoing ways of every element. */
function exitsOf({ nodes }: Graph): Exits {
  const exits = new Map(
    nodes.map(({ id, outgoing }) => [id, outgoing.map((flow) => ({ label: labelOf(flow), to: flow.to }))]),
  );
  for (const { id, attachedTo } of nodes) {
    if (attachedTo !== undefined) exits.get(attachedTo)?.push({ label: '', to: id });
  }
  return exits;
}

/**
 * The nearest element that every branch leads to without passing a barred element. All branches are followed at the same
 * pace until they meet: in a long chain of splits each search stays short.
 */
function meetingOf(ways: readonly Exit[], isBarred: (id: string) => boolean, exits: Exits): string | undefined {
  const branches = ways.map(({ to }) => ({ seen: new Set<string>(), frontier: [to] }));
  const reachedBy = new Map<string, number>();
  while (branches.some(({ frontier }) => frontier.length > 0)) {
    for (const branch of branches) {
      const fresh = new Set(branch.frontier.filter((id) => !isBarred(id) && !branch.seen.has(id)));
      for (const id of fresh) {
        branch.seen.add(id);
        reachedBy.set(id, (reachedBy.get(id) ?? 0) + 1);
      }
      branch.frontier = [...fresh].flatMap((id) => (exits.get(id) ?? []).map(({ to }) => to));
    }
    for (const [id, count] of reachedBy) if (count === branches.length) return id;
  }
  return undefined;
}

function lineOf(node: Node, marks: ReadonlyMap<string, Marks>, indent: string): Line {
  const { state, tokens } = marks.get(node.id) ?? { state: 'untouched', tokens: 0 };
  return {
    sign: signs[state],
    text: `${indent}${nameOf(node)}${tokens > 1 ? ` ×${tokens}` : ''}`,
    kind: node.kind,
  };
}

const nameOf = ({ name, id }: Node): string => oneLine(name === '' ? id : name);

const labelOf = ({ name, isDefault }: Flow): string =>
  oneLine(isDefault ? (name === '' ? '(default)' : `${name} (default)`) : name);
