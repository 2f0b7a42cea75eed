import { WifiOff } from 'lucide-react';
import { Icon } from '../../ui/icon/icon.js';
import { messages } from '../messages/index.gen.js';
import styles from './list.module.css';

/** How many decisions wait for a connection. */
export function WaitingNote({ count }: { count: number }) {
  const m = messages.use();
  return (
    <p className={`${styles.queue} row t12 t2`} role="status">
      <Icon of={WifiOff} size={14} />
      {m.waitingDecision({ count })}
    </p>
  );
}
