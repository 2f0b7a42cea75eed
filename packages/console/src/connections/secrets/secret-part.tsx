import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '../../api/call.js';
import { read } from '../../api/queries.js';
import { Button } from '../../ui/button/button.js';
import { Note } from '../../ui/feedback/note.js';
import { Item, Items, Section } from '../../ui/section/section.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import { DeleteSecretDialog, SetSecretDialog } from './secret-dialogs.js';

export type SecretEntry = AnswerOf<'getSecrets'>['secrets'][number];

/** The sealed secrets of a sub-project: their names and uses, never their values. */
export function SecretPart({ subProjectId }: { readonly subProjectId: string }) {
  const m = messages.use();
  const reading = useQuery(read('getSecrets', { subProjectId }));
  const [set, setSet] = useState<{ readonly name: string; readonly secret?: SecretEntry | undefined }>();
  const [deleted, setDeleted] = useState<SecretEntry>();
  const { secrets = [], missing = [] } = reading.data ?? {};
  return (
    <Section
      title={m.part({ part: 'secrets' })}
      reading={reading}
      actions={
        <Button look="primary" icon={Plus} onClick={() => setSet({ name: '' })}>
          {m.newSecret}
        </Button>
      }
    >
      <p className="t13 t2">{m.secretsText}</p>
      {missing.map((name) => (
        <Note key={name} tone="waiting">
          <span className="row wrap">
            {m.missing({ name })}
            <Button size="small" onClick={() => setSet({ name })}>
              {m.setValue}
              <span className="vh"> {name}</span>
            </Button>
          </span>
        </Note>
      ))}
      {secrets.length === 0 && missing.length === 0 && <p className="t13 t3">{m.noSecrets}</p>}
      {secrets.length > 0 && (
        <Items>
          {secrets.map((secret) => (
            <Item
              key={secret.name}
              icon={KeyRound}
              name={<span className="clip b5">{secret.name}</span>}
              detail={
                <>
                  {secret.hosts.length === 0 ? m.anyHost : m.onlyHosts({ hosts: secret.hosts.join(', ') })} ·{' '}
                  {m.setBy({ name: secret.setBy.name })} <When at={secret.setTs} /> ·{' '}
                  <span title={secret.usedBy.map(({ file, elementId }) => `${file}: ${elementId}`).join('\n')}>
                    {m.usedBy({ count: secret.usedBy.length })}
                  </span>
                </>
              }
              actions={
                <span className="row">
                  <Button size="small" onClick={() => setSet({ name: secret.name, secret })}>
                    {m.setValue}
                    <span className="vh"> {secret.name}</span>
                  </Button>
                  <Button size="small" onClick={() => setDeleted(secret)}>
                    {m.delete}
                    <span className="vh"> {secret.name}</span>
                  </Button>
                </span>
              }
            />
          ))}
        </Items>
      )}
      {set !== undefined && <SetSecretDialog {...set} subProjectId={subProjectId} onClose={() => setSet(undefined)} />}
      {deleted !== undefined && (
        <DeleteSecretDialog secret={deleted} subProjectId={subProjectId} onClose={() => setDeleted(undefined)} />
      )}
    </Section>
  );
}
