import { Plus } from 'lucide-react';
import { Button } from '../../../ui/button/button.js';
import { Note } from '../../../ui/feedback/note.js';
import { Checkbox, Select, Switch } from '../../../ui/field/controls.js';
import { Field } from '../../../ui/field/field.js';
import styles from '../document.module.css';
import { messages } from '../messages/index.gen.js';
import { Entry } from './entry.js';
import { Line } from './line.js';
import { freeName, listOf, mapOf, type PartProps, type Plain, textOf, typedList } from './part.js';

/** Rights that a list may limit, and what stands in the list. */
const limited = ['read', 'create', 'update', 'call', 'work', 'subscribe', 'members'] as const;
/** Rights that one has or has not. */
const whole = ['delete', 'operate', 'audit', 'design'] as const;
const fileRights = ['read', 'create', 'delete'] as const;

/** The roles, each with what it allows. */
export function RolesPart({ value, change, faultsAt }: PartProps) {
  const m = messages.use();
  const roles = listOf(value.roles).map(mapOf);
  const names = roles.map(({ name }) => textOf(name));
  return (
    <>
      <ul className={styles.entries}>
        {roles.map((role, index) => (
          <Entry
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a role has in the document
            key={index}
            name={textOf(role.name)}
            detail={m.rights({ count: [...limited, ...whole].filter((right) => role[right] !== undefined).length })}
            faults={faultsAt('roles', index)}
            isFirst={index === 0}
            isLast={index === roles.length - 1}
            onMove={(by) => change((editor) => editor.move(['roles', index], by))}
            onRemove={() => change((editor) => editor.remove(['roles', index]))}
          >
            <RoleForm role={role} index={index} change={change} />
          </Entry>
        ))}
      </ul>
      <div>
        <Button
          icon={Plus}
          onClick={() =>
            change((editor) =>
              editor.append(['roles'], { name: freeName('ROLE_', names), assignable: true, read: true }),
            )
          }
        >
          {m.addRole}
        </Button>
      </div>
    </>
  );
}

interface RoleFormProps extends Pick<PartProps, 'change'> {
  readonly role: Plain;
  readonly index: number;
}

function RoleForm({ role, index, change }: RoleFormProps) {
  const m = messages.use();
  const set = (path: readonly string[], next: unknown) =>
    change((editor) => editor.set(['roles', index, ...path], next));
  const files = mapOf(role.files);
  return (
    <>
      <Line
        label={m.roleName}
        hint={m.roleNameHint}
        value={textOf(role.name)}
        onCommit={(next) => {
          if (next !== '') set(['name'], next);
        }}
      />
      {limited.map((right) => {
        const given = role[right];
        const extent = Array.isArray(given) ? 'some' : given === true ? 'all' : 'none';
        return (
          <div key={right} className={styles.pair}>
            <Field label={m.right({ right })}>
              {(ids) => (
                <Select
                  {...ids}
                  value={extent}
                  onChange={({ target }) =>
                    set([right], { all: true, some: listOf(given), none: undefined }[target.value])
                  }
                >
                  {(['none', 'some', 'all'] as const).map((each) => (
                    <option key={each} value={each}>
                      {m.extent({ extent: each })}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            {extent === 'some' && (
              <Line
                label={m.onlyThese({ right })}
                hint={m.commas}
                value={listOf(given).map(textOf).join(', ')}
                onCommit={(text) => set([right], typedList(text))}
              />
            )}
          </div>
        );
      })}
      <fieldset className={styles.checks}>
        <legend className="label">{m.furtherRights}</legend>
        {whole.map((right) => (
          <Checkbox
            key={right}
            checked={role[right] === true}
            onChange={({ target }) => set([right], target.checked || undefined)}
          >
            {m.right({ right })}
          </Checkbox>
        ))}
      </fieldset>
      <fieldset className={styles.checks}>
        <legend className="label">{m.files}</legend>
        {fileRights.map((right) => (
          <Checkbox
            key={right}
            checked={files[right] === true}
            onChange={({ target }) => set(['files', right], target.checked || undefined)}
          >
            {m.fileRight({ right })}
          </Checkbox>
        ))}
      </fieldset>
      <Switch
        checked={role.assignable === true}
        onChange={({ target }) => set(['assignable'], target.checked || undefined)}
      >
        {m.assignable}
      </Switch>
      {(role.filter !== undefined || role.stages !== undefined) && <Note>{m.roleLimits}</Note>}
    </>
  );
}
