import { Button } from '../../ui/button/button.js';
import { Empty } from '../../ui/feedback/empty.js';
import { useConditionText } from '../filter/condition-text.js';
import { messages } from '../messages/index.gen.js';
import { readConditions, withoutCondition } from '../model/conditions.js';
import { useList } from '../model/list-context.js';
import { useTotal } from '../model/use-rows.js';

const MOST_OFFERED = 3;

/** An empty list: nothing is there, or the conditions hide it. */
export function NothingHere() {
  const m = messages.use();
  const { settings, changeFilters } = useList();
  const text = useConditionText();
  const all = useTotal({});
  const { conditions } = readConditions(settings.filters);
  if (Object.keys(settings.filters).length === 0) {
    return (
      <Empty kind="nothing" title={m.emptyTitle}>
        {m.emptyText}
      </Empty>
    );
  }
  return (
    <Empty
      kind="filtered"
      title={m.filteredTitle}
      actions={
        <>
          {conditions.slice(0, MOST_OFFERED).map((condition) => (
            <Button
              key={`${condition.key} ${condition.operator}`}
              onClick={() => changeFilters(withoutCondition(settings.filters, condition))}
            >
              {m.dropFilter({ condition: text(condition) })}
            </Button>
          ))}
          {conditions.length !== 1 && <Button onClick={() => changeFilters({})}>{m.dropAll}</Button>}
        </>
      }
    >
      {all === undefined ? '' : m.filteredText({ total: all })}
    </Empty>
  );
}
