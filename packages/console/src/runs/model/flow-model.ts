export type { FlowModel } from '../../diagram/flow-model.js';
