import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { read } from '../api/queries.js';
import { useProcessTitles } from '../form/schema/use-process-titles.js';
import { useLocale } from '../messages/locale.js';
import { timeSpent } from '../messages/time-spent.js';
import { Button } from '../ui/button/button.js';
import { Card } from '../ui/card/card.js';
import { ProblemView } from '../ui/feedback/problem.js';
import { SkeletonRows } from '../ui/feedback/skeleton.js';
import { ColumnHead, figureCell, Table } from '../ui/table/table.js';
import { useNow, When } from '../ui/text/when.js';
import { messages } from './messages/index.gen.js';
import type { By, Counted } from './model/search.js';

const STEP = 50;
const MOST = 1000;

export interface StayListProps {
  readonly subProjectId: string;
  readonly by: By;
  readonly counted: Counted;
  /** The time of the numbers. */
  readonly from: string;
  readonly to: string;
  /** Of the state or stage. */
  readonly name: string;
}

/** The processes behind a number: those that stay, or stayed, longest come first. */
export function StayList({ subProjectId, by, counted: { value, of, old }, from, to, name }: StayListProps) {
  const m = messages.use();
  const locale = useLocale();
  const now = useNow();
  const [shown, setShown] = useState(STEP);
  const { data, error, refetch, isFetching } = useQuery({
    ...read('getProcessStays', {
      ...{ filters: JSON.stringify({ subProjectId_id: subProjectId }), by, value, of, from, to },
      ...{ fromDays: String(old ?? 0), page: '1', perPageCount: String(shown) },
    }),
    placeholderData: keepPreviousData,
  });
  const titles = useProcessTitles(
    subProjectId,
    (data?.stays ?? []).slice(0, 4 * STEP).map(({ processId }) => processId),
  );
  const total = Number(data?.meta.totalCount ?? 0);
  const title = m.stays({ of, count: total, value: name });
  return (
    <Card title={data === undefined ? name : title}>
      {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonRows count={4} />}
      {data !== undefined && total > 0 && (
        <Table aria-label={title} density="dense">
          <thead>
            <tr>
              <ColumnHead>{m.process}</ColumnHead>
              <ColumnHead>{m.entered}</ColumnHead>
              {of !== 'now' && <ColumnHead>{m.left}</ColumnHead>}
              <ColumnHead isFigure>{m.stayed}</ColumnHead>
            </tr>
          </thead>
          <tbody>
            {data.stays.map(({ processId, enteredTs, leftTs }) => (
              <tr key={`${processId} ${enteredTs}`}>
                <td className="b5">
                  <Link to="/processes/$subProjectId/$processId" params={{ subProjectId, processId }}>
                    {titles.get(processId) ?? m.process}
                  </Link>
                </td>
                <td>
                  <When at={enteredTs} />
                </td>
                {of !== 'now' && <td>{leftTs === null ? '–' : <When at={leftTs} />}</td>}
                <td className={figureCell}>
                  {timeSpent(
                    Math.max(0, (leftTs === null ? now.getTime() : Date.parse(leftTs)) - Date.parse(enteredTs)) / 1000,
                    locale,
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {data !== undefined && total > data.stays.length && shown < MOST && (
        <Button isBusy={isFetching} onClick={() => setShown(Math.min(MOST, shown + STEP))}>
          {m.showMore}
        </Button>
      )}
    </Card>
  );
}
