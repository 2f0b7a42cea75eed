import { useQuery } from '@tanstack/react-query';
import { KeySquare, LifeBuoy, Plus, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { read, useChange } from '../../api/queries.js';
import { Button } from '../../ui/button/button.js';
import { Items, Section } from '../../ui/section/section.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import { LinkedAccounts } from './linked-accounts.js';
import { Method } from './method.js';
import { PasskeyItem } from './passkey-item.js';
import { PasswordDialog } from './password-dialog.js';
import { RecoveryCodes } from './recovery-codes.js';
import { RemoveMethod } from './remove-method.js';
import { useAddFactor } from './use-add-factor.js';

/** The ways in which the person can sign in. */
export function Methods() {
  const m = messages.use();
  const factors = useQuery(read('getFactors', {}));
  const { data } = factors;
  const removeTotp = useChange('removeTotp');
  const addFactor = useAddFactor();
  return (
    <Section
      title={m.methods}
      reading={factors}
      actions={
        <Button size="small" icon={Plus} onClick={addFactor}>
          {m.addMethod}
        </Button>
      }
    >
      {data !== undefined && (
        <Items>
          <Password hasPassword={data.password} />
          {data.passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} />
          ))}
          {data.totp !== null && (
            <Method
              icon={Smartphone}
              name={m.app}
              detail={
                <>
                  {m.since} <When at={data.totp.createdTs} />
                </>
              }
            >
              <RemoveMethod name={m.app} isBusy={removeTotp.isPending} remove={() => removeTotp.mutateAsync({})} />
            </Method>
          )}
          <LinkedAccounts />
          {(data.totp !== null || data.passkeys.length > 0) && (
            <Method icon={LifeBuoy} name={m.recoveryCodes({ count: data.recoveryCodes })}>
              <RecoveryCodes />
            </Method>
          )}
        </Items>
      )}
    </Section>
  );
}

function Password({ hasPassword }: { hasPassword: boolean }) {
  const m = messages.use();
  const [isOpen, setOpen] = useState(false);
  return (
    <Method icon={KeySquare} name={m.password} detail={hasPassword ? undefined : m.noPassword}>
      <Button size="small" onClick={() => setOpen(true)}>
        {hasPassword ? m.changePassword : m.setPassword}
      </Button>
      {isOpen && <PasswordDialog hasPassword={hasPassword} onClose={() => setOpen(false)} />}
    </Method>
  );
}
