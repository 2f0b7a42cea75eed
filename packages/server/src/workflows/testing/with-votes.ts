/** The diagram with the namespace of `millrace:approval`, and votes on the given tasks, which name candidates. */
export function withVotes(bpmn: string, votes: Readonly<Record<string, string>>): string {
  const named = bpmn.replace('<bpmn:definitions ', '<bpmn:definitions xmlns:millrace="urn:millrace:bpmn:1" ');
  return Object.entries(votes).reduce((text, [id, attributes]) => {
    const task = `<bpmn:userTask id="${id}" name="Task ${id}"><bpmn:extensionElements>`;
    if (!text.includes(task)) throw new Error(`no task ${id}`);
    return text.replace(task, `${task}<millrace:approval ${attributes}/>`);
  }, named);
}
