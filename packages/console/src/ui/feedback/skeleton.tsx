import { useEffect, useState } from 'react';
import { Spinner } from '../icon/spinner.js';
import { messages } from '../messages/index.gen.js';
import styles from './feedback.module.css';

const WIDTHS = ['34%', '18%', '12%', '22%'];
const STILL_MS = 3000;

/** A grey bar in the shape of what comes. It appears after 150 ms. */
export const Skeleton = ({ width, height = 10 }: { width: string; height?: number }) => (
  <span className={styles.late} aria-hidden="true">
    <span className={styles.skeleton} style={{ width, height }} />
  </span>
);

/** Rows of a list that is being loaded; after three seconds it says so. */
export function SkeletonRows({ count = 8 }: { count?: number }) {
  return (
    <div aria-busy="true">
      <StillWorking />
      <div className={styles.rows} aria-hidden="true">
        {Array.from({ length: count }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same
          <div key={row} className={styles.skeletonRow}>
            {WIDTHS.map((width) => (
              <span key={width} style={{ width }}>
                <Skeleton width="100%" />
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

/** Says after three seconds that an answer is still awaited. */
export function StillWorking({ onCancel }: { onCancel?: () => void }) {
  const m = messages.use();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), STILL_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return (
    <div className={styles.still} role="status">
      <Spinner size={14} />
      {m.stillWorking}
      {onCancel !== undefined && (
        <button type="button" onClick={onCancel}>
          {m.cancel}
        </button>
      )}
    </div>
  );
}
