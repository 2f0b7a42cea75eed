import { useState } from 'react';
import { showFailure } from '../../frame/failure.js';
import { showToast } from '../../frame/toasts.js';
import { Button } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { messages } from '../messages/index.gen.js';

interface RemoveMethodProps {
  readonly name: string;
  /** Removes it; the server keeps the last way to sign in. */
  remove(): Promise<unknown>;
  readonly isBusy: boolean;
}

/** A button that takes a way to sign in away, after a question. */
export function RemoveMethod({ name, remove, isBusy }: RemoveMethodProps) {
  const m = messages.use();
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  // The list is read again before the promise ends, so this part may be gone by then.
  const confirm = (): void =>
    void remove()
      .then(() => void showToast({ text: m.removed({ name }) }), showFailure)
      .then(close);
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {m.remove}
        <span className="vh"> {name}</span>
      </Button>
      <Dialog
        title={m.removeTitle({ name })}
        isOpen={isAsking}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{m.keep}</Button>
            <Button look="danger" isBusy={isBusy} onClick={confirm}>
              {m.remove}
            </Button>
          </>
        }
      >
        {m.removeText}
      </Dialog>
    </>
  );
}
