import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { Button } from '../../ui/button/button.js';
import { Secret } from '../../ui/copy/secret.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { Note } from '../../ui/feedback/note.js';
import { messages } from '../messages/index.gen.js';

/** Makes ten new codes, after a question, because those before end with it. */
export function RecoveryCodes() {
  const m = messages.use();
  const [isAsking, setAsking] = useState(false);
  const { mutate, data, reset, isPending } = useChange('createRecoveryCodes');
  const close = (): void => {
    setAsking(false);
    reset();
  };
  const create = (): void => mutate({}, { onError: (error) => showFailure(error) });
  const actions =
    data === undefined ? (
      <>
        <Button onClick={close}>{m.keepCodes}</Button>
        <Button look="primary" isBusy={isPending} onClick={create}>
          {m.newCodes}
        </Button>
      </>
    ) : (
      <Button look="primary" onClick={close}>
        {m.keptCodes}
      </Button>
    );
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {m.newCodes}
      </Button>
      <Dialog title={m.newCodes} isOpen={isAsking} onClose={close} actions={actions}>
        {data === undefined ? (
          m.newCodesText
        ) : (
          <div className="col g12">
            <Note tone="waiting">{m.codesShownOnce}</Note>
            <Secret text={data.recoveryCodes.join('\n')} />
          </div>
        )}
      </Dialog>
    </>
  );
}
