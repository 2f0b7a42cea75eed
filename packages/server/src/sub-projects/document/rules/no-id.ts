/** A warning for who deploys without naming the sub-project. */
export const NO_ID = 'the document has no id: unless a subProjectId is sent with it, every deployment makes a new one';
