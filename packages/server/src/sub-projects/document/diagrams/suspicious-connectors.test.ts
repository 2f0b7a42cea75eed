import { expect, it } from 'vitest';
import { createDocumentValidator } from '../validate-document.js';

const quoted = (text: string) => text.replaceAll('"', '&quot;');

async function warningsOf(inputs: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) {
  const inputTags = Object.entries(inputs).map(
    ([target, source]) => `<zeebe:input source="${quoted(source)}" target="${target}"/>`,
  );
  const headerTags = Object.entries(headers).map(
    ([key, value]) => `<zeebe:header key="${key}" value="${quoted(value)}"/>`,
  );
  const bpmn = `<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" id="defs" targetNamespace="t">
<bpmn:process id="p" isExecutable="true"><bpmn:startEvent id="s"/>
<bpmn:serviceTask id="call"><bpmn:extensionElements><zeebe:taskDefinition type="io.camunda:http-json:1"/><zeebe:ioMapping>${inputTags.join('')}</zeebe:ioMapping><zeebe:taskHeaders>${headerTags.join('')}</zeebe:taskHeaders></bpmn:extensionElements></bpmn:serviceTask>
<bpmn:endEvent id="e"/><bpmn:sequenceFlow id="a" sourceRef="s" targetRef="call"/><bpmn:sequenceFlow id="b" sourceRef="call" targetRef="e"/></bpmn:process></bpmn:definitions>`;
  const document = {
    name: 'Calls',
    stages: [{ key: 'one', default: true }],
    workflows: [{ key: 'w', name: 'W', stages: ['one'], file: 'w.bpmn' }],
  };
  const { errors, warnings } = await createDocumentValidator()(document, { 'w.bpmn': bpmn });
  expect(errors).toEqual([]);
  return warnings.filter(({ path }) => path === 'w.bpmn#call').map(({ message }) => message);
}

const url = 'https://api.example.com';

it('a task of the REST connector that can run has no warnings', async () => {
  const headers = {
    resultExpression: '={id: response.body.id}',
    errorExpression: '=if error.code = "404" then bpmnError("A", "b") else null',
  };
  expect(await warningsOf({ url, 'authentication.type': 'noAuth', storeResponse: '=false' }, headers)).toEqual([]);
});

it.each([
  [{ 'authentication.type': 'noAuth' }, {}, 'the REST connector has no input "url"'],
  [{ url, 'authentication.type': 'digest' }, {}, 'no authentication "digest"; use one of noAuth, basic'],
  [{ url, storeResponse: '=true' }, {}, 'cannot store the response'],
  [
    { url },
    { errorExpression: '=bpmError("A", "b")' },
    '"errorExpression" of the REST connector: There is no function',
  ],
  [{ url }, { resultExpression: '={' }, '"resultExpression" of the REST connector'],
])('%j with %j has a warning', async (inputs, headers, message) => {
  expect(await warningsOf(inputs as Record<string, string>, headers as Record<string, string>)).toEqual([
    expect.stringContaining(message),
  ]);
});
