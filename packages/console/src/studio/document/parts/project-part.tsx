import { messages } from '../messages/index.gen.js';
import { Faults } from './entry.js';
import { Line } from './line.js';
import { type PartProps, textOf } from './part.js';

/** What the project is called. */
export function ProjectPart({ value, change, faultsAt }: PartProps) {
  const m = messages.use();
  return (
    <>
      <Line
        label={m.projectName}
        value={textOf(value.name)}
        onCommit={(next) => {
          if (next !== '') change((editor) => editor.set(['name'], next));
        }}
      />
      <Line
        label={m.description}
        value={textOf(value.description)}
        isLong
        onCommit={(next) => change((editor) => editor.set(['description'], next || undefined))}
      />
      <Faults of={[...faultsAt('name'), ...faultsAt('description')]} />
    </>
  );
}
