import { bpmn, end, line, start, updateTask, userTask } from './bpmn.js';

/** A DMN file with a table: from the limit on, the rate is high. */
export const rates = (limit: number): string => `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="rates" name="Rates" namespace="rates">
  <inputData id="amount" name="amount"><variable id="amount_variable" name="amount" typeRef="number" /></inputData>
  <decision id="rate" name="Rate">
    <variable id="rate_variable" name="Rate" typeRef="string" />
    <informationRequirement id="needs"><requiredInput href="#amount" /></informationRequirement>
    <decisionTable id="rate_table" hitPolicy="UNIQUE">
      <input id="in"><inputExpression id="in_expression" typeRef="number"><text>amount</text></inputExpression></input>
      <output id="out" name="Rate" typeRef="string" />
      <rule id="low"><inputEntry id="low_in"><text>&lt; ${limit}</text></inputEntry><outputEntry id="low_out"><text>"low"</text></outputEntry></rule>
      <rule id="high"><inputEntry id="high_in"><text>&gt;= ${limit}</text></inputEntry><outputEntry id="high_out"><text>"high"</text></outputEntry></rule>
    </decisionTable>
  </decision>
</definitions>`;

/** Tests that cover both rules at a limit from 2 to 1000. */
export const rateTests = `
- given: { amount: 1 }
  expect: low
- given: { amount: 1000 }
  expect: high
`;

/** Writes the rate of otherDetails.amount into the notes, then waits. */
const rated = bpmn(
  'rated',
  `${start()}<bpmn:businessRuleTask id="rate"><bpmn:extensionElements>
    <zeebe:calledDecision decisionId="rate" resultVariable="rate" />
    <zeebe:ioMapping><zeebe:input source="=otherDetails.amount" target="amount" /></zeebe:ioMapping>
  </bpmn:extensionElements></bpmn:businessRuleTask>
  ${updateTask('note', '{notes: rate}')}${userTask('decide')}${end()}${line('start', 'rate', 'note', 'decide', 'end')}`,
);

export const decisionFiles = { 'rated.bpmn': rated, 'rates.dmn': rates(100), 'rates.tests.yaml': rateTests };
export const decisionEntries = [{ key: 'rates', file: 'rates.dmn', tests: 'rates.tests.yaml', coverage: 100 }];
export const decisionWorkflow = { key: 'rated', name: 'rated', stages: ['stage_init'], file: 'rated.bpmn' };
