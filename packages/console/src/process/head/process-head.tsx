import { titleOf } from '../../form/schema/process-title.js';
import { Priority } from '../../ui/badge/priority.js';
import { StateWord } from '../../ui/badge/run-state.js';
import { messages } from '../messages/index.gen.js';
import type { ShownProcess } from '../model/use-process.js';
import type { Save } from '../model/use-save.js';
import { wordsOf } from '../model/words.js';
import styles from './head.module.css';
import { MemberMenu } from './member-menu.js';

/** The subject of the page, with state, priority and stage. */
export function ProcessHead({ shown, save }: { shown: ShownProcess; save: Save }) {
  const m = messages.use();
  const { schema, process } = shown;
  const { allowed, state, priority, stageKey = '' } = process;
  const tone = schema.states.values.find(({ key }) => key === state)?.tone ?? undefined;
  const mayChange = (name: string) => allowed?.updates.includes(name) ?? false;
  const states = [state, ...(allowed?.states ?? []).filter((key) => key !== state)];
  const priorities = schema.priorities.values;
  const stages = schema.stages.values;
  return (
    <div>
      <h1 className={styles.title}>{titleOf(shown) ?? m.untitled}</h1>
      <div className={styles.members}>
        <MemberMenu
          name="state"
          label={m.state}
          value={state}
          choices={states.length > 1 ? states.map((key) => ({ key, label: wordsOf(key) })) : []}
          save={save}
        >
          <StateWord tone={tone}>{wordsOf(state)}</StateWord>
        </MemberMenu>
        <MemberMenu
          name="priority"
          label={m.priority}
          value={priority}
          choices={mayChange('priority') ? priorities.map((key) => ({ key, label: wordsOf(key) })) : []}
          save={save}
        >
          <Priority rank={rankOf(priorities, priority)}>{wordsOf(priority)}</Priority>
        </MemberMenu>
        <MemberMenu
          name="stageKey"
          label={m.stage}
          value={stageKey}
          choices={mayChange('stageKey') ? stages.map(({ key, name }) => ({ key, label: name })) : []}
          save={save}
        >
          {stages.find(({ key }) => key === stageKey)?.name ?? stageKey}
        </MemberMenu>
      </div>
    </div>
  );
}

/** Three bars for the highest of up to three; only what stands above three others is urgent. */
const rankOf = (values: readonly string[], value: string): number =>
  Math.max(1, values.indexOf(value) + 1 + Math.max(0, 3 - values.length));
