import { useState } from 'react';
import type { FlowModel } from '../../diagram/flow-model.js';
import { Tabs } from '../../ui/tabs/tabs.js';
import { messages } from '../messages/index.gen.js';
import type { RunAnswer } from '../model/use-run.js';
import type { Moment } from '../replay/replay.js';
import type { ReadTimeline } from '../replay/use-timeline.js';
import { Incidents } from './incidents.js';
import styles from './run.module.css';
import { TimelineList } from './timeline-list.js';
import { VariablesView } from './variables-view.js';

export interface RunSideProps {
  readonly answer: RunAnswer;
  readonly timeline: ReadTimeline;
  readonly moment: Moment;
  /** How many entries have happened at the moment. */
  readonly at: number;
  readonly model: FlowModel | undefined;
  readonly selected: string | undefined;
  onMoment(at: number): void;
  onSelect(id: string | undefined): void;
}

type Tab = 'timeline' | 'variables' | 'incidents';

/** Beside the diagram: what happened, the variables at the moment, the incidents. */
export function RunSide({ answer, timeline, moment, at, model, selected, onMoment, onSelect }: RunSideProps) {
  const m = messages.use();
  const [tab, setTab] = useState<Tab>('timeline');
  const { incidents } = answer.detail;
  const items = [
    { id: 'timeline', label: m.timeline, count: timeline.total },
    { id: 'variables', label: m.variables },
    { id: 'incidents', label: m.incidents, count: incidents.length },
  ];
  return (
    <aside className={styles.side} aria-label={m.whatHappened}>
      <Tabs
        label={m.whatHappened}
        items={items}
        selected={tab}
        onSelect={(id) => setTab(id as Tab)}
        className={styles.tabs}
      >
        {tab === 'timeline' && (
          <TimelineList
            timeline={timeline}
            at={at}
            model={model}
            selected={selected}
            incidents={incidents}
            onMoment={onMoment}
            onSelect={onSelect}
          />
        )}
        {tab === 'variables' && <VariablesView moment={moment} model={model} entry={timeline.entries[at - 1]} />}
        {tab === 'incidents' && <Incidents incidents={incidents} model={model} onSelect={onSelect} />}
      </Tabs>
    </aside>
  );
}
