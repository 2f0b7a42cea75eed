import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { isProblem } from '../api/problem.js';
import { read, useChange } from '../api/queries.js';
import { Button } from '../ui/button/button.js';
import { Dialog } from '../ui/dialog/dialog.js';
import { ProblemView } from '../ui/feedback/problem.js';
import { SkeletonRows } from '../ui/feedback/skeleton.js';
import { TextInput } from '../ui/field/controls.js';
import { Field } from '../ui/field/field.js';
import { useReasons } from '../ui/reason/reason.js';
import { messages } from './messages/index.gen.js';
import { askForPasskey, hasPasskeys } from './passkey.js';
import { goToSignIn } from './session.js';

type Proof = 'password' | 'code' | 'recoveryCode';

interface StepUpFormProps {
  onProved(): void;
  onCancel(): void;
}

/** A passkey, or one field: the password, else a code of the app, else a recovery code. Otherwise the sign-in page. */
export function StepUpForm(props: StepUpFormProps) {
  const m = messages.use();
  return (
    <Dialog title={m.stepUp} onClose={props.onCancel}>
      <Proofs {...props} />
    </Dialog>
  );
}

function Proofs({ onProved, onCancel }: StepUpFormProps) {
  const m = messages.use();
  const reasons = useReasons();
  const factors = useQuery(read('getFactors', {}));
  const { mutate, error, isPending } = useChange('stepUp');
  const [value, setValue] = useState('');
  if (factors.error !== null) return <ProblemView error={factors.error} onRetry={() => void factors.refetch()} />;
  if (factors.data === undefined) return <SkeletonRows count={2} />;
  const { password, totp, recoveryCodes, passkeys } = factors.data;
  const proof: Proof | undefined = password
    ? 'password'
    : totp !== null
      ? 'code'
      : recoveryCodes > 0
        ? 'recoveryCode'
        : undefined;
  const canUsePasskey = passkeys.length > 0 && hasPasskeys();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (proof !== undefined && value !== '') mutate({ [proof]: value }, { onSuccess: onProved });
  };
  const takePasskey = async (): Promise<void> => {
    const passkey = await askForPasskey();
    if (passkey !== undefined) mutate({ passkey }, { onSuccess: onProved });
  };
  return (
    <form className="col g16" onSubmit={submit}>
      <p>{m.stepUpText}</p>
      {canUsePasskey && (
        <Button icon={KeyRound} onClick={() => void takePasskey()}>
          {m.usePasskey}
        </Button>
      )}
      {proof !== undefined && (
        <Field label={m.proof({ proof })} error={isProblem(error) ? reasons(error) : undefined}>
          {(ids) => (
            <TextInput
              {...ids}
              type={proof === 'password' ? 'password' : 'text'}
              autoComplete={proof === 'password' ? 'current-password' : 'one-time-code'}
              value={value}
              onChange={({ target }) => setValue(target.value)}
            />
          )}
        </Field>
      )}
      {error !== null && !isProblem(error) && <ProblemView error={error} />}
      <div className="row wrap">
        <span className="grow" />
        <Button onClick={onCancel}>{m.notNow}</Button>
        {proof === undefined ? (
          <Button look={canUsePasskey ? 'default' : 'primary'} onClick={goToSignIn}>
            {m.signInAgain}
          </Button>
        ) : (
          <Button look="primary" type="submit" isBusy={isPending}>
            {m.confirm}
          </Button>
        )}
      </div>
    </form>
  );
}
