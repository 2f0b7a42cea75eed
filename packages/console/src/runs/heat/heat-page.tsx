import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { addOperations } from '../../api/operations.js';
import { isProblem } from '../../api/problem.js';
import { read } from '../../api/queries.js';
import { runOperations } from '../../api/run-operations.js';
import { PageHead } from '../../frame/page-head.js';
import { useLocale } from '../../messages/locale.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { Select } from '../../ui/field/controls.js';
import { Segments } from '../../ui/tabs/segments.js';
import { DiagramView } from '../diagram/diagram-view.js';
import type { Marks } from '../diagram/viewer.js';
import { messages as runMessages } from '../messages/index.gen.js';
import { elementName } from '../model/element-words.js';
import type { FlowModel } from '../model/flow-model.js';
import { useWorkflowNames } from '../model/use-run.js';
import { ElementTable } from './element-table.js';
import { heatOf, kindOf, measures } from './heat.js';
import styles from './heat.module.css';
import { Legend } from './legend.js';
import { messages } from './messages/index.gen.js';
import { numberText } from './number-text.js';
import { type HeatSearch, periods, readHeatSearch } from './search.js';
import { Visits } from './visits.js';

addOperations(runOperations);

const route = getRouteApi('/frame/runs/$subProjectId/elements');
const none: ReadonlyMap<string, number> = new Map();

/** Where the runs of a workflow wait and how long they take: numbers on the diagram, in a table, and the runs behind each. */
export function HeatPage() {
  const { subProjectId } = route.useParams();
  const m = messages.use();
  const runs = runMessages.use();
  const { data, error, refetch } = useQuery({ ...read('getWorkflows', { subProjectId }), staleTime: 60_000 });
  const given: HeatSearch = route.useSearch();
  const search = readHeatSearch({ ...given });
  const navigate = useNavigate();
  const change = (next: HeatSearch) =>
    void navigate({
      to: '/runs/$subProjectId/elements',
      params: { subProjectId },
      search: { ...given, ...next },
      replace: true,
    });
  if (isProblem(error) && error.status === 403) {
    return (
      <Empty kind="denied" isPage title={runs.deniedTitle}>
        {runs.deniedText}
      </Empty>
    );
  }
  const workflowId = search.workflow ?? data?.workflows[0]?.id;
  return (
    <>
      <PageHead title={m.title}>
        <Link to="/runs/$subProjectId" params={{ subProjectId }} className="t13">
          {runs.title}
        </Link>
      </PageHead>
      {error !== null && <ProblemView error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <SkeletonRows count={8} />}
      {data !== undefined && workflowId === undefined && (
        <Empty kind="nothing" title={m.noWorkflows}>
          {m.noWorkflowsText}
        </Empty>
      )}
      {workflowId !== undefined && (
        <Measured
          key={`${workflowId} ${search.version}`}
          subProjectId={subProjectId}
          workflowId={workflowId}
          search={search}
          onSearch={change}
        />
      )}
    </>
  );
}

interface MeasuredProps {
  readonly subProjectId: string;
  readonly workflowId: string;
  readonly search: ReturnType<typeof readHeatSearch>;
  onSearch(change: HeatSearch): void;
}

