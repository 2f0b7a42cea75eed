import { Button } from '../../ui/button/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { type InboxMessages, messages } from '../messages/index.gen.js';
import { conditionsOf, type InboxSearch, viewOf } from '../search/inbox-search.js';
import type { Counts } from '../tasks/inbox-query.js';
import styles from './list.module.css';

export interface EmptyListProps {
  readonly search: InboxSearch;
  readonly counts: Counts | undefined;
  onChange(change: Partial<Record<keyof InboxSearch, string | undefined>>): void;
}

/** Why nothing is listed, and the nearest way on. */
export function EmptyList({ search, counts, onChange }: EmptyListProps) {
  const m = messages.use();
  const conditions = conditionsOf(search);
  if (conditions.length > 0) {
    const names = conditions.map((name) => nameOf(name, m)).join(', ');
    const clear = () => onChange(Object.fromEntries(conditions.map((name) => [name, undefined])));
    return (
      <div className={styles.empty}>
        <Empty kind="filtered" title={m.emptyFiltered} actions={<Button onClick={clear}>{m.clearFilters}</Button>}>
          {m.emptyFilteredText({ count: conditions.length, names })}
        </Empty>
      </div>
    );
  }
  const view = viewOf(search);
  const [title, text] = {
    mine: [m.emptyMine, m.emptyMineText],
    team: [m.emptyTeam, m.emptyTeamText],
    done: [m.emptyDone, m.emptyDoneText],
  }[view] as [string, string];
  const team = counts?.team ?? 0;
  const actions =
    view === 'mine' ? (
      <>
        {team > 0 && <Button onClick={() => onChange({ view: 'team' })}>{`${m.team} ${team}`}</Button>}
        <Button look="quiet" onClick={() => onChange({ view: 'done' })}>
          {m.seeDone}
        </Button>
      </>
    ) : undefined;
  return (
    <div className={styles.empty}>
      <Empty kind="nothing" title={title} actions={actions}>
        {text}
      </Empty>
    </div>
  );
}

const nameOf = (name: 'project' | 'workflow' | 'due' | 'priority' | 'text', m: InboxMessages): string =>
  ({
    project: m.conditionProject,
    workflow: m.conditionWorkflow,
    due: m.conditionDue,
    priority: m.conditionPriority,
    text: m.conditionText,
  })[name];
