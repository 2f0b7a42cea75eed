import { useQuery } from '@tanstack/react-query';
import { Plus, UserRound } from 'lucide-react';
import { useState } from 'react';
import type { AnswerOf } from '../../api/call.js';
import { read, useChange } from '../../api/queries.js';
import { showFailure } from '../../frame/failure.js';
import { useSubProject } from '../../frame/sub-project.js';
import { showToast } from '../../frame/toasts.js';
import { may } from '../../session/can.js';
import { useMe } from '../../session/session.js';
import { Button } from '../../ui/button/button.js';
import { ProblemView } from '../../ui/feedback/problem.js';
import { SkeletonRows } from '../../ui/feedback/skeleton.js';
import { Select } from '../../ui/field/controls.js';
import { Item, Items, Section } from '../../ui/section/section.js';
import { When } from '../../ui/text/when.js';
import { messages } from '../messages/index.gen.js';
import { SubstituteDialog } from './substitute-dialog.js';

type Delegation = AnswerOf<'getDelegations'>['delegations'][number];

/** A person and a substitute have at most 50 each. */
const MOST = '100';

/** Who decides for the person while they are away, and for whom the person decides: in one sub-project. */
export function Substitutes() {
  const m = messages.use();
  const me = useMe();
  const inRail = useSubProject();
  const [chosen, setChosen] = useState(inRail?.id);
  const [isNaming, setNaming] = useState(false);
  const offered = me.subProjects.filter(({ id }) => may(me, { grant: 'workflow.call', subProjectId: id }));
  const subProject = offered.find(({ id }) => id === chosen) ?? offered[0];
  if (subProject === undefined) return null;
  return (
    <Section
      title={m.away}
      actions={
        <Button size="small" icon={Plus} onClick={() => setNaming(true)}>
          {m.nameSubstitute}
        </Button>
      }
    >
      <p className="t13 t2">{m.awayText}</p>
      {offered.length > 1 && (
        <Select aria-label={m.awayProject} value={subProject.id} onChange={({ target }) => setChosen(target.value)}>
          {offered.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <Delegations key={subProject.id} subProjectId={subProject.id} />
      {isNaming && <SubstituteDialog subProjectId={subProject.id} onClose={() => setNaming(false)} />}
    </Section>
  );
}

function Delegations({ subProjectId }: { subProjectId: string }) {
  const m = messages.use();
  const { user } = useMe();
  const { data, error, refetch } = useQuery(read('getDelegations', { subProjectId, perPageCount: MOST }));
  const { mutate: end } = useChange('endDelegation');
  if (error !== null) return <ProblemView error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <SkeletonRows count={1} />;
  if (data.delegations.length === 0) return <p className="t13 t3">{m.noSubstitute}</p>;
  const finish = ({ id, person, substitute }: Delegation): void => {
    const names =
      person.id === user.id ? { name: substitute.name, person: m.you } : { name: m.you, person: person.name };
    end(
      { subProjectId, delegationId: id },
      { onSuccess: () => showToast({ text: m.awayEnded(names) }), onError: (failure) => showFailure(failure) },
    );
  };
  return (
    <Items>
      {data.delegations.map((delegation) => {
        const { id, person, substitute, fromTs, untilTs, condition, reason } = delegation;
        const title =
          person.id === user.id ? m.decidesForYou({ name: substitute.name }) : m.youDecideFor({ name: person.name });
        return (
          <Item
            key={id}
            icon={UserRound}
            name={<span className="b5">{title}</span>}
            detail={
              <>
                {m.sinceThen} <When at={fromTs} />{' '}
                {untilTs === null ? (
                  m.untilEnded
                ) : (
                  <>
                    {m.untilThen} <When at={untilTs} />
                  </>
                )}
                <Workflows subProjectId={subProjectId} ids={delegation.workflowIds} />
                {reason !== null && <bdi> · {reason}</bdi>}
                {condition !== null && (
                  <>
                    <br />
                    {m.awayCondition} <code className="mono">{condition}</code>
                  </>
                )}
              </>
            }
            actions={
              <Button size="small" onClick={() => finish(delegation)}>
                {m.endSession}
                <span className="vh"> {title}</span>
              </Button>
            }
          />
        );
      })}
    </Items>
  );
}

/** The workflows that a delegation is limited to. */
function Workflows({ subProjectId, ids }: { readonly subProjectId: string; readonly ids: readonly string[] | null }) {
  const { data } = useQuery({ ...read('getWorkflows', { subProjectId }), enabled: ids !== null });
  if (ids === null || data === undefined) return null;
  const names = data.workflows.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  return <> · {names.join(', ')}</>;
}
