import { Button } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { Facts } from '../../ui/table/facts.js';
import { messages } from '../messages/index.gen.js';
import { valueIn } from '../model/schema.js';
import { Value } from '../parts/cell.js';
import type { Conflict } from './use-save.js';

/** Before, theirs and yours, and which of the two stays. */
export function ConflictDialog({
  conflict,
  onSettle,
}: {
  conflict: Conflict | undefined;
  onSettle(keepMine: boolean): void;
}) {
  const m = messages.use();
  if (conflict === undefined) return null;
  const { of, process, before, yours } = conflict;
  const currency = of.unit === undefined ? undefined : valueIn(process, `fields.${of.unit}`);
  const unit = typeof currency === 'string' ? currency : undefined;
  return (
    <Dialog
      title={m.conflict({ label: of.label })}
      onClose={() => onSettle(false)}
      actions={
        <>
          <Button onClick={() => onSettle(false)}>{m.keepTheirs}</Button>
          <Button look="primary" onClick={() => onSettle(true)}>
            {m.saveMine}
          </Button>
        </>
      }
    >
      <p className="t2">{m.conflictText}</p>
      <Facts
        items={[
          [m.before, <Value key="before" of={of} unit={unit} value={before} />],
          [m.theirs, <Value key="theirs" of={of} unit={unit} value={valueIn(process, of.key)} />],
          [m.conflictYours, <Value key="yours" of={of} unit={unit} value={yours} />],
        ]}
      />
    </Dialog>
  );
}
