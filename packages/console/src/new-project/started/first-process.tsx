import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Play, Workflow } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type AnswerOf, call } from '../../api/call.js';
import { isProblem } from '../../api/problem.js';
import { invalidate, read } from '../../api/queries.js';
import { FormFields } from '../../form/form-fields.js';
import { fieldsOf } from '../../form/schema/form-field.js';
import { labelOf } from '../../form/schema/label.js';
import type { JsonSchema } from '../../form/schema/schema.js';
import { usePeople } from '../../form/schema/use-people.js';
import { useForm } from '../../form/state/use-form.js';
import { Badge } from '../../ui/badge/badge.js';
import { Button, lookOf } from '../../ui/button/button.js';
import { Note } from '../../ui/feedback/note.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { Item, Items, Section } from '../../ui/section/section.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';

type SubProjectSchema = AnswerOf<'getSubProjectSchema'>;

/** Creates a process and starts its workflow; says where it waits. */
export function FirstProcess({ schema }: { readonly schema: SubProjectSchema }) {
  const m = messages.use();
  const { subProjectId } = schema;
  const first = useQuery(
    read('getProcess', { page: '1', perPageCount: '5', filters: JSON.stringify({ subProjectId_id: subProjectId }) }),
  );
  const processes = first.data?.processes ?? [];
  return (
    <Section title={m.process} reading={first}>
      {processes.length > 0 && (
        <>
          <Items>
            {processes.map(({ id, state, createdTs }) => (
              <Item
                key={id}
                icon={Workflow}
                name={
                  <Link to="/processes/$subProjectId/$processId" params={{ subProjectId, processId: id }}>
                    {m.processOf({ id: id.slice(-6) })}
                  </Link>
                }
                detail={<When at={createdTs} />}
                actions={state !== undefined && <Badge>{labelOf(state.toLowerCase())}</Badge>}
              />
            ))}
          </Items>
          <Note tone="accent">{m.waits}</Note>
          <div>
            <Link to="/inbox" search={{ view: 'team' }} className={lookOf({ look: 'primary' })}>
              {m.toInbox}
            </Link>
          </div>
        </>
      )}
      {first.data !== undefined && processes.length === 0 && <ProcessForm schema={schema} />}
    </Section>
  );
}

function ProcessForm({ schema }: { readonly schema: SubProjectSchema }) {
  const m = messages.use();
  const queries = useQueryClient();
  const { subProjectId } = schema;
  const users = usePeople(subProjectId, true);
  const fields = useMemo(() => {
    // Files are attached when the process is there.
    const own = schema.fields.filter((field) => field.create && field.reference !== 'file');
    return fieldsOf({
      properties: Object.fromEntries(own.map((field) => [field.name, field.schema as JsonSchema])),
      required: own.filter(({ required }) => required).map(({ name }) => name),
    });
  }, [schema]);
  const form = useForm(fields);
  const [workflow] = schema.workflows;
  /** The process that is there although its workflow did not start: it is not created again. */
  const [created, setCreated] = useState<string>();
  const start = useMutation({
    mutationKey: ['createProcess', 'executeWorkflow'],
    mutationFn: async (values: Readonly<Record<string, unknown>>) => {
      const id = created ?? (await call('createProcess', { subProjectId, fields: values })).id;
      setCreated(id);
      if (workflow !== undefined) {
        const stageKey = schema.stages.values.find((stage) => stage.default)?.key ?? '';
        await call('executeWorkflow', { subProjectId, processId: id, stageKey, workflowId: workflow.id });
      }
      await Promise.all([invalidate(queries, 'createProcess'), invalidate(queries, 'executeWorkflow')]);
    },
    onError: (error) => {
      if (isProblem(error)) form.showErrors(error.problem.errors ?? [], '/fields');
    },
  });
  return (
    <form
      className="col g16"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const values = form.submit();
        if (values !== undefined) start.mutate(values);
      }}
    >
      <p className="t2 t13">{workflow === undefined ? m.processText : m.processTextWith({ name: workflow.name })}</p>
      <FormFields form={form} references={{ users }} isWide />
      {start.error !== null && <ProblemView error={start.error} />}
      <div>
        <Button type="submit" icon={Play} isBusy={start.isPending}>
          {m.createProcess}
        </Button>
      </div>
    </form>
  );
}
