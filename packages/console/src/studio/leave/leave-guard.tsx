import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { messages } from '../messages/index.gen.js';

export interface LeaveGuardProps {
  readonly isChanged: boolean;
  /** What would be lost. */
  readonly children: ReactNode;
}

/** Asks before changes are lost that were not deployed. */
export function LeaveGuard({ isChanged, children }: LeaveGuardProps) {
  const m = messages.use();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  return (
    <Dialog
      isOpen={status === 'blocked'}
      title={m.leaveTitle}
      onClose={() => reset?.()}
      back={m.stay}
      actions={
        <Button look="danger" onClick={() => proceed?.()}>
          {m.leave}
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}
