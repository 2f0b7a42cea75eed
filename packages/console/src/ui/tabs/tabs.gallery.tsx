import { Kanban, Table } from 'lucide-react';
import { useState } from 'react';
import { Sample } from '../gallery/sample.js';
import { Segments } from './segments.js';
import { Tabs } from './tabs.js';

function TabsSample() {
  const [selected, select] = useState('timeline');
  const items = [
    { id: 'timeline', label: 'Timeline', count: 14 },
    { id: 'variables', label: 'Variables', count: 6 },
    { id: 'json', label: 'JSON' },
  ];
  return (
    <div>
      <Tabs label="Parts of the run" items={items} selected={selected} onSelect={select}>
        <p className="t13 t2">The panel of {selected}.</p>
      </Tabs>
    </div>
  );
}

function SegmentsSample() {
  const [selected, select] = useState<'table' | 'board'>('table');
  const items = [
    { id: 'table', label: 'Table', icon: Table },
    { id: 'board', label: 'Board', icon: Kanban },
  ] as const;
  return <Segments label="Layout" items={items} selected={selected} onSelect={(id) => select(id)} />;
}

export const tabs = () => (
  <>
    <Sample name="Tabs">
      <TabsSample />
    </Sample>
    <Sample name="Segments">
      <SegmentsSample />
    </Sample>
  </>
);
