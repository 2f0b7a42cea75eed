import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { invalidate, read, useChange } from '../../../api/queries.js';
import { figure } from '../../../messages/instants.js';
import { useLocale } from '../../../messages/locale.js';
import { Button } from '../../../ui/button/button.js';
import { Note } from '../../../ui/feedback/note.js';
import { ProblemView } from '../../../ui/feedback/problem.js';
import { Progress } from '../../../ui/feedback/progress.js';
import { messages } from '../messages/index.gen.js';
import styles from './repair.module.css';
import { OutcomeWords, RefusalReasons } from './told.js';

/** Milliseconds between two questions while it runs: its progress is no event. */
const ASK_AGAIN = 1000;

export interface RepairPanelProps {
  readonly subProjectId: string;
  readonly bulkId: string;
  onDismiss(): void;
}

/** How far a repair is, and what became of its runs, as the server has counted it. */
export function RepairPanel({ subProjectId, bulkId, onDismiss }: RepairPanelProps) {
  const m = messages.use();
  const locale = useLocale();
  const queries = useQueryClient();
  const cancel = useChange('cancelBulkOperation');
  const { data, error } = useQuery({
    ...read('getBulkOperation', { subProjectId, bulkId, perPageCount: '1' }),
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.bulkOperation.state === 'RUNNING' ? ASK_AGAIN : false,
  });
  const state = data?.bulkOperation.state;
  useEffect(() => {
    if (state === undefined || state === 'RUNNING') return;
    void invalidate(queries, 'retryIncident');
  }, [state, queries]);
  if (data === undefined) return error === null ? null : <ProblemView error={error} />;
  const { kind, total, done, failed, outcomes, failure } = data.bulkOperation;
  const known = Number(done) + Number(failed);
  const waiting = Number(outcomes.find(({ outcome }) => outcome === 'WAITING')?.count ?? 0);
  const isRunning = state === 'RUNNING';
  const title = m.repair({ kind });
  return (
    <article className={styles.panel} aria-label={title}>
      <div className={styles.line}>
        <h2 className="b5">{title}</h2>
        <span className="t12 t3 num">
          {m.progress({ known: figure(known, locale), total: figure(Number(total), locale) })}
          {!isRunning && ` · ${m.repairState({ state: state ?? '' })}`}
        </span>
        {isRunning ? (
          <Button size="small" isBusy={cancel.isPending} onClick={() => cancel.mutate({ subProjectId, bulkId })}>
            {m.stop}
          </Button>
        ) : (
          <Button size="small" onClick={onDismiss}>
            {m.dismiss}
          </Button>
        )}
      </div>
      {isRunning && <Progress label={title} value={Number(total) === 0 ? 1 : known / Number(total)} />}
      <p role="status" className="t13">
        <OutcomeWords outcomes={outcomes} refused={failed} left={Number(total) - known - waiting} />
      </p>
      {failure !== null && <Note tone="waiting">{failure}</Note>}
      {cancel.error !== null && <ProblemView error={cancel.error} />}
      <RefusalReasons reasons={data.reasons} />
    </article>
  );
}
