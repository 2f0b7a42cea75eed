import { useState } from 'react';
import { useMe } from '../../session/session.js';
import { Button } from '../../ui/button/button.js';
import { Avatar } from '../../ui/people/avatar.js';
import styles from '../account.module.css';
import { messages } from '../messages/index.gen.js';
import { EmailDialog } from './email-dialog.js';
import { NameDialog } from './name-dialog.js';

/** Who the person is here, and how they change it. */
export function Profile() {
  const m = messages.use();
  const { user } = useMe();
  const [dialog, setDialog] = useState<'name' | 'email'>();
  const close = () => setDialog(undefined);
  return (
    <div className={styles.who}>
      <Avatar name={user.name} size={32} />
      <div className={styles.whoText}>
        <div className="t16 b6 clip">{user.name}</div>
        <div className="t13 t2 clip">{user.email}</div>
      </div>
      <span className="row wrap">
        <Button size="small" onClick={() => setDialog('name')}>
          {m.changeName}
        </Button>
        <Button size="small" onClick={() => setDialog('email')}>
          {m.changeEmail}
        </Button>
      </span>
      {dialog === 'name' && <NameDialog name={user.name} onClose={close} />}
      {dialog === 'email' && <EmailDialog onClose={close} />}
    </div>
  );
}
