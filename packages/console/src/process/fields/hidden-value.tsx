import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { read } from '../../api/queries.js';
import { Button } from '../../ui/button/button.js';
import { Icon } from '../../ui/icon/icon.js';
import { messages } from '../messages/index.gen.js';
import styles from './fields.module.css';

interface HiddenValueProps {
  readonly subProjectId: string;
  readonly processId: string;
  readonly field: string;
}

/** A value that the caller's role hides, with the rule that does. */
export function HiddenValue({ subProjectId, processId, field }: HiddenValueProps) {
  const m = messages.use();
  const [isAsked, setAsked] = useState(false);
  const request = read('explainAccess', { subProjectId, operation: 'getProcess', processId, field });
  const { data } = useQuery({ ...request, enabled: isAsked });
  return (
    <span className={styles.hidden}>
      <Icon of={Lock} size={14} />
      {m.hidden}
      {data === undefined && (
        <Button size="small" look="quiet" isBusy={isAsked} onClick={() => setAsked(true)}>
          {m.why}
        </Button>
      )}
      {data !== undefined && <span className="mono">{data.decidedBy}</span>}
    </span>
  );
}
