import { useMemo } from 'react';
import { labelOf } from '../../form/schema/label.js';
import type { References } from '../../form/schema/references.js';
import { usePeople } from '../../form/schema/use-people.js';
import { ValueView } from '../../form/value-view.js';
import { showFailure } from '../../frame/failure.js';
import { Button } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { messages } from '../messages/index.gen.js';
import { formFieldOf, type ShownProcess } from '../model/use-process.js';
import type { Save } from '../model/use-save.js';
import styles from './fields.module.css';

/** Three values of one field: as it was, what somebody else made of it, and what the person wants. */
export function ConflictDialog({
  save,
  shown: { schema },
  references,
}: {
  save: Save;
  shown: ShownProcess;
  references: References;
}) {
  const m = messages.use();
  const { conflict } = save;
  const field = useMemo(() => {
    const declared = schema.fields.find(({ name }) => name === conflict?.name);
    return declared === undefined ? undefined : formFieldOf(declared);
  }, [schema, conflict]);
  const users = usePeople(schema.subProjectId, field?.kind === 'user');
  if (conflict === undefined) return null;
  const label = field?.label ?? labelOf(conflict.name);
  const choose = (keepsOwn: boolean) => save.resolve(keepsOwn).catch(showFailure);
  const view = (value: unknown) =>
    field === undefined ? (
      String(value ?? '–')
    ) : (
      <ValueView field={field} value={value} references={{ ...references, users }} />
    );
  return (
    <Dialog
      title={m.conflictTitle({ label })}
      onClose={() => void choose(false)}
      actions={
        <>
          <Button onClick={() => void choose(false)}>{m.keepTheirs}</Button>
          <Button look="primary" onClick={() => void choose(true)}>
            {m.saveYours}
          </Button>
        </>
      }
    >
      <p className="t2">{m.conflictText}</p>
      <dl className={styles.three}>
        <dt>{m.before}</dt>
        <dd>{view(conflict.before)}</dd>
        <dt>{m.theirs}</dt>
        <dd>{view(conflict.theirs)}</dd>
        <dt>{m.yours}</dt>
        <dd>{view(conflict.yours)}</dd>
      </dl>
    </Dialog>
  );
}
