import { type FormEvent, useState } from 'react';
import { isProblem } from '../api/problem.js';
import { useChange } from '../api/queries.js';
import { Button } from '../ui/button/button.js';
import { Secret } from '../ui/copy/secret.js';
import { Dialog } from '../ui/dialog/dialog.js';
import { Note } from '../ui/feedback/note.js';
import { ProblemView } from '../ui/feedback/problem.js';
import { Select, TextInput } from '../ui/field/controls.js';
import { Field } from '../ui/field/field.js';
import { messages } from './messages/index.gen.js';

const DAYS = [7, 30, 90, 365] as const;
const FORM = 'create-token';

/** Asks for a name and a term; then shows the token, once. */
export function CreateTokenDialog({ onClose }: { onClose(): void }) {
  const m = messages.use();
  const [name, setName] = useState('');
  const [days, setDays] = useState('90');
  const { mutate, data, error, isPending } = useChange('createPersonalToken');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== '') mutate({ name: name.trim(), expiresInDays: Number(days) });
  };
  if (data !== undefined) {
    return (
      <Dialog
        title={m.tokenCreated}
        onClose={onClose}
        actions={
          <Button look="primary" onClick={onClose}>
            {m.keptToken}
          </Button>
        }
      >
        <div className="col g12">
          <Note tone="waiting">{m.shownOnce}</Note>
          <Secret text={data.token} />
        </div>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={m.createToken}
      onClose={onClose}
      back={m.notYet}
      actions={
        <Button look="primary" type="submit" form={FORM} isBusy={isPending} disabled={name.trim() === ''}>
          {m.createToken}
        </Button>
      }
    >
      <form id={FORM} className="col g16" onSubmit={submit}>
        <Field label={m.tokenName} hint={m.tokenNameHint} isRequired>
          {(ids) => (
            <TextInput {...ids} maxLength={200} value={name} onChange={({ target }) => setName(target.value)} />
          )}
        </Field>
        <Field label={m.tokenTerm}>
          {(ids) => (
            <Select {...ids} value={days} onChange={({ target }) => setDays(target.value)}>
              {DAYS.map((count) => (
                <option key={count} value={count}>
                  {m.days({ count })}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {error !== null && !isProblem(error, 'ERROR_STEP_UP_REQUIRED') && <ProblemView error={error} />}
      </form>
    </Dialog>
  );
}
