import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api/queries.js';
import { Button } from '../../ui/button/button.js';
import { Section } from '../../ui/section/section.js';
import { Facts } from '../../ui/table/facts.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import type { User } from '../users/user-table.js';
import { UserDialog } from './user-dialog.js';

/** In which ways a person can sign in. */
export function UserSignIn({ user, isSelf }: { readonly user: User; readonly isSelf: boolean }) {
  const m = messages.use();
  const [isRemoving, setRemoving] = useState(false);
  const reading = useQuery(read('getFactors', { userId: user.id }));
  const { data } = reading;
  const hasSecond = data !== undefined && (data.passkeys.length > 0 || data.totp !== null || data.recoveryCodes > 0);
  return (
    <Section
      title={m.signIn}
      reading={reading}
      actions={
        hasSecond &&
        !isSelf && (
          <Button size="small" onClick={() => setRemoving(true)}>
            {m.removeFactors}
          </Button>
        )
      }
    >
      {data !== undefined && (
        <Facts
          items={[
            [m.password, data.password ? m.yes : m.no],
            [m.passkeys, data.passkeys.map(({ name }) => name).join(', ') || m.none],
            [m.app, data.totp === null ? m.none : <When key="app" at={data.totp.createdTs} />],
            [m.recoveryCodes, m.left({ count: data.recoveryCodes })],
          ]}
        />
      )}
      {isRemoving && <UserDialog user={user} deed="removeFactors" onClose={() => setRemoving(false)} />}
    </Section>
  );
}
