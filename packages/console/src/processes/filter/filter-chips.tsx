import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useKeys } from '../../frame/keys.js';
import { Icon } from '../../ui/icon/icon.js';
import { Kbd } from '../../ui/text/kbd.js';
import { messages } from '../messages/index.gen.js';
import { type Condition, readConditions, withCondition, withoutCondition } from '../model/conditions.js';
import { useList } from '../model/list-context.js';
import { useConditionParts } from './condition-text.js';
import styles from './filter-bar.module.css';
import { FilterDialog } from './filter-dialog.js';

/** The conditions of the list, and the way to more of them. */
export function FilterChips() {
  const m = messages.use();
  const { settings, changeFilters } = useList();
  const parts = useConditionParts();
  const [edited, setEdited] = useState<Condition | 'new'>();
  const { conditions, rest } = readConditions(settings.filters);
  useKeys([{ keys: '/', label: m.filterTitle, group: m.title, run: () => setEdited('new') }]);
  return (
    <>
      {conditions.map((condition) => {
        const { label, operator, value } = parts(condition);
        return (
          <span key={`${condition.key} ${condition.operator}`} className={styles.chip}>
            <button type="button" title={m.filterEdit({ label })} onClick={() => setEdited(condition)}>
              <span className={styles.part}>{label}</span>
              <span className={`${styles.part} ${styles.operator}`}>{operator}</span>
              {value !== '' && <span className={`${styles.part} ${styles.value} clip`}>{value}</span>}
            </button>
            <button
              type="button"
              className={styles.remove}
              aria-label={m.filterRemove({ label })}
              onClick={() => changeFilters(withoutCondition(settings.filters, condition))}
            >
              <Icon of={X} size={12} />
            </button>
          </span>
        );
      })}
      {Object.entries(rest).map(([join, inner]) => (
        <span key={join} className={styles.chip}>
          <span className={styles.part}>{m.or({ count: Array.isArray(inner) ? inner.length : 0 })}</span>
          <button
            type="button"
            className={styles.remove}
            aria-label={m.filterRemove({ label: m.condition })}
            onClick={() =>
              changeFilters(Object.fromEntries(Object.entries(settings.filters).filter(([key]) => key !== join)))
            }
          >
            <Icon of={X} size={12} />
          </button>
        </span>
      ))}
      <button type="button" className={`${styles.chip} ${styles.add}`} onClick={() => setEdited('new')}>
        <Icon of={Plus} size={12} />
        {m.add}
        <span aria-hidden="true">
          <Kbd>/</Kbd>
        </span>
      </button>
      {edited !== undefined && (
        <FilterDialog
          condition={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onApply={(condition) => {
            setEdited(undefined);
            changeFilters(withCondition(settings.filters, condition, edited === 'new' ? undefined : edited));
          }}
        />
      )}
    </>
  );
}
