import { useQuery } from '@tanstack/react-query';
import { SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { read, useChange } from '../../api/queries.js';
import { Button } from '../../ui/button/button.js';
import { FormDialog } from '../../ui/dialog/form-dialog.js';
import { OnceDialog } from '../../ui/dialog/once-dialog.js';
import { TextField } from '../../ui/field/text-field.js';
import { Item, Items, Section } from '../../ui/section/section.js';
import { messages } from '../messages/index.gen.js';
import { ClientDeeds } from './client-deeds.js';
import { ClientName, ClientSecrets } from './client-state.js';

const MOST = '100';

/** The clients with which programs act as a user. */
export function UserClients({ userId }: { readonly userId: string }) {
  const m = messages.use();
  const [isCreating, setCreating] = useState(false);
  const reading = useQuery(read('getClients', { userId, perPageCount: MOST }));
  const clients = reading.data?.clients ?? [];
  return (
    <Section
      title={m.clients}
      reading={reading}
      actions={
        <Button size="small" onClick={() => setCreating(true)}>
          {m.newClient}
        </Button>
      }
    >
      {clients.length === 0 && <p className="t13 t3">{m.noClients}</p>}
      {clients.length > 0 && (
        <Items>
          {clients.map((client) => (
            <Item
              key={client.clientId}
              icon={SquareTerminal}
              name={<ClientName client={client} />}
              detail={
                <>
                  {client.scope === '' ? m.allRights : client.scope} · <ClientSecrets client={client} />
                </>
              }
              actions={<ClientDeeds client={client} />}
            />
          ))}
        </Items>
      )}
      {isCreating && <CreateDialog userId={userId} onClose={() => setCreating(false)} />}
    </Section>
  );
}

function CreateDialog({ userId, onClose }: { readonly userId: string; onClose(): void }) {
  const m = messages.use();
  const [clientId, setClientId] = useState('');
  const [scope, setScope] = useState('');
  const { mutate, data, error, isPending } = useChange('createClient');
  if (data !== undefined) {
    const title = m.clientCreated({ clientId: data.client.clientId });
    return (
      <OnceDialog title={title} text={m.secretOnce} done={m.keptSecret} secret={data.client_secret} onClose={onClose} />
    );
  }
  return (
    <FormDialog
      title={m.newClient}
      deed={m.create}
      isPending={isPending}
      error={error}
      onSubmit={() => mutate({ userId, ...(clientId !== '' && { clientId }), ...(scope !== '' && { scope }) })}
      onClose={onClose}
    >
      <TextField
        label={m.clientId}
        hint={m.clientIdHint}
        value={clientId}
        onChange={(text) => setClientId(text.trim())}
      />
      <TextField label={m.scope} hint={m.scopeHint} maxLength={1000} value={scope} onChange={setScope} />
    </FormDialog>
  );
}
