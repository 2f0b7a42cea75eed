import { MoveRight } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { FlowModel } from '../../../diagram/flow-model.js';
import { may } from '../../../session/can.js';
import { useMe } from '../../../session/session.js';
import { Button } from '../../../ui/button/button.js';
import { messages } from '../../messages/index.gen.js';
import type { MoveDialogProps } from './move-dialog.js';

const MoveDialog = lazy(() => import('./move-dialog.js').then(({ MoveDialog: component }) => ({ default: component })));

/** Whether the person may move tokens of a run, and it has one. */
export function useMayMove(
  subProjectId: string,
  active: MoveDialogProps['active'],
  model: FlowModel | undefined,
): boolean {
  const isOperator = may(useMe(), { grant: 'workflow.operate', subProjectId });
  return isOperator && active.some(({ elementId }) => model?.elements.has(elementId) === true);
}

export interface MoveButtonProps extends Pick<MoveDialogProps, 'subProjectId' | 'runId' | 'active' | 'model'> {
  /** The element that is selected in the drawing. */
  readonly selected: string | undefined;
  /** Where a token was dragged from and to. */
  readonly dragged: { readonly from: string; readonly to: string } | undefined;
  /** The dialog about it was closed. */
  onDone(): void;
}

/** Moves a token: the dialog opens by the button, or because one was dragged. */
export function MoveButton({ selected, dragged, onDone, ...run }: MoveButtonProps) {
  const m = messages.use();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={MoveRight} onClick={() => setOpen(true)}>
        {m.moveToken}
      </Button>
      {(isOpen || dragged !== undefined) && (
        <Suspense>
          <MoveDialog
            key={`${dragged?.from} ${dragged?.to}`}
            {...run}
            from={dragged?.from ?? selected}
            to={dragged?.to}
            onClose={() => {
              setOpen(false);
              onDone();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
