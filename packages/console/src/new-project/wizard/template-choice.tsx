import { FileText, type LucideIcon, Palmtree, Receipt, ShoppingCart, UserPlus } from 'lucide-react';
import { Icon } from '../../ui/icon/icon.js';
import { messages } from '../messages/index.gen.js';
import styles from '../new-project.module.css';
import type { Described } from '../template/described.js';
import type { Template, TemplateKey } from '../template/templates.js';

const icons: Readonly<Record<TemplateKey, LucideIcon>> = {
  invoice: FileText,
  vacation: Palmtree,
  claims: Receipt,
  onboarding: UserPlus,
  purchase: ShoppingCart,
};

export interface TemplateChoiceProps {
  readonly offered: readonly { readonly template: Template; readonly content: Described }[];
  readonly chosen: TemplateKey;
  onChoose(key: TemplateKey): void;
}

/** The templates, one of which is chosen; arrow keys move between them. */
export function TemplateChoice({ offered, chosen, onChoose }: TemplateChoiceProps) {
  const m = messages.use();
  return (
    <fieldset className={styles.templates}>
      <legend className="t2">{m.templateHint}</legend>
      {offered.map(({ template: { key }, content: { name, description } }) => (
        <label key={key} className={styles.template}>
          <input
            type="radio"
            name="template"
            value={key}
            checked={key === chosen}
            onChange={() => onChoose(key)}
            className={styles.radio}
          />
          <Icon of={icons[key]} size={20} />
          <span className="col">
            <span className="b6">{name}</span>
            <span className="t2 t13">{description}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
