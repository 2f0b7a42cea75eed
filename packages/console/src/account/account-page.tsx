import { addOperations } from '../api/operations.js';
import { peopleOperations } from '../api/people-operations.js';
import { PageHead } from '../frame/page-head.js';
import styles from './account.module.css';
import { messages } from './messages/index.gen.js';
import { Methods } from './methods/methods.js';
import { NotificationPreferences } from './notification-preferences.js';
import { Preferences } from './preferences.js';
import { Profile } from './profile/profile.js';
import { Browsers } from './push/browsers.js';
import { Sessions } from './sessions.js';
import { Substitutes } from './substitutes/substitutes.js';
import { Tokens } from './tokens.js';

addOperations(peopleOperations);

/** What belongs to the person: how the console looks and speaks, and where they are signed in. */
export function AccountPage() {
  const m = messages.use();
  return (
    <>
      <PageHead title={m.title} />
      <div className="scroll">
        <div className={styles.page}>
          <Profile />
          <Preferences />
          <NotificationPreferences />
          <Browsers />
          <Substitutes />
          <Sessions />
          <Methods />
          <Tokens />
        </div>
      </div>
    </>
  );
}
