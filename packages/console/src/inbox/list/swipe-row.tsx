import { type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { messages } from '../messages/index.gen.js';
import styles from './list.module.css';
import { type SwipeSide, swipeOf } from './swipe.js';

export interface SwipeRowProps {
  readonly className: string;
  onSwipe(side: SwipeSide): void;
  readonly children: ReactNode;
}

/** A row that a finger pushes aside to decide its task. Buttons do the same: open the task, or select it. */
export function SwipeRow({ className, onSwipe, children }: SwipeRowProps) {
  const m = messages.use();
  const from = useRef<{ readonly id: number; readonly x: number; readonly y: number }>(undefined);
  const moved = useRef(false);
  const [swipe, setSwipe] = useState<ReturnType<typeof swipeOf>>();
  const end = () => {
    from.current = undefined;
    setSwipe(undefined);
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (from.current?.id !== event.pointerId) return;
    const row = event.currentTarget;
    const isRightToLeft = getComputedStyle(row).direction === 'rtl';
    const next = swipeOf(
      event.clientX - from.current.x,
      event.clientY - from.current.y,
      row.clientWidth,
      isRightToLeft,
    );
    if (next === undefined && swipe === undefined) return;
    if (!moved.current) row.setPointerCapture(event.pointerId);
    moved.current = true;
    setSwipe(next);
  };
  return (
    <div
      className={`${className} ${styles.swipeable}`}
      onPointerDown={({ pointerType, isPrimary, pointerId, clientX, clientY }) => {
        moved.current = false;
        if (pointerType === 'touch' && isPrimary) from.current = { id: pointerId, x: clientX, y: clientY };
      }}
      onPointerMove={onPointerMove}
      onPointerCancel={end}
      onPointerUp={() => {
        if (swipe?.isEnough === true) onSwipe(swipe.side);
        end();
      }}
      onClickCapture={(event) => {
        // The end of a swipe is no press.
        if (moved.current) event.stopPropagation();
        moved.current = false;
      }}
    >
      {swipe !== undefined && (
        <span
          className={`${styles.under} ${swipe.side === 'approve' ? styles.approving : styles.rejecting}`}
          data-enough={swipe.isEnough}
          aria-hidden="true"
        >
          {swipe.side === 'approve' ? m.approve : m.reject}
        </span>
      )}
      <div className={styles.pushed} style={swipe === undefined ? undefined : { insetInlineStart: swipe.shift }}>
        {children}
      </div>
    </div>
  );
}
