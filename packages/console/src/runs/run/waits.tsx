import { Link } from '@tanstack/react-router';
import { CircleCheck, CirclePause, Cog, type LucideIcon, Mail, Timer, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FlowModel } from '../../diagram/flow-model.js';
import { useMe } from '../../session/session.js';
import type { Tone } from '../../ui/badge/badge.js';
import { Icon } from '../../ui/icon/icon.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import { elementName } from '../model/element-words.js';
import type { RunAnswer } from '../model/use-run.js';
import styles from './run.module.css';

interface Reason {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly text: ReactNode;
  readonly action?: ReactNode;
}

export interface WaitsProps {
  readonly subProjectId: string;
  readonly answer: RunAnswer;
  readonly model: FlowModel | undefined;
  /** False: an earlier moment is shown. What the run waits for is what it waits for now. */
  readonly isNow: boolean;
}

/** In words, what the run waits for: people, workers, times, messages, and what stops it. */
export function Waits({ subProjectId, answer, model, isNow }: WaitsProps) {
  const m = messages.use();
  const reasons = useReasons(subProjectId, answer, model);
  const isEnded = ['COMPLETED', 'REJECTED', 'CANCELLED'].includes(answer.run.state);
  return (
    <section className={styles.waits} aria-label={m.waitsFor}>
      {!isNow && <p className="t12 t3">{m.waitsNow}</p>}
      {reasons.length === 0 && <p className="t13 t2">{isEnded ? m.hasEnded : m.worksOn}</p>}
      <ul>
        {reasons.map(({ id, icon, tone, text, action }) => (
          <li key={id} className={`${styles.wait} state-${tone}`}>
            <Icon of={icon} />
            <span className="grow">{text}</span>
            {action}
          </li>
        ))}
      </ul>
    </section>
  );
}

function useReasons(subProjectId: string, { run, detail, names = {} }: RunAnswer, model: FlowModel | undefined) {
  const m = messages.use();
  const me = useMe();
  const named = (id: string) => elementName(model, m, id);
  const bold = (children: ReactNode) => <b className="b5">{children}</b>;
  const personOf = (id: string) => (id === me.user.id ? m.you : ((names as Record<string, string>)[id] ?? m.somebody));
  const list = (words: readonly string[]) => words.join(m.or);
  const stopped = new Set<string>();
  const reasons: Reason[] = [];
  for (const { id, elementId, message, resolvedTs } of detail.incidents) {
    if (resolvedTs !== null) continue;
    stopped.add(elementId);
    const text = m.waitsIncident({ element: () => bold(named(elementId)), message });
    reasons.push({ id, icon: TriangleAlert, tone: 'failed', text });
  }
  for (const task of detail.tasks) {
    const who =
      task.assignee !== null
        ? personOf(task.assignee)
        : list([
            ...task.candidateUsers.map(personOf),
            ...(task.candidateGroups.length === 0 ? [] : [m.anybodyWith({ roles: list(task.candidateGroups) })]),
          ]) || m.somebody;
    reasons.push({
      id: task.id,
      icon: CirclePause,
      tone: 'waiting',
      text: (
        <>
          {m.waitsTask({ who: () => bold(who), task: () => bold(task.name) })} · <When at={task.createdTs} />
        </>
      ),
      action: task.allowed?.decide === true && (
        <Link to={'/inbox' as string} search={{ task: `${subProjectId}.${task.id}` } as never} className="b5">
          {m.openTask}
        </Link>
      ),
    });
  }
  for (const { key, type, elementId, state, lastError, retries, dueTs } of detail.jobs) {
    if (stopped.has(elementId)) continue;
    const element = () => bold(named(elementId));
    const due = () => <When at={dueTs} />;
    const text =
      state === 'LEASED'
        ? m.waitsLeased({ type, element })
        : state === 'FAILED'
          ? m.waitsRetry({ type, element, due, count: retries, error: lastError ?? '' })
          : m.waitsWorker({ type, element });
    reasons.push({ id: key, icon: Cog, tone: state === 'FAILED' ? 'waiting' : 'running', text });
  }
  for (const { elementId, kind, name, correlationKey } of detail.waits) {
    const text = m.waitsEvent({
      kind,
      element: () => bold(named(elementId)),
      name: name ?? '',
      hasKey: correlationKey === null ? 'no' : 'yes',
      key: correlationKey ?? '',
    });
    reasons.push({
      id: `${kind} ${elementId} ${name ?? ''} ${correlationKey ?? ''}`,
      icon: Mail,
      tone: 'waiting',
      text,
    });
  }
  for (const { key, elementId, dueTs } of detail.timers) {
    const text = m.waitsTimer({ element: () => bold(named(elementId)), due: () => <When at={dueTs} /> });
    reasons.push({ id: key, icon: Timer, tone: 'plain', text });
  }
  if (reasons.length === 0 && run.state === 'COMPLETED') {
    reasons.push({ id: 'ended', icon: CircleCheck, tone: 'completed', text: m.hasEnded });
  }
  return reasons;
}
