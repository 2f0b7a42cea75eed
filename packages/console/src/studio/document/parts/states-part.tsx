import { Plus, Trash2 } from 'lucide-react';
import { labelOf } from '../../../form/schema/label.js';
import { Badge, type Tone } from '../../../ui/badge/badge.js';
import { Button, IconButton } from '../../../ui/button/button.js';
import { Select } from '../../../ui/field/controls.js';
import { Field } from '../../../ui/field/field.js';
import { Table } from '../../../ui/table/table.js';
import styles from '../document.module.css';
import { messages } from '../messages/index.gen.js';
import { Entry, Faults } from './entry.js';
import { Line } from './line.js';
import { freeName, listOf, mapOf, type PartProps, textOf, textsOf } from './part.js';

const tones = ['running', 'waiting', 'completed', 'rejected', 'failed', 'cancelled'] as const;
const ANY = '*';

/** The states of a process, and the changes between them that are allowed. */
export function StatesPart({ value, change, faultsAt }: PartProps) {
  const m = messages.use();
  const states = mapOf(value.states);
  const names = listOf(states.values).map(textOf);
  const given = mapOf(states.tones);
  const initial = textOf(states.initial) || 'INIT';
  const rename = (index: number, name: string) => {
    const before = names[index] ?? '';
    if (name === '' || names.includes(name)) return;
    change((editor) => {
      editor.set(['states', 'values', index], name);
      if (initial === before) editor.set(['states', 'initial'], name);
      if (given[before] !== undefined) editor.rename(['states', 'tones', before], name);
      for (const [at, transition] of listOf(states.transitions).map(mapOf).entries()) {
        for (const end of ['from', 'to'] as const) {
          if (!textsOf(transition[end]).includes(before)) continue;
          const next = textsOf(transition[end]).map((each) => (each === before ? name : each));
          editor.set(['states', 'transitions', at, end], Array.isArray(transition[end]) ? next : next[0]);
        }
      }
    });
  };
  return (
    <>
      <Field label={m.initial}>
        {(ids) => (
          <Select
            {...ids}
            value={initial}
            onChange={({ target }) => change((editor) => editor.set(['states', 'initial'], target.value))}
          >
            {[...new Set([...names, initial])].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      <ul className={styles.entries}>
        {names.map((name, index) => (
          <Entry
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a state has in the document
            key={index}
            name={name}
            detail={<Badge tone={(given[name] as Tone | undefined) ?? 'plain'}>{labelOf(name.toLowerCase())}</Badge>}
            faults={faultsAt('states', 'values', index)}
            isFirst={index === 0}
            isLast={index === names.length - 1}
            onMove={(by) => change((editor) => editor.move(['states', 'values', index], by))}
            onRemove={() =>
              change((editor) => {
                editor.remove(['states', 'values', index]);
                editor.remove(['states', 'tones', name]);
              })
            }
          >
            <Line label={m.stateName} hint={m.stateNameHint} value={name} onCommit={(next) => rename(index, next)} />
            <Field label={m.colour}>
              {(ids) => (
                <Select
                  {...ids}
                  value={textOf(given[name])}
                  onChange={({ target }) =>
                    change((editor) => editor.set(['states', 'tones', name], target.value || undefined))
                  }
                >
                  <option value="">{m.tone({ tone: 'none' })}</option>
                  {tones.map((tone) => (
                    <option key={tone} value={tone}>
                      {m.tone({ tone })}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          </Entry>
        ))}
      </ul>
      <div>
        <Button
          icon={Plus}
          onClick={() => change((editor) => editor.append(['states', 'values'], freeName('STATE_', names)))}
        >
          {m.addState}
        </Button>
      </div>
      <Transitions value={value} names={names} change={change} faultsAt={faultsAt} />
    </>
  );
}

/** A line for each rule of the document: from which states to which. */
function Transitions({ value, names, change, faultsAt }: PartProps & { readonly names: readonly string[] }) {
  const m = messages.use();
  const rules = listOf(mapOf(value.states).transitions).map(mapOf);
  const froms = rules.flatMap(({ from }) => textsOf(from));
  const at = ['states', 'transitions'] as const;
  const wordsOf = (from: string) => (from === ANY ? m.anyState : from);
  return (
    <div className="col g8">
      <h2 className="label">{m.transitions}</h2>
      {rules.length === 0 ? (
        <p className="t2 t13">{m.everyChange}</p>
      ) : (
        <Table aria-label={m.transitions} scrollLabel={m.transitions}>
          <thead>
            <tr>
              <th scope="col">{m.from}</th>
              {names.map((name) => (
                <th scope="col" key={name}>
                  {m.to({ name })}
                </th>
              ))}
              <th scope="col">
                <span className="vh">{m.removeRule}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rules.map(({ from, to }, index) => {
              const name = textsOf(from).map(wordsOf).join(', ');
              const targets = textsOf(to);
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a rule has in the document
                <tr key={index}>
                  <th scope="row">{name}</th>
                  {names.map((target) => (
                    <td key={target}>
                      <input
                        type="checkbox"
                        aria-label={m.mayBecome({ from: name, to: target })}
                        checked={targets.includes(target)}
                        disabled={textsOf(from).includes(target) && !targets.includes(target)}
                        onChange={({ target: { checked } }) =>
                          change((editor) => {
                            const next = checked ? [...targets, target] : targets.filter((each) => each !== target);
                            if (next.length === 0) editor.remove([...at, index]);
                            else editor.set([...at, index, 'to'], next);
                          })
                        }
                      />
                    </td>
                  ))}
                  <td>
                    <IconButton
                      size="small"
                      icon={Trash2}
                      label={m.remove({ name })}
                      onClick={() => change((editor) => editor.remove([...at, index]))}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </Table>
      )}
      <Faults of={faultsAt(...at)} />
      <Field label={m.addRule}>
        {(ids) => (
          <Select
            {...ids}
            value=""
            onChange={({ target: { value: from } }) => {
              const to = names.find((name) => name !== from);
              if (to !== undefined) change((editor) => editor.append([...at], { from, to: [to] }));
            }}
          >
            <option value="">{m.choose}</option>
            {[ANY, ...names]
              .filter((name) => !froms.includes(name))
              .map((name) => (
                <option key={name} value={name}>
                  {wordsOf(name)}
                </option>
              ))}
          </Select>
        )}
      </Field>
    </div>
  );
}
