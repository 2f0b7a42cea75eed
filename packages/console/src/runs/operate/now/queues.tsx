import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { isProblem } from '../../../api/problem.js';
import { read } from '../../../api/queries.js';
import { figure } from '../../../messages/instants.js';
import { useLocale } from '../../../messages/locale.js';
import { Card } from '../../../ui/card/card.js';
import { Note } from '../../../ui/feedback/note.js';
import { ProblemView } from '../../../ui/feedback/problem.js';
import { SkeletonRows } from '../../../ui/feedback/skeleton.js';
import { Icon } from '../../../ui/icon/icon.js';
import { ColumnHead, figureCell, Table } from '../../../ui/table/table.js';
import { When } from '../../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import styles from './now.module.css';

/** Milliseconds between two questions: no event tells that a job was taken. */
const ASK_AGAIN = 5000;
/** What counts up to here goes on beyond it. */
const COUNTED = 1000;
/** Milliseconds after which a job that nobody took is worth a look. */
const LATE = 60_000;

/** The open jobs by type, and the timers. */
export function Queues({ subProjectId }: { subProjectId: string }) {
  const m = messages.use();
  const locale = useLocale();
  const { data, error, refetch } = useQuery({
    ...read('getQueues', { subProjectId }),
    refetchInterval: ASK_AGAIN,
    staleTime: 0,
  });
  const counted = (count: number) => `${figure(count, locale)}${count >= COUNTED ? '+' : ''}`;
  const isLate = (oldest: string | null) => oldest !== null && Date.now() - Date.parse(oldest) > LATE;
  return (
    <Card
      title={m.queues}
      beside={
        data !== undefined && (
          <span className={`t12 ${data.timers.overdue > 0 ? 'danger-t' : 't3'}`}>{m.timers(data.timers)}</span>
        )
      }
    >
      {isProblem(error) && error.status === 403 && <p className={styles.said}>{m.queuesDenied}</p>}
      {error !== null && !(isProblem(error) && error.status === 403) && (
        <ProblemView error={error} onRetry={() => void refetch()} />
      )}
      {data === undefined && error === null && <SkeletonRows count={3} />}
      {data?.queues.length === 0 && <p className={styles.said}>{m.noJobs}</p>}
      {data !== undefined && data.queues.length > 0 && (
        <Table aria-label={m.queues} scrollLabel={m.openJobs}>
          <thead>
            <tr>
              <ColumnHead>{m.jobType}</ColumnHead>
              <ColumnHead isFigure>{m.waiting}</ColumnHead>
              <ColumnHead>{m.oldest}</ColumnHead>
              <ColumnHead isFigure>{m.inWork}</ColumnHead>
              <ColumnHead isFigure>{m.later}</ColumnHead>
              <ColumnHead>{m.workers}</ColumnHead>
            </tr>
          </thead>
          <tbody>
            {data.queues.map(({ lane, type, waiting, oldestDueTs, inWork, later, workers }) => (
              <tr key={`${lane} ${type}`}>
                <td className="b5">{type}</td>
                <td className={figureCell}>{counted(waiting)}</td>
                <td className={isLate(oldestDueTs) ? 'danger-t' : ''}>
                  {isLate(oldestDueTs) && <Icon of={TriangleAlert} size={14} />}{' '}
                  {oldestDueTs === null ? '–' : <When at={oldestDueTs} />}
                </td>
                <td className={figureCell}>{counted(inWork)}</td>
                <td className={figureCell}>{counted(later)}</td>
                <td>{lane === 'external' ? workers.join(', ') || (waiting > 0 ? m.nobody : '–') : m.millrace}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {data?.complete === false && <Note>{m.queuesCut}</Note>}
    </Card>
  );
}
