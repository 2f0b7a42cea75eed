import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../api/queries.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import type { CsvTable } from '../csv/csv.js';
import { guessMapping, mapped, type Target, targetsOf } from '../csv/mapping.js';
import { messages } from '../messages/index.gen.js';
import { MapColumns } from './map-columns.js';
import { Rows } from './rows.js';

export interface ImportTableProps {
  readonly subProjectId: string;
  readonly name: string;
  readonly table: CsvTable;
  onAgain(): void;
}

/** What is done with a file that was read: its columns are mapped, then its rows are checked and imported. */
export function ImportTable(props: ImportTableProps) {
  const m = messages.use();
  const { subProjectId } = props;
  const { data, error, refetch } = useQuery(read('getSubProjectSchema', { subProjectId }));
  if (error !== null) return <ProblemView error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows count={3} />;
  return <Steps {...props} targets={targetsOf(data, { priority: m.priority, stage: m.stage })} />;
}

function Steps({ subProjectId, name, table, onAgain, targets }: ImportTableProps & { targets: readonly Target[] }) {
  const m = messages.use();
  const [mapping, setMapping] = useState(() => guessMapping(table.columns, targets));
  const [isMapped, setMapped] = useState(false);
  return (
    <>
      <div className="t13 t2">{m.rows({ count: table.rows.length, name })}</div>
      {isMapped ? (
        <Rows subProjectId={subProjectId} table={mapped(table, mapping)} targets={targets} onAgain={onAgain} />
      ) : (
        <MapColumns
          table={table}
          targets={targets}
          mapping={mapping}
          onChange={setMapping}
          onDone={() => setMapped(true)}
          onAgain={onAgain}
        />
      )}
    </>
  );
}
