import { useState } from 'react';
import { Button } from '../button/button.js';
import { Sample } from '../gallery/sample.js';
import { Dialog } from './dialog.js';

function DialogSample() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Deploy version 8</Button>
      <Dialog
        title="Deploy version 8?"
        isOpen={isOpen}
        onClose={close}
        actions={
          <>
            <Button shortcut="Esc" onClick={close}>
              Not yet
            </Button>
            <Button look="primary" onClick={close}>
              Deploy version 8
            </Button>
          </>
        }
      >
        Field amount: the minimum rises from 0 to 10. 148 running runs stay on version 7.
      </Dialog>
    </>
  );
}

export const dialogs = () => (
  <Sample name="Dialog">
    <DialogSample />
  </Sample>
);
