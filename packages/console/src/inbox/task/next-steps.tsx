import { useState } from 'react';
import { isProblem } from '../../api/problem.js';
import type { JsonObject } from '../../form/schema/entered.js';
import { RaceLine } from '../../ui/race/race.js';
import { messages } from '../messages/index.gen.js';
import type { SubProjectSchema } from '../tasks/schemas.js';
import type { TaskDetail } from '../tasks/task-query.js';
import { EffectText } from './effect-text.js';
import styles from './next-steps.module.css';
import { type Preview, usePreview } from './use-preview.js';

export interface NextStepsProps {
  readonly detail: TaskDetail;
  readonly schema: SubProjectSchema | undefined;
  /** What is filled in so far. */
  readonly payload: JsonObject;
  readonly comment: string;
}

/** More of them are shown when asked for. */
const MOST = 3;
const INVALID_VALUE = 'ERROR_PROCESS_INVALID_FIELD_VALUE';

/** What happens next, in words: after an approval, and after a rejection. */
export function NextSteps({ detail, schema, payload, comment }: NextStepsProps) {
  const m = messages.use();
  const [approved, setApproved] = useState(true);
  const { data, error } = usePreview(detail, approved, payload, comment);
  return (
    <section className={styles.next} aria-label={m.nextLabel}>
      <span className={styles.choices}>
        {[true, false].map((each) => (
          <button
            key={String(each)}
            type="button"
            className={styles.choice}
            aria-pressed={each === approved}
            onClick={() => setApproved(each)}
          >
            {each ? m.nextApproved : m.nextRejected}
          </button>
        ))}
      </span>
      <div className={styles.steps} aria-live="polite" aria-busy={data === undefined && error === null}>
        {data !== undefined && <Steps key={String(approved)} preview={data} detail={detail} schema={schema} />}
        {error !== null && (
          <p className="t13 t2">{isProblem(error, INVALID_VALUE) ? m.nextAfterForm : m.nextUnknown}</p>
        )}
      </div>
    </section>
  );
}

interface StepsProps extends Pick<NextStepsProps, 'detail' | 'schema'> {
  readonly preview: Preview;
}

function Steps({ preview: { effects, hidden }, detail, schema }: StepsProps) {
  const m = messages.use();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? effects : effects.slice(0, MOST);
  const left = effects.length - shown.length + (isWhole ? 0 : hidden);
  if (effects.length + hidden === 0) {
    return <p className="t13 t2">{detail.task.approval === undefined ? m.nextNothing : m.nextVotes}</p>;
  }
  return (
    <RaceLine label={m.nextLabel}>
      {shown.map((effect, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: effects that do not move
        <li key={index}>
          <EffectText effect={effect} detail={detail} schema={schema} />
        </li>
      ))}
      {left > 0 && (
        <li>
          <button type="button" className={styles.choice} onClick={() => setWhole(true)}>
            {m.nextMore({ count: left })}
          </button>
        </li>
      )}
      {isWhole && hidden > 0 && <li className="t2">{m.nextHidden({ count: hidden })}</li>}
    </RaceLine>
  );
}
