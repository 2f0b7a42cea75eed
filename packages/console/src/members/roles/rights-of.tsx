import styles from '../members.module.css';
import { messages } from '../messages/index.gen.js';
import type { Role } from '../model/given-roles.js';
import { isEverything, limitOf, messageKey, rights } from '../model/rights.js';

/** What some roles allow together: each right with the roles that grant it, and what it is limited to. */
export function RightsOf({ roles }: { readonly roles: readonly Role[] }) {
  const m = messages.use();
  return (
    <ul className={styles.rights}>
      {rights.map((right) => {
        const granting = roles.flatMap((role) => {
          const limit = limitOf(role, right);
          return limit === undefined ? [] : [{ name: role.name, limit }];
        });
        if (granting.length === 0) return null;
        return (
          <li key={right}>
            <span>{m.right({ right: messageKey(right) })}</span>
            <span className="t3">
              {granting
                .map(({ name, limit }) =>
                  isEverything(limit) ? name : m.limitedTo({ role: name, names: limit.join(', ') }),
                )
                .join(' · ')}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
