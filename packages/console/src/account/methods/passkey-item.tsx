import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '../../api/call.js';
import { useChange } from '../../api/queries.js';
import { showToast } from '../../frame/toasts.js';
import { Button } from '../../ui/button/button.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import { TextDialog } from '../parts/text-dialog.js';
import { Method } from './method.js';
import { RemoveMethod } from './remove-method.js';

type Passkey = AnswerOf<'getFactors'>['passkeys'][number];

export function PasskeyItem({ passkey: { id, name, createdTs, usedTs } }: { passkey: Passkey }) {
  const m = messages.use();
  const [isNaming, setNaming] = useState(false);
  const rename = useChange('renamePasskey');
  const remove = useChange('removePasskey');
  const shown = m.passkey({ name });
  const save = (next: string): void =>
    rename.mutate(
      { passkeyId: id, name: next },
      {
        onSuccess: () => {
          setNaming(false);
          showToast({ text: m.renamed({ name: next }) });
        },
      },
    );
  return (
    <Method
      icon={Fingerprint}
      name={shown}
      detail={
        <>
          {usedTs === null ? m.since : m.seen} <When at={usedTs ?? createdTs} />
        </>
      }
    >
      <Button size="small" onClick={() => setNaming(true)}>
        {m.rename}
        <span className="vh"> {shown}</span>
      </Button>
      <RemoveMethod name={shown} isBusy={remove.isPending} remove={() => remove.mutateAsync({ passkeyId: id })} />
      {isNaming && (
        <TextDialog
          title={m.renamePasskey}
          label={m.name}
          hint={m.renamePasskeyHint}
          value={name}
          save={m.save}
          input={{ maxLength: 100 }}
          isBusy={rename.isPending}
          error={rename.error}
          onSave={save}
          onClose={() => setNaming(false)}
        />
      )}
    </Method>
  );
}
