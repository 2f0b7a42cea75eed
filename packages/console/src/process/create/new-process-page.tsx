import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { isProblem } from '../../api/problem.js';
import { read, useChange } from '../../api/queries.js';
import { FormFields } from '../../form/form-fields.js';
import { usePeople } from '../../form/schema/use-people.js';
import { useForm } from '../../form/state/use-form.js';
import { PageHead } from '../../frame/page-head.js';
import { showToast } from '../../frame/toasts.js';
import { Button } from '../../ui/button/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { Select } from '../../ui/field/controls.js';
import { Field } from '../../ui/field/field.js';
import { messages } from '../messages/index.gen.js';
import { formFieldOf, inOrder, type SubProjectSchema } from '../model/use-process.js';
import { wordsOf } from '../model/words.js';
import styles from './create.module.css';

const route = getRouteApi('/frame/processes/$subProjectId/new');

/** Where a process is created. */
export function NewProcessPage() {
  const m = messages.use();
  const { subProjectId } = route.useParams();
  const { data: schema } = useSuspenseQuery(read('getSubProjectSchema', { subProjectId }));
  return (
    <>
      <PageHead title={m.newProcessIn({ name: schema.name })} />
      <div className="scroll">
        {schema.create ? (
          <NewProcess key={schema.version} schema={schema} />
        ) : (
          <Empty kind="denied" title={m.mayNotCreate}>
            {m.mayNotCreateText({ name: schema.name })}
          </Empty>
        )}
      </div>
    </>
  );
}

function NewProcess({ schema }: { schema: SubProjectSchema }) {
  const m = messages.use();
  const { subProjectId } = schema;
  const navigate = useNavigate();
  const users = usePeople(subProjectId, true);
  const create = useChange('createProcess');
  // Files are attached when the process is there.
  const fields = useMemo(
    () =>
      inOrder(schema.fields)
        .filter((field) => field.create && field.reference !== 'file')
        .map(formFieldOf),
    [schema],
  );
  const form = useForm(fields);
  const [stageKey, setStage] = useState(schema.stages.values.find((stage) => stage.default)?.key ?? '');
  const [priority, setPriority] = useState(schema.priorities.default);
  const [failure, setFailure] = useState<unknown>();
  const submit = () => {
    const values = form.submit();
    if (values === undefined) return;
    setFailure(undefined);
    create.mutate(
      {
        subProjectId,
        fields: values,
        ...(schema.stages.create && stageKey !== '' ? { stageKey } : {}),
        ...(schema.priorities.create ? { priority } : {}),
      },
      {
        onSuccess: ({ id }) => {
          showToast({ text: m.created });
          void navigate({ to: '/processes/$subProjectId/$processId', params: { subProjectId, processId: id } });
        },
        onError: (error) => {
          const errors = isProblem(error) ? (error.problem.errors ?? []) : [];
          if (errors.length === 0 || form.showErrors(errors, '/fields').length > 0) setFailure(error);
        },
      },
    );
  };
  return (
    <form
      className={styles.page}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {failure !== undefined && <ProblemView error={failure} />}
      <h2 className="vh">{m.fields}</h2>
      <FormFields form={form} references={{ users }} isWide />
      <div className={styles.pair}>
        {schema.stages.create && schema.stages.values.length > 1 && (
          <Field label={m.stage}>
            {(ids) => (
              <Select {...ids} value={stageKey} onChange={({ target }) => setStage(target.value)}>
                {schema.stages.values.map(({ key, name }) => (
                  <option key={key} value={key}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {schema.priorities.create && (
          <Field label={m.priority}>
            {(ids) => (
              <Select {...ids} value={priority} onChange={({ target }) => setPriority(target.value)}>
                {schema.priorities.values.map((key) => (
                  <option key={key} value={key}>
                    {wordsOf(key)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
      <div>
        <Button type="submit" look="primary" isBusy={create.isPending}>
          {m.createProcess}
        </Button>
      </div>
    </form>
  );
}
