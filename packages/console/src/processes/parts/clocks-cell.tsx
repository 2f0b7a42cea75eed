import { useLocale } from '../../messages/locale.js';
import { timeSpent } from '../../messages/time-spent.js';
import { useNow, When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import type { Process } from '../model/schema.js';

export type Clocks = NonNullable<Process['clocks']>;

/** Those that have not ended. */
export const openOf = (clocks: Clocks): Clocks => clocks.filter(({ open }) => open);

const DAY_MS = 86_400_000;

/** When a process is due or since when it is overdue, and which clock says so: the one that is due first. */
export function ClocksCell({ clocks }: { clocks: Clocks }) {
  const m = messages.use();
  const [first, ...others] = openOf(clocks);
  if (first === undefined) return <span className="t3">–</span>;
  const title = [
    first.name,
    ...(others.length > 0
      ? [`${m.clockMore({ count: others.length })}: ${others.map(({ name }) => name).join(', ')}`]
      : []),
  ].join(', ');
  return (
    <span title={title}>
      <Due of={first} /> <span className="t3">{first.name}</span>
    </span>
  );
}

function Due({ of: { state, dueTs } }: { of: Clocks[number] }) {
  const m = messages.use();
  const locale = useLocale();
  const now = useNow().getTime();
  if (dueTs === null) return <span className="t2">{m.clockPaused}</span>;
  const due = Date.parse(dueTs);
  if (state === 'BREACHED' || due <= now) {
    return <b className="b5 danger-t">{m.clockOverdue({ time: timeSpent(Math.max(0, now - due) / 1000, locale) })}</b>;
  }
  return (
    <span className={due - now < DAY_MS ? 'warn-t' : ''}>
      <When at={dueTs} />
    </span>
  );
}
