import { getRunTimeline, type MillraceClient, type ResponseOf } from '@millrace/client';
import { type Column, table } from '../terminal/table.js';
import { shortTime, valueText } from '../terminal/text.js';
import { drawGraph } from './draw.js';
import { readGraph } from './graph.js';
import { marksOf, type RunDetail, type TimelineEntry } from './marks.js';

export type RunAnswer = ResponseOf<'getWorkflowRun'>;

/** The diagram of a run as text, with signs for elements that are done, active or have an incident, and its decisions. */
export async function drawRun(
  client: MillraceClient,
  subProjectId: string,
  { run, detail }: RunAnswer,
  columns: number | undefined,
): Promise<string> {
  const [{ bpmn }, timeline] = await Promise.all([
    client.getWorkflowDiagram({ subProjectId, workflowId: run.workflowId, runId: run.id }),
    readTimeline(client, subProjectId, run.id),
  ]);
  const graph = await readGraph(bpmn);
  const drawn = graph === undefined ? '' : drawGraph(graph, marksOf(detail, timeline), columns);
  return drawn + decisionTable(timeline, columns);
}

/** What the timeline has of an evaluated decision. */
interface DecisionDetail {
  readonly decisionId: string;
  readonly version: string;
  readonly value: unknown;
  readonly failure?: string;
  readonly trace: {
    readonly decisions: readonly { readonly tables: readonly { readonly rules: readonly { ruleId: string }[] }[] }[];
  };
}

/** The decisions of a run with the rules that applied, as a titled table; empty when it has evaluated none. */
function decisionTable(timeline: readonly TimelineEntry[], columns: number | undefined): string {
  const decisions = timeline.flatMap(({ event, detail }) =>
    event === 'decision' && detail !== null ? [(detail as { readonly decision: DecisionDetail }).decision] : [],
  );
  if (decisions.length === 0) return '';
  const rulesOf = ({ trace }: DecisionDetail) =>
    trace.decisions.flatMap(({ tables }) => tables.flatMap(({ rules }) => rules.map(({ ruleId }) => ruleId)));
  const rows = table(
    [
      ['DECISION', 'decisionId'],
      ['VERSION', 'version', 'right'],
      ['RESULT', ({ value, failure }) => failure ?? (value === null ? 'null' : valueText(value))],
      ['RULES', (decision) => rulesOf(decision).join(', ')],
    ],
    decisions,
    columns,
  );
  return `\n${rows}`;
}

async function readTimeline(
  client: MillraceClient,
  subProjectId: string,
  runId: string,
): Promise<readonly TimelineEntry[]> {
  const entries: TimelineEntry[] = [];
  for await (const entry of client.all(getRunTimeline, { subProjectId, runId, perPageCount: 1000 }))
    entries.push(entry);
  return entries;
}

/** Tasks, jobs, timers, incidents and variables of a run as titled tables; empty when it has none. */
export function openWork(detail: RunDetail, columns: number | undefined): string {
  return [
    section(
      [
        ['TASK', 'id'],
        ['NAME', 'name'],
        ['ASSIGNEE', ({ assignee }) => assignee ?? '-'],
        ['CANDIDATES', ({ candidateGroups, candidateUsers }) => [...candidateGroups, ...candidateUsers].join(', ')],
        ['DUE', ({ dueTs }) => shortTime(dueTs)],
      ],
      detail.tasks.filter(({ state }) => state === 'OPEN'),
    ),
    section(
      [
        ['JOB', 'key'],
        ['TYPE', 'type'],
        ['ELEMENT', 'elementId'],
        ['STATE', 'state'],
        ['RETRIES', 'retries', 'right'],
        ['LAST ERROR', 'lastError'],
      ],
      detail.jobs,
    ),
    section(
      [
        ['TIMER', 'elementId'],
        ['DUE', ({ dueTs }) => shortTime(dueTs)],
      ],
      detail.timers,
    ),
    section(
      [
        ['WAITS FOR', ({ kind, name }) => [kind, name].filter((part) => part).join(' ')],
        ['KEY', 'correlationKey'],
        ['ELEMENT', 'elementId'],
      ],
      detail.waits,
    ),
    section(
      [
        ['INCIDENT', 'id'],
        ['ELEMENT', 'elementId'],
        ['KIND', 'kind'],
        ['MESSAGE', 'message'],
      ],
      detail.incidents.filter(({ resolvedTs }) => resolvedTs === null),
    ),
    section(
      [
        ['ACTIVE', 'key'],
        ['ELEMENT', 'elementId'],
        ['WITHIN', ({ scopeKey }) => (scopeKey === null ? '' : String(scopeKey))],
      ],
      detail.active,
    ),
    section(
      [
        ['VARIABLE', ([name]) => name],
        ['VALUE', ([, value]) => valueText(value)],
      ],
      Object.entries(detail.variables),
    ),
  ].join('');

  function section<T>(cells: readonly Column<T>[], rows: readonly T[]): string {
    return rows.length === 0 ? '' : `\n${table(cells, rows, columns)}`;
  }
}
