export { type Command, CommandRejected, type RejectionReason } from './command.js';
export type { Effect, HistoryEvent, IncidentKind } from './effect.js';
export type { CalledProcess, ExecutableModel, ServerStart, UserTaskInfo } from './model/executable-model.js';
export type { TimerDefinition } from './model/node.js';
export type { DeployReport, Finding } from './report.js';
export type { EndedStatus, RunState, RunStatus, Variables } from './run-state.js';
export type { CompileResult, ModelResolver, StepInput, StepResult } from './step-types.js';
