import { Link } from '@tanstack/react-router';
import type { AnswerOf } from '../../api/call.js';
import { RunState } from '../../ui/badge/run-state.js';
import { ColumnHead, Table } from '../../ui/table/table.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import styles from './list.module.css';

export interface RunTableProps {
  readonly subProjectId: string;
  readonly runs: AnswerOf<'getWorkflowRuns'>['runs'];
  readonly workflows: ReadonlyMap<string, string>;
  /** Of processes that the person may read. */
  readonly titles: ReadonlyMap<string, string>;
}

/** The runs as a table; on a phone each is a card. */
export function RunTable({ subProjectId, runs, workflows, titles }: RunTableProps) {
  const m = messages.use();
  return (
    <Table aria-label={m.title} layout="cards" className={styles.table}>
      <thead>
        <tr>
          <ColumnHead>{m.state}</ColumnHead>
          <ColumnHead>{m.workflow}</ColumnHead>
          <ColumnHead>{m.process}</ColumnHead>
          <ColumnHead>{m.openIncident}</ColumnHead>
          <ColumnHead isFigure>{m.changed}</ColumnHead>
          <ColumnHead isFigure>{m.started}</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.id}>
            <td>
              <RunState state={run.state} />
            </td>
            <td className="b5">
              <Link to="/runs/$subProjectId/$runId" params={{ subProjectId, runId: run.id }}>
                {workflows.get(run.workflowId) ?? m.run} <span className="t3">v{run.workflowVersion}</span>
              </Link>
            </td>
            <td className={`${styles.title} clip`}>
              <Link
                to="/processes/$subProjectId/$processId"
                params={{ subProjectId, processId: run.processId }}
                className="t2"
              >
                {titles.get(run.processId) ?? m.process}
              </Link>
            </td>
            <td className={`${styles.incident} clip danger-t`} title={run.incident?.message}>
              {run.incident?.message ?? ''}
            </td>
            <td className={`${styles.time} t3`}>
              <When at={run.updatedTs ?? run.createdTs} />
            </td>
            <td className={`${styles.time} t3`}>
              <When at={run.createdTs} />
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
