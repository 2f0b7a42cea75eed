import { Bell, CalendarClock, Hourglass, ListTodo, type LucideIcon, Mail, Server, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { fieldOf } from '../../form/schema/form-field.js';
import { labelOf } from '../../form/schema/label.js';
import { ValueView } from '../../form/value-view.js';
import { Badge } from '../../ui/badge/badge.js';
import { Icon } from '../../ui/icon/icon.js';
import { When } from '../../ui/text/when.js';
import { type InboxMessages, messages } from '../messages/index.gen.js';
import type { SubProjectSchema } from '../tasks/schemas.js';
import type { TaskDetail } from '../tasks/task-query.js';
import type { Effect } from './use-preview.js';

interface EffectTextProps {
  readonly effect: Effect;
  readonly detail: TaskDetail;
  readonly schema: SubProjectSchema | undefined;
}

/** One thing that a decision would do, in words. */
export function EffectText({ effect, detail, schema }: EffectTextProps) {
  const m = messages.use();
  const { kind, name = '', dueTs, text } = effect;
  switch (kind) {
    case 'process':
      return <Change effect={effect} detail={detail} schema={schema} />;
    case 'task':
      return (
        <Marked icon={ListTodo}>
          {m.nextTask({ name })} <span className="t2">{whomOf(effect, detail)}</span>
        </Marked>
      );
    case 'job':
      return <Marked icon={effect.jobType === 'email' ? Mail : Server}>{jobText(effect, m)}</Marked>;
    case 'timer':
      return (
        <Marked icon={CalendarClock}>
          {m.nextTimer} {dueTs !== undefined && <When at={dueTs} />}
        </Marked>
      );
    case 'wait':
      return <Marked icon={Hourglass}>{name === '' ? m.nextWait : m.nextWaitFor({ name })}</Marked>;
    case 'message':
    case 'event':
      return <Marked icon={Bell}>{m.nextSent({ name })}</Marked>;
    case 'incident':
      return <Marked icon={TriangleAlert}>{m.nextStops({ text })}</Marked>;
    case 'later':
      return m.nextLater;
    case 'end':
      return m.nextEnd;
  }
}

const Marked = ({ icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <>
    <Icon of={icon} size={14} />
    <span>{children}</span>
  </>
);

/** A new state, priority or stage, or another value of a field. */
function Change({ effect: { member = '', to }, detail, schema }: EffectTextProps) {
  const m = messages.use();
  if (member.startsWith('fields.')) {
    const found = schema?.fields.find(({ name }) => name === member.slice('fields.'.length));
    const field = fieldOf(member.slice('fields.'.length), found?.schema ?? {});
    const values: Readonly<Record<string, unknown>> = { ...detail.process?.fields };
    const unit = values[field.schema['x-ui']?.unit ?? ''];
    const users = Object.entries(detail.names).map(([id, name]) => ({ id, name }));
    return (
      <span>
        {m.nextBecomes({ what: field.label })}{' '}
        <b className="b5">
          <ValueView field={field} value={to} unit={unit} references={{ users }} />
        </b>
      </span>
    );
  }
  const key = String(to);
  const what = { state: m.nextState, priority: m.priority }[member] ?? m.nextStage;
  const stage = member === 'stageKey' ? schema?.stages.values.find((each) => each.key === key)?.name : undefined;
  const tone = member === 'state' ? schema?.states.values.find((each) => each.key === key)?.tone : undefined;
  return (
    <span>
      {m.nextBecomes({ what })} <Badge tone={tone ?? 'plain'}>{stage ?? labelOf(key.toLowerCase())}</Badge>
    </span>
  );
}

/** Who gets the task: people by their names, roles as they are called. Ids without a name are left out. */
function whomOf({ assignee, candidates = [] }: Effect, { names }: TaskDetail): string {
  const whom = assignee === undefined ? candidates : [assignee];
  return whom.flatMap((each) => names[each] ?? (isId(each) ? [] : labelOf(each.toLowerCase()))).join(', ');
}

const isId = (text: string): boolean => /^[\da-f]{8}-/.test(text);

function jobText({ jobType, name }: Effect, m: InboxMessages): string {
  const what = jobType === 'email' ? m.nextEmail : jobType === 'http' ? m.nextCall : m.nextWork;
  return name === undefined ? what : `${what}: ${name}`;
}
