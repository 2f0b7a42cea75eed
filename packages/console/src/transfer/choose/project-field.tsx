import type { OwnSubProject } from '../../session/session.js';
import { Select } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { messages } from '../messages/index.gen.js';

/** Which sub-project; nothing where there is no choice. */
export function ProjectField({
  allowed,
  project,
  onChoose,
}: {
  allowed: readonly OwnSubProject[];
  project: OwnSubProject;
  onChoose(id: string): void;
}) {
  const m = messages.use();
  if (allowed.length < 2) return <div className="t13 t2">{project.name}</div>;
  return (
    <Field label={m.project}>
      {(ids) => (
        <Select {...ids} value={project.id} onChange={(event) => onChoose(event.target.value)}>
          {allowed.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
