import { Info, X } from 'lucide-react';
import type { FlowModel } from '../../diagram/flow-model.js';
import { useLocale } from '../../messages/locale.js';
import { Button } from '../../ui/button/button.js';
import { Note } from '../../ui/feedback/note.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { Icon } from '../../ui/icon/icon.js';
import { messages } from '../messages/index.gen.js';
import { clockTime } from '../model/clock-time.js';
import { elementName } from '../model/element-words.js';
import type { RunDetail } from '../model/use-run.js';
import type { TimelineEntry } from '../replay/replay.js';
import type { ReadTimeline } from '../replay/use-timeline.js';
import styles from './timeline.module.css';
import { Values } from './values.js';

export interface TimelineListProps {
  readonly timeline: ReadTimeline;
  readonly at: number;
  readonly model: FlowModel | undefined;
  readonly selected: string | undefined;
  readonly incidents: RunDetail['incidents'];
  onMoment(at: number): void;
  onSelect(id: string | undefined): void;
}

/** Flows without a name say nothing that the elements around them do not say. */
const isTold = ({ event, elementId }: TimelineEntry, model: FlowModel | undefined): boolean =>
  event !== 'flowTaken' || (model?.flows.get(elementId ?? '') ?? '') !== '';

/** What happened in the run, oldest first. An entry leads to its moment. */
export function TimelineList({ timeline, at, model, selected, incidents, onMoment, onSelect }: TimelineListProps) {
  const m = messages.use();
  const locale = useLocale();
  const { entries, total, isRead } = timeline;
  if (!isRead) return <SkeletonRows count={10} />;
  const shown = entries.filter(
    (entry) => isTold(entry, model) && (selected === undefined || entry.elementId === selected),
  );
  const days = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { dateStyle: 'full' });
  let day = '';
  return (
    <div className={styles.feed}>
      {selected !== undefined && (
        <p className={styles.only}>
          {m.onlyOf({ name: elementName(model, m, selected) })}
          <Button look="quiet" size="small" icon={X} onClick={() => onSelect(undefined)}>
            {m.showAll}
          </Button>
        </p>
      )}
      {shown.length === 0 && <p className="t13 t3">{m.nothingOf}</p>}
      <ol className={styles.list}>
        {shown.map((entry) => {
          const { sequence } = entry;
          const isNew = days.format(new Date(entry.at)) !== day;
          day = days.format(new Date(entry.at));
          const look = sequence > at ? styles.future : sequence === at ? styles.current : '';
          return (
            <li key={sequence}>
              {isNew && <h2 className={styles.day}>{day}</h2>}
              <button
                type="button"
                className={`${styles.entry} ${look} ${/^incident$|denied/.test(entry.event) ? styles.bad : ''}`}
                aria-current={sequence === at ? 'step' : undefined}
                onClick={() => onMoment(sequence)}
              >
                <time className="num t12" dateTime={entry.at}>
                  {clockTime(new Date(entry.at), locale)}
                </time>
                <span className={styles.dot} />
                <span className="grow">
                  {m.event({
                    event: entry.event,
                    element: () => <b className="b5">{elementName(model, m, entry.elementId ?? '')}</b>,
                  })}
                  <EntryDetail entry={entry} incidents={incidents} />
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      {entries.length < total && (
        <Note>
          <Icon of={Info} size={14} /> {m.timelineCut({ shown: entries.length, total })}
        </Note>
      )}
    </div>
  );
}

/** Variables, words of people, and why an incident was raised. */
function EntryDetail({ entry, incidents }: { entry: TimelineEntry; incidents: RunDetail['incidents'] }) {
  const { variables, message } = (entry.detail ?? {}) as {
    readonly variables?: Readonly<Record<string, unknown>>;
    readonly message?: string;
  };
  // The timeline says that there was an incident; what it said stands with the incidents.
  const raised =
    entry.event === 'incident'
      ? incidents.find(({ elementId, createdTs }) => elementId === entry.elementId && createdTs === entry.at)
      : undefined;
  const text = message ?? raised?.message;
  return (
    <>
      {text !== undefined && <span className={styles.message}>{text}</span>}
      {variables !== undefined && <Values values={variables} />}
    </>
  );
}
