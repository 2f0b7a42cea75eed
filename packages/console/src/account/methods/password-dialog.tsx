import { type FormEvent, useState } from 'react';
import { isProblem } from '../../api/problem.js';
import { useChange } from '../../api/queries.js';
import { showToast } from '../../frame/toasts.js';
import { useMe } from '../../session/session.js';
import { Button } from '../../ui/button/button.js';
import { Dialog } from '../../ui/dialog/dialog.js';
import { Checkbox, TextInput } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { ReasonText } from '../../ui/reason/reason-text.js';
import { messages } from '../messages/index.gen.js';

const FORM = 'set-password';
const SHORTEST = 12;

/** Sets a password, or another one, which takes the present one. The other sessions end. */
export function PasswordDialog({ hasPassword, onClose }: { hasPassword: boolean; onClose(): void }) {
  const m = messages.use();
  const { user } = useMe();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isShown, setShown] = useState(false);
  const { mutate, error, isPending } = useChange('setPassword');
  const isFilled = next !== '' && (current !== '' || !hasPassword);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isFilled) return;
    mutate(
      { password: next, ...(hasPassword ? { currentPassword: current } : {}) },
      {
        onSuccess: ({ endedSessions }) => {
          showToast({ text: m.passwordChanged({ count: endedSessions }) });
          onClose();
        },
      },
    );
  };
  const isWrong = isProblem(error, 'ERROR_WRONG_SIGN_IN');
  const isWeak = isProblem(error) && error.problem.errors?.some(({ pointer }) => pointer === '/password') === true;
  const type = isShown ? 'text' : 'password';
  return (
    <Dialog
      title={hasPassword ? m.changePassword : m.setPassword}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{m.cancel}</Button>
          <Button look="primary" type="submit" form={FORM} isBusy={isPending} disabled={!isFilled}>
            {m.save}
          </Button>
        </>
      }
    >
      <form id={FORM} className="col g16" onSubmit={submit}>
        {/* Password managers keep the new password for this name. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} />
        {hasPassword && (
          <Field label={m.currentPassword} error={isWrong ? m.passwordWrong : undefined}>
            {(ids) => (
              <TextInput
                {...ids}
                type={type}
                autoComplete="current-password"
                value={current}
                onChange={({ target }) => setCurrent(target.value)}
              />
            )}
          </Field>
        )}
        <Field
          label={m.newPassword}
          hint={m.passwordRules}
          error={isWeak ? ([...next].length < SHORTEST ? m.passwordShort : m.passwordWeak) : undefined}
        >
          {(ids) => (
            <TextInput
              {...ids}
              type={type}
              autoComplete="new-password"
              value={next}
              onChange={({ target }) => setNext(target.value)}
            />
          )}
        </Field>
        <Checkbox checked={isShown} onChange={({ target }) => setShown(target.checked)}>
          {m.showPassword}
        </Checkbox>
        {error !== null && !isWrong && !isWeak && !isProblem(error, 'ERROR_STEP_UP_REQUIRED') && (
          <ReasonText error={error} />
        )}
      </form>
    </Dialog>
  );
}
