import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isProblem } from '../api/problem.js';
import { read } from '../api/queries.js';
import { PageHead } from '../frame/page-head.js';
import { lookOf } from '../ui/button/button.js';
import { Card } from '../ui/card/card.js';
import { Empty } from '../ui/feedback/empty.js';
import { Note } from '../ui/feedback/note.js';
import { ProblemView } from '../ui/feedback/problem.js';
import { SkeletonRows } from '../ui/feedback/skeleton.js';
import { Segments } from '../ui/tabs/segments.js';
import { When } from '../ui/text/when.js';
import { Chart } from './chart.js';
import styles from './flow.module.css';
import { messages } from './messages/index.gen.js';
import { type Counted, type FlowSearch, type Period, periods, type readFlowSearch } from './model/search.js';
import { StayList } from './stay-list.js';
import { ValueTable } from './value-table.js';

export interface FlowViewProps {
  readonly subProjectId: string;
  readonly search: ReturnType<typeof readFlowSearch>;
  /** The number whose processes are listed. */
  readonly counted: Counted | undefined;
  onSearch(change: FlowSearch): void;
}

export function FlowView({ subProjectId, search, counted, onSearch }: FlowViewProps) {
  const m = messages.use();
  const { by, days } = search;
  const { data, error, refetch } = useQuery({
    ...read('getProcessStatistics', {
      filters: JSON.stringify({ subProjectId_id: subProjectId }),
      by,
      from: dayBefore(Number(days)),
      bucket: periods[days],
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    }),
    placeholderData: keepPreviousData,
  });
  const schema = useQuery(read('getSubProjectSchema', { subProjectId }));
  const stages = new Map(schema.data?.stages.values.map(({ key, name }) => [key, name]));
  const nameOf = (value: string) => (by === 'stageKey' ? (stages.get(value) ?? value) : value);
  if (isProblem(error) && error.status === 403) {
    return (
      <Empty kind="denied" isPage title={m.deniedTitle}>
        {m.deniedText}
      </Empty>
    );
  }
  const onShow = ({ value, of, old }: Counted) => onSearch({ value, of, old });
  const isEmpty = data?.values.every(({ now, entered }) => now === 0 && entered === 0) === true;
  return (
    <>
      <PageHead title={m.title}>
        <Link to="/calendars/$subProjectId" params={{ subProjectId }} className={lookOf({ look: 'quiet' })}>
          {m.calendars}
        </Link>
      </PageHead>
      <div className={styles.tools}>
        <Segments
          label={m.by}
          items={[
            { id: 'state', label: m.state },
            { id: 'stageKey', label: m.stage },
          ]}
          selected={by}
          onSelect={(next) => onSearch({ by: next, value: undefined, of: undefined, old: undefined })}
        />
        <Segments
          label={m.time}
          items={(Object.keys(periods) as Period[]).map((id) => ({ id, label: m.days({ days: id }) }))}
          selected={days}
          onSelect={(next) => onSearch({ days: next })}
        />
      </div>
      <div className={`scroll ${styles.page}`}>
        {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
        {data === undefined && error === null && <SkeletonRows count={6} />}
        {data !== undefined && isEmpty && (
          <Empty kind="nothing" title={m.emptyTitle}>
            {m.emptyText}
          </Empty>
        )}
        {data !== undefined && !isEmpty && (
          <>
            <Card title={m.inside}>
              <Chart statistics={data} nameOf={nameOf} />
            </Card>
            <Card title={m.passing}>
              <ValueTable subProjectId={subProjectId} by={by} values={data.values} nameOf={nameOf} onShow={onShow} />
            </Card>
            {counted !== undefined && (
              <StayList
                key={`${by} ${counted.value} ${counted.of} ${counted.old}`}
                subProjectId={subProjectId}
                by={by}
                counted={counted}
                from={data.from}
                to={data.to}
                name={nameOf(counted.value)}
              />
            )}
            {data.behind > 0 && <Note>{m.behind({ count: data.behind })}</Note>}
            {data.sinceTs !== null && (
              <Note>
                {m.since} <When at={data.sinceTs} />
              </Note>
            )}
          </>
        )}
      </div>
    </>
  );
}

/** The beginning of the day that was so many days ago, where the person is: it is the same all day, and so is the question. */
function dayBefore(days: number): string {
  const day = new Date();
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() - days + 1);
  return day.toISOString();
}
