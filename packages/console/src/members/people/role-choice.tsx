import type { ReactNode } from 'react';
import { Checkbox } from '../../ui/field/controls.js';
import styles from '../members.module.css';
import { messages } from '../messages/index.gen.js';
import type { Role } from '../model/given-roles.js';
import { isEverything } from '../model/rights.js';

export interface RoleChoiceProps {
  readonly roles: readonly Role[];
  readonly chosen: ReadonlySet<string>;
  onChange(chosen: ReadonlySet<string>): void;
  /** Why a role cannot be changed here; undefined: it can. */
  whyFixed?(role: Role): string | undefined;
  /** What else is true of a role. */
  note?(role: Role): ReactNode;
}

/** The roles of a sub-project to choose from, each with what is limited or fixed about it. */
export function RoleChoice({ roles, chosen, onChange, whyFixed, note }: RoleChoiceProps) {
  const m = messages.use();
  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    onChange(next);
  };
  return (
    <fieldset className={styles.choice}>
      <legend className="label">{m.roles}</legend>
      {roles.map((role) => {
        const fixed = whyFixed?.(role) ?? (role.mayGive ? undefined : m.mayNotGive);
        const limits = [
          ...(isEverything(role.stages) ? [] : [m.onlyStages({ stages: role.stages.join(', ') })]),
          ...(role.filtered ? [m.onlySomeProcesses] : []),
        ];
        return (
          <div key={role.name} className={styles.option}>
            <Checkbox
              checked={chosen.has(role.name)}
              disabled={fixed !== undefined}
              aria-describedby={`about-${role.name}`}
              onChange={() => toggle(role.name)}
            >
              {role.name}
            </Checkbox>
            <span className="t12 t3" id={`about-${role.name}`}>
              {[...limits, ...(fixed === undefined ? [] : [fixed])].join(' · ')}
              {note?.(role)}
            </span>
          </div>
        );
      })}
    </fieldset>
  );
}
