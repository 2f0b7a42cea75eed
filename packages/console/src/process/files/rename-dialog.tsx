import { useState } from 'react';
import { useChange } from '../../api/queries.js';
import { Button } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { TextInput } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { useReasons } from '../../ui/reason/reason.js';
import { messages } from '../messages/index.gen.js';

interface RenameDialogProps {
  readonly subProjectId: string;
  readonly file: { readonly id: string; readonly fileName: string };
  onClose(): void;
}

/** Another name for a file. */
export function RenameDialog({ subProjectId, file, onClose }: RenameDialogProps) {
  const m = messages.use();
  const reasons = useReasons();
  const [fileName, setName] = useState(file.fileName);
  const rename = useChange('renameFile');
  const submit = () => {
    if (fileName.trim() === '' || fileName === file.fileName) return onClose();
    rename.mutate({ subProjectId, fileId: file.id, fileName }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={m.renameFile}
      onClose={onClose}
      back={m.cancel}
      actions={
        <Button look="primary" isBusy={rename.isPending} onClick={submit}>
          {m.rename}
        </Button>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field label={m.fileName} error={rename.error === null ? undefined : reasons(rename.error)}>
          {(ids) => <TextInput {...ids} value={fileName} onChange={({ target }) => setName(target.value)} />}
        </Field>
      </form>
    </Dialog>
  );
}
