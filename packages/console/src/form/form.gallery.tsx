import { Sample } from '../ui/gallery/sample.js';
import { FormFields } from './form-fields.js';
import { fieldsOf } from './schema/form-field.js';
import { useForm } from './state/use-form.js';
import { ValueView } from './value-view.js';

const fields = fieldsOf({
  type: 'object',
  required: ['reason', 'amount'],
  properties: {
    reason: { type: 'string', title: 'Reason', maxLength: 80 },
    amount: { type: 'number', minimum: 0, description: 'As on the invoice', examples: ['10,750.00'] },
    costCentre: { enum: ['4700 General', '4711 Maintenance'], default: '4711 Maintenance' },
    payOn: { type: 'string', format: 'date' },
    urgent: { type: 'boolean', 'x-ui': { widget: 'switch' } },
    channel: { enum: ['E-mail', 'Letter'], 'x-ui': { widget: 'radio' } },
    tags: { type: 'array', items: { type: 'string' }, default: ['cable', 'plant 2'] },
    address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } },
    notes: { type: 'string', 'x-ui': { widget: 'multiline' } },
  },
});

function Example() {
  const form = useForm(fields);
  return <FormFields form={form} isWide />;
}

export const schemaForm = () => (
  <Sample name="Form of a schema">
    <div style={{ width: 480, maxWidth: '100%' }}>
      <Example />
    </div>
  </Sample>
);

const values: Readonly<Record<string, unknown>> = {
  amount: 10750,
  costCentre: '4711 Maintenance',
  payOn: '2026-04-10',
  urgent: true,
  tags: ['cable'],
};

export const schemaValues = () => (
  <Sample name="Values of a schema">
    {fields
      .filter(({ name }) => name in values)
      .map((field) => (
        <span key={field.name}>
          <ValueView field={field} value={values[field.name]} unit={field.name === 'amount' ? 'USD' : undefined} />
        </span>
      ))}
  </Sample>
);
