import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useKeys } from '../frame/keys.js';
import { useTitle } from '../frame/title.js';
import { showToast } from '../frame/toasts.js';
import { Empty } from '../ui/feedback/empty.js';
import { isSigned, type NewDecision, tasksOf, voteOn } from './decide/decision.js';
import { useDecide } from './decide/use-decide.js';
import styles from './inbox.module.css';
import { ListPane, type ListPaneProps } from './list-pane.js';
import { messages } from './messages/index.gen.js';
import { refText } from './search/inbox-search.js';
import { needsComment } from './tasks/needs-comment.js';
import { titleOf } from './tasks/summary.js';
import { useInboxPage } from './use-inbox-page.js';

const loadTaskPane = () => import('./task/task-pane.js');
const TaskPane = lazy(() => loadTaskPane().then(({ TaskPane: component }) => ({ default: component })));
const Outcomes = lazy(() => import('./decide/outcomes.js').then(({ Outcomes: component }) => ({ default: component })));

/** The work of a person: what waits for them on the left, one task on the right. */
export function InboxPage() {
  const m = messages.use();
  const state = useInboxPage();
  const [isFiltering, setFiltering] = useState(false);
  const { decide, sendNow } = useDecide();
  const { items, index, open, selected, select, show, change, step, goOn } = state;
  useTitle(m.title);
  // Phones show the list first; the task is there when one is opened.
  useEffect(() => void loadTaskPane(), []);
  const picked = items.filter(({ task }) => selected.has(task.id));
  const decideMany = (decisions: readonly NewDecision[]) => {
    const idsOf = (all: readonly NewDecision[]) => new Set(all.flatMap(tasksOf).map(({ taskId }) => taskId));
    decide(decisions, (undone) => select(idsOf(undone)));
    select(new Set());
    const decided = idsOf(decisions);
    if (items[index] !== undefined && decided.has(items[index].task.id))
      show(items.find(({ task }) => !decided.has(task.id)));
  };
  const swiped = useRef<ListPaneProps['onSwipe']>(undefined);
  useEffect(() => {
    swiped.current = (item, side) => {
      const { task, subProject, title } = { ...item, title: titleOf(item) };
      const approved = side === 'approve';
      // The task says that a passkey signs it.
      if (isSigned(task)) return show(item, false);
      if (needsComment({ commentRequired: item.commentRequired, reason: task.approval?.reason }, approved)) {
        show(item, false);
        return void showToast({ text: m.reasonFirst({ title }), tone: 'plain' });
      }
      const decision = {
        subProjectId: subProject.id,
        runId: task.runId,
        taskId: task.id,
        title,
        payload: {},
        comment: '',
      };
      decide([{ ...decision, approved, ...voteOn(task, approved) }], () => undefined);
    };
  });
  // The same function always: rows that stay as they are need not be drawn again.
  const onSwipe = useCallback<ListPaneProps['onSwipe']>((item, side) => swiped.current?.(item, side), []);
  const group = m.keysGroup;
  const current = items[index];
  useKeys([
    { keys: 'j', label: m.next, group, run: () => step(1) },
    { keys: 'k', label: m.previous, group, run: () => step(-1) },
    {
      keys: 'x',
      label: m.selectKey,
      group,
      isOn: current?.allowed.decide === true,
      run: () => current && state.onSelect(current),
    },
    { keys: '/', label: m.filter, group, run: () => setFiltering(true) },
    { keys: 'mod+Enter', label: m.sendNow, group, whileTyping: true, run: () => void sendNow() },
    {
      keys: 'Escape',
      label: m.back,
      group,
      run: () => (selected.size > 0 ? select(new Set()) : change({ task: undefined })),
    },
  ]);
  return (
    <div className={`${styles.inbox} ${open === undefined ? '' : styles.hasTask}`}>
      <Suspense>
        <Outcomes open={(decision) => change({ task: refText(decision) }, false)} />
      </Suspense>
      {open !== undefined && <h1 className={`vh ${styles.phoneOnly}`}>{m.title}</h1>}
      <ListPane
        state={state}
        picked={picked}
        isFiltering={isFiltering}
        onFilter={() => setFiltering((before) => !before)}
        onDecideMany={decideMany}
        onSwipe={onSwipe}
      />
      {open === undefined ? (
        <div className={styles.choose}>
          {items.length > 0 && (
            <Empty kind="nothing" title={m.chooseTask}>
              {m.chooseTaskText}
            </Empty>
          )}
        </div>
      ) : (
        <Suspense fallback={<div className={styles.choose} />}>
          <TaskPane
            key={open.taskId}
            of={open}
            position={index === -1 ? undefined : { index: index + 1, count: items.length }}
            onBack={() => change({ task: undefined })}
            onStep={step}
            onDecided={goOn}
          />
        </Suspense>
      )}
    </div>
  );
}
