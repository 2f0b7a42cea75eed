import { Link } from '@tanstack/react-router';
import { figure } from '../../../messages/instants.js';
import { useLocale } from '../../../messages/locale.js';
import { StateWord } from '../../../ui/badge/run-state.js';
import { ColumnHead, figureCell, Table } from '../../../ui/table/table.js';
import { messages } from '../messages/index.gen.js';
import styles from './migrate.module.css';
import type { Plan } from './plan.js';

/** Of the runs at the same elements of one version: how many there are, and what keeps them from being moved. */
export function PlanTable({ subProjectId, plan }: { subProjectId: string; plan: Plan }) {
  const m = messages.use();
  const locale = useLocale();
  return (
    <Table aria-label={m.plan} scrollLabel={m.plan}>
      <thead>
        <tr>
          <ColumnHead isFigure>{m.planRuns}</ColumnHead>
          <ColumnHead isFigure>{m.planVersion}</ColumnHead>
          <ColumnHead>{m.planAt}</ColumnHead>
          <ColumnHead>{m.planOutcome}</ColumnHead>
        </tr>
      </thead>
      <tbody>
        {plan.states.map(({ version, elements, runs, exampleRunId, obstacles }) => (
          <tr key={exampleRunId}>
            <td className={figureCell}>{figure(runs, locale)}</td>
            <td className={figureCell}>{version}</td>
            <td className="mono">
              <Link to="/runs/$subProjectId/$runId" params={{ subProjectId, runId: exampleRunId }}>
                {elements.join(', ')}
              </Link>
            </td>
            <td className={styles.said}>
              {obstacles.length === 0 ? (
                <StateWord tone="completed">{m.planMoves}</StateWord>
              ) : (
                <StateWord tone="failed">{obstacles.join('; ')}</StateWord>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
