import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { read, useChange } from '../../api/queries.js';
import { figure } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';
import { Button, IconButton } from '../../ui/button/button.js';
import { Note } from '../../ui/feedback/note.js';
import { Progress } from '../../ui/feedback/progress.js';
import { messages } from '../messages/index.gen.js';
import { useList } from '../model/list-context.js';
import styles from './bulk-bar.module.css';
import { Outcomes } from './outcomes.js';
import { Reasons } from './reasons.js';

const POLL_MS = 1000;

/**
 * What becomes of a bulk operation: of the one that was started here, however fast it ends, else of one that still runs
 * when the page is loaded.
 */
export function RunningBulk({ started }: { started: string | undefined }) {
  const { schema } = useList();
  const running = useQuery({
    ...read('getBulkOperations', { subProjectId: schema.subProjectId, state: 'RUNNING', perPageCount: '10' }),
    enabled: schema.update || schema.workflows.length > 0,
  });
  // Repairs of runs are followed by the page Operate.
  const begun = running.data?.bulkOperations.find(
    ({ bulkOperation: { kind } }) => kind === 'UPDATE' || kind === 'EXECUTE',
  )?.bulkOperation.id;
  const [followed, setFollowed] = useState<string>();
  useEffect(() => {
    if (begun !== undefined) setFollowed(begun);
  }, [begun]);
  useEffect(() => {
    if (started !== undefined) setFollowed(started);
  }, [started]);
  if (followed === undefined) return null;
  return <Followed key={followed} bulkId={followed} onClose={() => setFollowed(undefined)} />;
}

function Followed({ bulkId, onClose }: { bulkId: string; onClose(): void }) {
  const m = messages.use();
  const locale = useLocale();
  const queries = useQueryClient();
  const { schema } = useList();
  const cancel = useChange('cancelBulkOperation');
  const { data } = useQuery({
    ...read('getBulkOperation', { subProjectId: schema.subProjectId, bulkId, perPageCount: '1' }),
    refetchInterval: ({ state }) =>
      state.data?.bulkOperation.state === 'RUNNING' || state.data === undefined ? POLL_MS : false,
  });
  const state = data?.bulkOperation.state;
  useEffect(() => {
    if (state === undefined || state === 'RUNNING') return;
    for (const key of ['getProcess', 'countProcesses', 'getBulkOperations'])
      void queries.invalidateQueries({ queryKey: [key] });
  }, [state, queries]);
  if (data === undefined) return null;
  const { kind, total, done, failed, outcomes, failure } = data.bulkOperation;
  if (state === 'RUNNING') {
    const finished = Number(done) + Number(failed);
    const doing = m.bulkRunning({ kind, total: Number(total) });
    return (
      <div className={styles.running} role="status">
        <span>{doing}</span>
        <Progress label={doing} value={Number(total) === 0 ? 0 : finished / Number(total)} />
        <span className="num t3">
          {m.bulkProgress({ done: figure(finished, locale), total: figure(Number(total), locale) })}
        </span>
        <Button
          look="quiet"
          size="small"
          isBusy={cancel.isPending}
          onClick={() => cancel.mutate({ subProjectId: schema.subProjectId, bulkId })}
        >
          {m.cancel}
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.running} role="status">
      <Note tone={failure !== null || failed !== '0' ? 'waiting' : 'plain'}>
        <p>
          {m.bulkDone({ kind, count: Number(done) })}
          {failed !== '0' && ` · ${m.bulkRefused({ count: Number(failed) })}`}
        </p>
        {failure !== null && <p>{m.bulkFailed({ kind, reason: failure })}</p>}
        {kind === 'EXECUTE' && <Outcomes label={m.runAfter} outcomes={outcomes} />}
        <Reasons reasons={data.reasons} />
      </Note>
      <IconButton icon={X} size="small" label={m.close} onClick={onClose} />
    </div>
  );
}
