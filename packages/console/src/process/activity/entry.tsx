import {
  ArrowRight,
  CheckCheck,
  CircleCheck,
  CircleX,
  File,
  type LucideIcon,
  Play,
  Undo2,
  UserRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { AnswerOf } from '../../api/call.js';
import { labelOf } from '../../form/schema/label.js';
import type { References } from '../../form/schema/references.js';
import { ValueView } from '../../form/value-view.js';
import { absoluteTime } from '../../messages/instants.js';
import { useLocale } from '../../messages/locale.js';
import { Icon } from '../../ui/icon/icon.js';
import { Avatar } from '../../ui/people/avatar.js';
import { messages } from '../messages/index.gen.js';
import { formFieldOf, type SubProjectSchema } from '../model/use-process.js';
import { wordsOf } from '../model/words.js';
import styles from './activity.module.css';
import { CommentEntry } from './comment-entry.js';

export type Entry = AnswerOf<'getProcessActivity'>['activity'][number];

export interface EntryProps {
  readonly entry: Entry;
  readonly schema: SubProjectSchema;
  /** Names of people by id. */
  readonly names: Readonly<Record<string, string>>;
  readonly references: References;
  onReply?(): void;
}

/** One thing that happened. */
export function ActivityEntry(props: EntryProps) {
  const locale = useLocale();
  const { entry, schema } = props;
  const at = new Date(entry.at);
  const time = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { hour: '2-digit', minute: '2-digit' });
  const { icon, tone, text } = useLook(props);
  return (
    <article className={styles.entry}>
      <span className={`${styles.dot} ${tone === undefined ? '' : `state-${tone}`}`}>
        {icon === undefined ? <Avatar name={entry.by.name} size={24} /> : <Icon of={icon} size={14} />}
      </span>
      <div className={styles.body}>
        {entry.comment === undefined ? text : <CommentEntry {...props} comment={entry.comment} />}
        {entry.changes !== undefined && <Changes {...props} schema={schema} changes={entry.changes} />}
      </div>
      <time className="t12 t3 num" dateTime={entry.at} title={absoluteTime(at, locale)}>
        {time.format(at)}
      </time>
    </article>
  );
}

interface Look {
  readonly icon?: LucideIcon;
  readonly tone?: string;
  readonly text?: ReactNode;
}

const doneTones: Readonly<Record<string, string>> = {
  RACING: 'running',
  PAUSED: 'waiting',
  COMPLETED: 'completed',
  REJECTED: 'rejected',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
};

function useLook({ entry, names }: EntryProps): Look {
  const m = messages.use();
  const { by, action, changes, decision, run, task, file } = entry;
  const who = (
    <>
      <b className="b5">{by.name}</b>
      {decision?.onBehalfOf !== undefined && (
        <span className="t2"> {m.forPerson({ name: names[decision.onBehalfOf] ?? decision.onBehalfOf })}</span>
      )}
    </>
  );
  const bold = (text: string) => <b className="b5">{text}</b>;
  if (decision !== undefined) {
    const name = decision.task ?? m.aTask;
    const comment = decision.comment === null ? null : <p className="t2">{decision.comment}</p>;
    const { vote } = decision;
    const wantsChanges = vote?.outcome === 'requestChanges';
    return {
      icon: wantsChanges ? Undo2 : decision.approved ? CircleCheck : CircleX,
      tone: wantsChanges ? 'waiting' : decision.approved ? 'completed' : 'rejected',
      text: (
        <>
          {vote !== undefined
            ? m.votedBy({ ...vote, who: () => who, task: () => bold(name) })
            : decision.approved
              ? m.approvedBy({ who: () => who, task: () => bold(name) })
              : m.rejectedBy({ who: () => who, task: () => bold(name) })}
          {comment}
        </>
      ),
    };
  }
  if (run !== undefined) {
    const state = run.state ?? '';
    const name = run.workflow ?? m.aRun;
    return {
      icon: state === 'COMPLETED' ? CheckCheck : Play,
      tone: doneTones[state],
      text: m.runBecame({ run: () => bold(name), state }),
    };
  }
  if (task !== undefined) {
    const assignee = task.assignee === null ? undefined : (names[task.assignee] ?? task.assignee);
    const name = task.task ?? m.aTask;
    return {
      icon: UserRound,
      text:
        assignee === undefined
          ? m.taskReleased({ who: () => who, task: () => bold(name) })
          : m.taskTaken({ person: () => bold(assignee), task: () => bold(name) }),
    };
  }
  if (file !== undefined) {
    return {
      icon: File,
      text: m.fileDone({
        who: () => who,
        action: action.slice('file.'.length),
        file: () => bold(file.fileName ?? m.aFile),
      }),
    };
  }
  if (action === 'process.create') return { text: m.createdBy({ who: () => who }) };
  if (changes !== undefined) {
    return { text: changes.length === 0 ? m.changedHidden({ who: () => who }) : m.changedBy({ who: () => who }) };
  }
  return { text: who };
}

type Change = NonNullable<Entry['changes']>[number];

function Changes({ entry, schema, references, names, changes }: EntryProps & { changes: readonly Change[] }) {
  // What a new process has stands on the page already.
  if (entry.action === 'process.create') return null;
  const known = { ...references, names: { ...references.names, ...names } };
  return (
    <ul className={styles.changes}>
      {changes.map((change) => (
        <li key={change.name} className={styles.change}>
          <span className="t3">{labelOfChange(schema, change.name)}</span>
          {change.before !== null && (
            <del>
              <Value schema={schema} name={change.name} value={change.before} references={known} />
            </del>
          )}
          <Icon of={ArrowRight} size={12} />
          <ins>
            <Value schema={schema} name={change.name} value={change.after} references={known} />
          </ins>
        </li>
      ))}
    </ul>
  );
}

const FIELDS = 'fields.';

const fieldNamed = (schema: SubProjectSchema, name: string) =>
  schema.fields.find((field) => `${FIELDS}${field.name}` === name);

function labelOfChange(schema: SubProjectSchema, name: string): string {
  const field = fieldNamed(schema, name);
  return field === undefined
    ? labelOf(name.replace(FIELDS, '').replace('stageKey', 'stage'))
    : formFieldOf(field).label;
}

function Value({
  schema,
  name,
  value,
  references,
}: {
  schema: SubProjectSchema;
  name: string;
  value: unknown;
  references: References;
}) {
  const field = fieldNamed(schema, name);
  if (field !== undefined) return <ValueView field={formFieldOf(field)} value={value} references={references} />;
  if (name === 'stageKey') return schema.stages.values.find(({ key }) => key === value)?.name ?? String(value);
  return typeof value === 'string' ? wordsOf(value) : <code className="mono">{JSON.stringify(value)}</code>;
}
