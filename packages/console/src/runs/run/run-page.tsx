import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ListTree, Workflow } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { addOperations } from '../../api/operations.js';
import { read } from '../../api/queries.js';
import { runOperations } from '../../api/run-operations.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { Segments } from '../../ui/tabs/segments.js';
import { DiagramView } from '../diagram/diagram-view.js';
import { OutlineView } from '../diagram/outline-view.js';
import type { Marks } from '../diagram/viewer.js';
import { messages } from '../messages/index.gen.js';
import type { FlowModel } from '../model/flow-model.js';
import { type RunSearch, readRunSearch } from '../model/search.js';
import { useRun } from '../model/use-run.js';
import { momentAt } from '../replay/replay.js';
import { Scrubber } from '../replay/scrubber.js';
import { useTimeline } from '../replay/use-timeline.js';
import { MoveButton, useMayMove } from './move/move-button.js';
import styles from './run.module.css';
import { RunHead } from './run-head.js';
import { RunSide } from './run-side.js';
import { countsOf } from './status.js';
import { Waits } from './waits.js';

type View = 'diagram' | 'outline';
addOperations(runOperations);

const route = getRouteApi('/frame/runs/$subProjectId/$runId');

/** A run: its diagram at the present or at a moment before, what it waits for, and beside it what happened. */
export function RunPage() {
  const { subProjectId, runId } = route.useParams();
  return <ShownRunPage key={runId} subProjectId={subProjectId} runId={runId} />;
}

function ShownRunPage({ subProjectId, runId }: { subProjectId: string; runId: string }) {
  const m = messages.use();
  const { at, element } = readRunSearch({ ...route.useSearch() });
  const navigate = useNavigate();
  const answer = useRun(subProjectId, runId);
  const { run, detail } = answer;
  const timeline = useTimeline(subProjectId, runId);
  const diagram = useQuery({
    ...read('getWorkflowDiagram', { subProjectId, workflowId: run.workflowId, runId }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [model, setModel] = useState<FlowModel>();
  const [view, setView] = useState<View>('diagram');
  const [dragged, setDragged] = useState<{ readonly from: string; readonly to: string }>();

  const change = useCallback(
    (next: RunSearch) =>
      void navigate({
        to: '/runs/$subProjectId/$runId',
        params: { subProjectId, runId },
        search: (before: RunSearch) => ({ ...before, ...next }),
        replace: true,
      }),
    [navigate, subProjectId, runId],
  );
  const onSelect = useCallback((id: string | undefined) => change({ element: id }), [change]);
  const onMoment = useCallback((next: number | undefined) => change({ at: next }), [change]);

  const { entries } = timeline;
  const isNow = at === undefined || at >= entries.length;
  const shownAt = isNow ? entries.length : Math.max(1, at);
  // biome-ignore lint/correctness/useExhaustiveDependencies: entries are only added, so their number says whether they changed
  const moment = useMemo(
    () => momentAt(entries, shownAt, (id) => model?.elements.has(id) ?? true),
    [entries.length, shownAt, model],
  );
  const mayMove = useMayMove(subProjectId, detail.active, model) && isNow;
  const counts = useMemo(() => countsOf(moment, isNow ? detail : undefined), [moment, isNow, detail]);
  const marks = useMemo<Marks>(
    () => ({ ...counts, taken: new Set([...moment.visits.keys(), ...moment.flows]), selected: element }),
    [counts, moment, element],
  );
  return (
    <>
      <RunHead subProjectId={subProjectId} answer={answer} />
      <div className={styles.page}>
        <div className={styles.main}>
          <div className={styles.views}>
            <Segments<View>
              label={m.showAs}
              items={[
                { id: 'diagram', label: m.diagram, icon: Workflow },
                { id: 'outline', label: m.outline, icon: ListTree },
              ]}
              selected={view}
              onSelect={setView}
            />
            {mayMove && model !== undefined && (
              <MoveButton
                subProjectId={subProjectId}
                runId={runId}
                active={detail.active}
                model={model}
                selected={element}
                dragged={dragged}
                onDone={() => setDragged(undefined)}
              />
            )}
            <Legend />
          </div>
          {diagram.error !== null && <ProblemView error={diagram.error} onRetry={() => void diagram.refetch()} />}
          <div className={view === 'diagram' ? styles.drawing : styles.hidden}>
            {diagram.data !== undefined && (
              <DiagramView
                bpmn={diagram.data.bpmn}
                marks={marks}
                onSelect={onSelect}
                onModel={setModel}
                onMove={mayMove ? (from, to) => setDragged({ from, to }) : undefined}
              />
            )}
          </div>
          {view === 'outline' && model !== undefined && (
            <OutlineView model={model} marks={marks} visits={moment.visits} onSelect={onSelect} />
          )}
          {timeline.error !== null && <ProblemView error={timeline.error} onRetry={timeline.retry} />}
          <Scrubber entries={entries} at={shownAt} onChange={onMoment} />
          <Waits subProjectId={subProjectId} answer={answer} model={model} isNow={isNow} />
        </div>
        <RunSide
          answer={answer}
          timeline={timeline}
          moment={moment}
          at={shownAt}
          model={model}
          selected={element}
          onMoment={onMoment}
          onSelect={onSelect}
        />
      </div>
    </>
  );
}

/** What the colours of the drawing mean. */
function Legend() {
  const m = messages.use();
  return (
    <ul className={`${styles.legend} t12 t2`} aria-label={m.legend}>
      <li>
        <i className={styles.taken} />
        {m.legendTaken}
      </li>
      <li>
        <i className={styles.line} />
        {m.legendNotTaken}
      </li>
      <li>
        <i className={styles.token} />
        {m.legendToken}
      </li>
    </ul>
  );
}
