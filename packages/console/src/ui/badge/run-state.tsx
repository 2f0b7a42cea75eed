import {
  Circle,
  CircleCheck,
  CirclePause,
  CirclePlay,
  CircleSlash,
  CircleX,
  type LucideIcon,
  OctagonAlert,
} from 'lucide-react';
import { Icon } from '../icon/icon.js';
import { messages } from '../messages/index.gen.js';
import { type Tone, toneClass } from './badge.js';
import styles from './badge.module.css';

export type RunStateName = 'RACING' | 'PAUSED' | 'COMPLETED' | 'REJECTED' | 'FAILED' | 'CANCELLED';

const tones: Readonly<Record<RunStateName, Tone>> = {
  RACING: 'running',
  PAUSED: 'waiting',
  COMPLETED: 'completed',
  REJECTED: 'rejected',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
};

const icons: Readonly<Record<Tone, LucideIcon>> = {
  plain: Circle,
  accent: Circle,
  running: CirclePlay,
  waiting: CirclePause,
  completed: CircleCheck,
  rejected: CircleX,
  failed: OctagonAlert,
  cancelled: CircleSlash,
};

/** Whether a text is a state of runs. */
export const isRunState = (state: string): state is RunStateName => Object.hasOwn(tones, state);

/** The state of a run: colour, icon and word. `isPill` in headers, plain in rows. */
export function RunState({ state, isPill }: { state: RunStateName; isPill?: boolean }) {
  const m = messages.use();
  return (
    <StateWord tone={tones[state]} isPill={isPill}>
      {m.runState({ state })}
    </StateWord>
  );
}

/** A state in one of the tones, for example of a sub-project's own processes. */
export function StateWord({
  tone = 'plain',
  children,
  isPill = false,
}: {
  tone?: Tone | undefined;
  children: string;
  isPill?: boolean | undefined;
}) {
  return (
    <span className={`${isPill ? styles.pill : styles.state} ${toneClass(tone)}`}>
      <Icon of={icons[tone]} size={14} />
      {children}
    </span>
  );
}
