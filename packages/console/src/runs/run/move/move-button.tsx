import { MoveRight } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { may } from '../../../session/can.js';
import { useMe } from '../../../session/session.js';
import { Button } from '../../../ui/button/button.js';
import { messages } from '../../messages/index.gen.js';
import type { MoveDialogProps } from './move-dialog.js';

const MoveDialog = lazy(() => import('./move-dialog.js').then(({ MoveDialog: component }) => ({ default: component })));

/** For those who may operate: moves a token of a run that has one. */
export function MoveButton(props: Omit<MoveDialogProps, 'onClose'>) {
  const m = messages.use();
  const me = useMe();
  const [isOpen, setOpen] = useState(false);
  const { subProjectId, active, model } = props;
  const hasToken = active.some(({ elementId }) => model.elements.has(elementId));
  if (!hasToken || !may(me, { grant: 'workflow.operate', subProjectId })) return null;
  return (
    <>
      <Button size="small" icon={MoveRight} onClick={() => setOpen(true)}>
        {m.moveToken}
      </Button>
      {isOpen && (
        <Suspense>
          <MoveDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
