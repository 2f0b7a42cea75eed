import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { read } from '../../api/queries.js';
import { useProcessTitles } from '../../form/schema/use-process-titles.js';
import { useLocale } from '../../messages/locale.js';
import { Button } from '../../ui/button/button.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { ColumnHead, figureCell, Table } from '../../ui/table/table.js';
import { useNow, When } from '../../ui/text/when.js';
import styles from './heat.module.css';
import { messages } from './messages/index.gen.js';
import { tookText } from './number-text.js';
import type { kinds } from './search.js';

const STEP = 50;
const MOST = 1000;

export interface VisitsProps {
  readonly about: {
    readonly subProjectId: string;
    readonly workflowId: string;
    readonly from: string;
    readonly version?: string;
  };
  readonly elementId: string;
  readonly kind: (typeof kinds)[number];
  /** Of the element. */
  readonly name: string;
}

/** The runs behind a number: those that wait, or took, longest come first. */
export function Visits({ about, elementId, kind, name }: VisitsProps) {
  const m = messages.use();
  const locale = useLocale();
  const now = useNow();
  const [shown, setShown] = useState(STEP);
  const { data, error, refetch, isFetching } = useQuery({
    ...read('getElementVisits', { ...about, elementId, kind, page: '1', perPageCount: String(shown) }),
    placeholderData: keepPreviousData,
  });
  const titles = useProcessTitles(
    about.subProjectId,
    (data?.visits ?? []).slice(0, STEP * 4).map(({ processId }) => processId),
  );
  const heading = useRef<HTMLHeadingElement>(null);
  const isRead = data !== undefined;
  useEffect(() => {
    if (isRead) heading.current?.scrollIntoView({ block: 'nearest' });
  }, [isRead]);
  const { subProjectId } = about;
  const total = Number(data?.meta.totalCount ?? 0);
  return (
    <section aria-label={m.state({ kind })} className={styles.visits}>
      {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonRows count={4} />}
      {data !== undefined && (
        <>
          <h2 ref={heading}>{m.runsAt({ kind, count: total, name })}</h2>
          {total === 0 && <p className="t2">{m.none}</p>}
          {total > 0 && (
            <Table aria-label={m.runsAt({ kind, count: total, name })} density="dense">
              <thead>
                <tr>
                  <ColumnHead>{m.process}</ColumnHead>
                  <ColumnHead>{m.entered}</ColumnHead>
                  {kind !== 'waiting' && <ColumnHead>{m.left}</ColumnHead>}
                  <ColumnHead isFigure>{kind === 'waiting' ? m.waitsFor : m.took}</ColumnHead>
                </tr>
              </thead>
              <tbody>
                {data.visits.map(({ runId, processId, key, enteredTs, leftTs }) => (
                  <tr key={`${runId} ${key}`}>
                    <td className="b5">
                      <Link
                        to="/runs/$subProjectId/$runId"
                        params={{ subProjectId, runId }}
                        search={{ element: elementId }}
                      >
                        {titles.get(processId) ?? m.run}
                      </Link>
                    </td>
                    <td>
                      <When at={enteredTs} />
                    </td>
                    {kind !== 'waiting' && <td>{leftTs !== null && <When at={leftTs} />}</td>}
                    <td className={figureCell}>
                      {tookText(
                        Math.max(0, (leftTs === null ? now.getTime() : Date.parse(leftTs)) - Date.parse(enteredTs)),
                        locale,
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
          {total > data.visits.length && shown < MOST && (
            <Button isBusy={isFetching} onClick={() => setShown(Math.min(MOST, shown + STEP))}>
              {m.moreRuns}
            </Button>
          )}
        </>
      )}
    </section>
  );
}
