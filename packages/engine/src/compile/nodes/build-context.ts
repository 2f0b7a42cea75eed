import type { Flow, Mapping } from '../../model/node.js';
import { readMappings } from '../attributes/zeebe.js';
import type { Layout, Raw } from '../graph/layout.js';
import { referencedId } from '../graph/layout.js';
import type { BackwardGraph } from '../graph/reachability.js';
import type { Findings } from '../report/findings.js';
import { text, type Xml } from '../xml/moddle.js';
import { readListeners } from './read-listeners.js';

/** What the functions that build nodes share. */
export type BuildContext = {
  readonly findings: Findings;
  readonly layout: Layout;
  readonly graph: BackwardGraph;
  /** Embedded forms (zeebe:userTaskForm) by id, parsed. */
  readonly forms: ReadonlyMap<string, unknown>;
  /** Global tasks of the file by id. */
  readonly globalTasks: ReadonlyMap<string, Xml>;
};

/** The part that every node has. Call it exactly once for each node, because it reports findings. */
export function readBase(context: BuildContext, raw: Raw) {
  const { findings, layout } = context;
  const incoming: readonly Flow[] = layout.incoming[raw.index] ?? [];
  const outgoing: readonly Flow[] = layout.outgoing[raw.index] ?? [];
  const defaultId = referencedId(raw.xml, 'default');
  const defaultFlow = outgoing.find((flow) => flow.id === defaultId) ?? null;
  if (defaultId !== null && defaultFlow === null) {
    findings.error(raw.id, 'bad-default', `the default flow ${defaultId} does not leave this element`);
  }
  const mappings: { inputs: readonly Mapping[]; outputs: readonly Mapping[] } = readMappings(findings, raw.xml, raw.id);
  return {
    index: raw.index,
    id: raw.id,
    name: text(raw.xml, 'name'),
    container: raw.container,
    incoming,
    outgoing,
    defaultFlow,
    ...mappings,
    listeners: readListeners(findings, raw),
  };
}
