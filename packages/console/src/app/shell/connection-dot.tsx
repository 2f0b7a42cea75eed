import { useSyncExternalStore } from 'react';
import { connectionState, onConnectionChange } from '../../live/connection.js';
import { messages } from '../messages/index.gen.js';
import styles from './rail.module.css';

/** Whether changes of others appear by themselves. */
export function ConnectionDot() {
  const m = messages.use();
  const state = useSyncExternalStore(onConnectionChange, connectionState);
  return (
    <span className={`${styles.live} ${styles[state]}`} title={m.connectionText({ state })}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.word}>{m.connection({ state })}</span>
    </span>
  );
}
