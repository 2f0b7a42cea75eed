import { Check } from 'lucide-react';
import { Empty } from '../../ui/feedback/empty.js';
import { Icon } from '../../ui/icon/icon.js';
import { ColumnHead, Table } from '../../ui/table/table.js';
import styles from '../members.module.css';
import { messages } from '../messages/index.gen.js';
import type { Role } from '../model/given-roles.js';
import { isEverything, limitOf, messageKey, rights } from '../model/rights.js';

/** What each role allows: a line for each right, a column for each role. */
export function RoleMatrix({ roles }: { readonly roles: readonly Role[] }) {
  const m = messages.use();
  if (roles.length === 0) {
    return (
      <Empty kind="nothing" title={m.noRoles}>
        {m.noRolesText}
      </Empty>
    );
  }
  const limits = [
    { id: 'stages', label: m.stages, of: ({ stages }: Role) => stages },
    { id: 'processes', label: m.processes, of: ({ filtered }: Role) => (filtered ? [m.some] : ['*']) },
    {
      id: 'gives',
      label: m.gives,
      of: ({ members }: Role) => members.map((name) => (name === 'own' ? m.noMoreThanOwn : name)),
    },
  ];
  return (
    <Table aria-label={m.whatRolesAllow} layout="page" className={styles.matrix} scrollLabel={m.whatRolesAllow}>
      <thead>
        <tr>
          <ColumnHead>{m.rightColumn}</ColumnHead>
          {roles.map(({ name }) => (
            <ColumnHead key={name}>{name}</ColumnHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {rights.map((right) => (
          <Line
            key={right}
            label={m.right({ right: messageKey(right) })}
            roles={roles}
            of={(role) => limitOf(role, right)}
          />
        ))}
        {limits.map(({ id, label, of }) => (
          <Line key={id} label={label} roles={roles} of={of} />
        ))}
      </tbody>
    </Table>
  );
}

interface LineProps {
  readonly label: string;
  readonly roles: readonly Role[];
  of(role: Role): readonly string[] | undefined;
}

function Line({ label, roles, of }: LineProps) {
  const m = messages.use();
  return (
    <tr>
      <th scope="row">{label}</th>
      {roles.map((role) => {
        const names = of(role) ?? [];
        return (
          <td key={role.name}>
            {names.length === 0 && (
              <>
                <span className="t3" aria-hidden="true">
                  –
                </span>
                <span className="vh">{m.no}</span>
              </>
            )}
            {isEverything(names) && (
              <span className="ok-t">
                <Icon of={Check} size={16} />
                <span className="vh">{m.yes}</span>
              </span>
            )}
            {names.length > 0 && !isEverything(names) && <span className={styles.names}>{names.join(', ')}</span>}
          </td>
        );
      })}
    </tr>
  );
}