function Measured({ subProjectId, workflowId, search, onSearch }: MeasuredProps) {
  const m = messages.use();
  const runs = runMessages.use();
  const locale = useLocale();
  const { version, days, show, element } = search;
  const [from] = useState(() => Date.now());
  const about = {
    subProjectId,
    workflowId,
    from: new Date(from - Number(days) * 86_400_000).toISOString(),
    ...(version === undefined ? {} : { version }),
  };
  const statistics = useQuery({ ...read('getElementStatistics', about), placeholderData: (before) => before });
  const diagram = useQuery({
    ...read('getWorkflowDiagram', { subProjectId, workflowId, ...(version === undefined ? {} : { version }) }),
    staleTime: 60_000,
  });
  const [model, setModel] = useState<FlowModel>();
  const elements = statistics.data?.elements;
  const onSelect = (id: string | undefined) => onSearch({ element: id, kind: undefined });
  const nameOf = (id: string) => elementName(model, runs, id);
  const marks = useMemo<Marks>(() => {
    const heat = heatOf(elements ?? [], show);
    return {
      taken: new Set(),
      tokens: none,
      incidents: none,
      selected: element,
      heat: new Map(
        [...heat].map(([id, { level, value }]) => [
          id,
          { level, text: numberText(value, show, locale), title: m.measureOf({ measure: show }) },
        ]),
      ),
    };
  }, [elements, show, element, locale, m]);
  const kind = search.kind ?? kindOf(show);
  return (
    <>
      <Tools about={about} search={search} current={diagram.data?.version} onSearch={onSearch} />
      <div className={`scroll ${styles.page}`}>
        {diagram.error !== null && <ProblemView error={diagram.error} onRetry={() => void diagram.refetch()} />}
        {statistics.error !== null && (
          <ProblemView error={statistics.error} onRetry={() => void statistics.refetch()} />
        )}
        <div className={styles.drawing}>
          {diagram.data !== undefined && (
            <DiagramView bpmn={diagram.data.bpmn} marks={marks} onSelect={onSelect} onModel={setModel} />
          )}
        </div>
        <Legend measure={show} marks={marks} />
        {elements === undefined && statistics.error === null && <SkeletonRows count={6} />}
        {elements?.length === 0 && (
          <Empty kind="nothing" title={m.emptyTitle}>
            {m.emptyText}
          </Empty>
        )}
        {elements !== undefined && elements.length > 0 && (
          <ElementTable
            elements={elements}
            order={model === undefined ? [] : [...model.elements.keys()]}
            nameOf={nameOf}
            selected={element}
            onShow={(elementId, shown) => onSearch({ element: elementId, kind: shown })}
          />
        )}
        {element !== undefined && elements?.some(({ elementId }) => elementId === element) === true && (
          <Visits key={`${element} ${kind}`} about={about} elementId={element} kind={kind} name={nameOf(element)} />
        )}
      </div>
    </>
  );
}

interface ToolsProps {
  readonly about: { readonly subProjectId: string; readonly workflowId: string };
  readonly search: MeasuredProps['search'];
  /** Version that is shown. */
  readonly current: string | undefined;
  onSearch(change: HeatSearch): void;
}

function Tools({ about: { subProjectId, workflowId }, search, current, onSearch }: ToolsProps) {
  const m = messages.use();
  const workflows = useWorkflowNames(subProjectId);
  const [newest, setNewest] = useState<number>();
  if (search.version === undefined && current !== undefined && newest !== Number(current)) setNewest(Number(current));
  const { data } = useQuery({
    ...read('getWorkflowDiagram', { subProjectId, workflowId }),
    staleTime: 60_000,
    enabled: search.version !== undefined,
  });
  const last = newest ?? Number(data?.version ?? search.version ?? 1);
  return (
    <div className={styles.tools}>
      <Select
        aria-label={m.chooseWorkflow}
        value={workflowId}
        onChange={({ target }) =>
          onSearch({ workflow: target.value, version: undefined, element: undefined, kind: undefined })
        }
      >
        {[...workflows].map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <Select
        aria-label={m.version}
        value={search.version ?? ''}
        onChange={({ target }) =>
          onSearch({ version: target.value === '' ? undefined : target.value, element: undefined, kind: undefined })
        }
      >
        <option value="">{m.onlyCurrent}</option>
        {Array.from({ length: Math.max(0, last - 1) }, (_, at) => String(last - 1 - at)).map((number) => (
          <option key={number} value={number}>
            {m.versionNumber({ number })}
          </option>
        ))}
      </Select>
      <Segments
        label={m.time}
        items={periods.map((id) => ({ id, label: m.days({ days: id }) }))}
        selected={search.days}
        onSelect={(days) => onSearch({ days })}
      />
      <Segments
        label={m.show}
        items={measures.map((id) => ({ id, label: m.measureOf({ measure: id }) }))}
        selected={search.show}
        onSelect={(show) => onSearch({ show, kind: undefined })}
      />
    </div>
  );
}
