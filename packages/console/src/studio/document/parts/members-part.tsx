import { Plus } from 'lucide-react';
import { Button } from '../../../ui/button/button.js';
import { Note } from '../../../ui/feedback/note.js';
import { Checkbox } from '../../../ui/field/controls.js';
import styles from '../document.module.css';
import { messages } from '../messages/index.gen.js';
import { Entry } from './entry.js';
import { Line } from './line.js';
import { listOf, mapOf, type PartProps, textOf, textsOf } from './part.js';

/** The members that the document names; others are given roles without a deployment. */
export function MembersPart({ value, change, faultsAt }: PartProps) {
  const m = messages.use();
  const members = listOf(value.members).map(mapOf);
  const roles = listOf(value.roles).map((role) => textOf(mapOf(role).name));
  return (
    <>
      <Note>{m.membersText}</Note>
      <ul className={styles.entries}>
        {members.map((member, index) => {
          const kind = member.group === undefined ? 'user' : 'group';
          const name = textOf(member[kind]);
          const held = textsOf(member.roles);
          return (
            <Entry
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a member has in the document
              key={index}
              name={name || m.nobody}
              detail={held.join(', ')}
              faults={faultsAt('members', index)}
              isFirst={index === 0}
              isLast={index === members.length - 1}
              onMove={(by) => change((editor) => editor.move(['members', index], by))}
              onRemove={() => change((editor) => editor.remove(['members', index]))}
            >
              <Line
                label={kind === 'user' ? m.user : m.groupName}
                hint={kind === 'user' ? m.userHint : undefined}
                value={name}
                onCommit={(next) => change((editor) => editor.set(['members', index, kind], next))}
              />
              <fieldset className={styles.checks}>
                <legend className="label">{m.roles}</legend>
                {roles.map((role) => (
                  <Checkbox
                    key={role}
                    checked={held.includes(role)}
                    onChange={({ target }) =>
                      change((editor) =>
                        editor.set(
                          ['members', index, 'roles'],
                          target.checked ? [...held, role] : held.filter((each) => each !== role),
                        ),
                      )
                    }
                  >
                    {role}
                  </Checkbox>
                ))}
              </fieldset>
            </Entry>
          );
        })}
      </ul>
      <div>
        <Button
          icon={Plus}
          onClick={() => change((editor) => editor.append(['members'], { user: '', roles: roles.slice(0, 1) }))}
        >
          {m.addMember}
        </Button>
      </div>
    </>
  );
}
