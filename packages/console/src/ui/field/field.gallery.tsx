import { Sample } from '../gallery/sample.js';
import { Checkbox, Radio, Select, Switch, TextArea, TextInput } from './controls.js';
import { Field } from './field.js';

export const fields = () => (
  <>
    <Field label="Reason" isRequired>
      {(ids) => <TextArea {...ids} placeholder="Why is it rejected?" />}
    </Field>
    <Field label="Pay on" error="February ends on the 28th">
      {(ids) => <TextInput {...ids} defaultValue="31 Feb 2026" />}
    </Field>
    <Field label="Cost centre" hint="From the ERP, 5 minutes old">
      {(ids) => (
        <Select {...ids}>
          <option>4711 Maintenance</option>
          <option>4712 Energy</option>
        </Select>
      )}
    </Field>
    <Field label="Supplier" hint="Set by Read and classify">
      {(ids) => <TextInput {...ids} readOnly value="Cormorant Cables" />}
    </Field>
    <Sample name="Pick">
      <Checkbox defaultChecked>Mine</Checkbox>
      <Checkbox>Team</Checkbox>
      <Radio name="pick" defaultChecked>
        Each
      </Radio>
      <Radio name="pick">All</Radio>
      <Switch defaultChecked>On</Switch>
      <Switch>Off</Switch>
    </Sample>
  </>
);
