export { type CompileResult, compile } from './compile/compile.js';
export { type PortableModels, packModels, unpackModels } from './compile/portable-models.js';
export type { DeployReport, Finding } from './compile/report/deploy-report.js';
export {
  type CompileDecisionsOptions,
  type CompiledDecisions,
  compileDecisionFiles,
  compileDecisions,
  compileDecisionsInSteps,
  type DecisionFile,
} from './decision/compile-decisions.js';
export { type DecisionCoverage, decisionCoverage, type RuleCoverage } from './decision/decision-coverage.js';
export { DEFAULT_DECISION_BUDGET, type DecisionResult, evaluateDecision } from './decision/evaluate-decision.js';
export { findTableProblems } from './decision/find-table-problems.js';
export type {
  DecisionInfo,
  DecisionKind,
  DecisionModel,
  DecisionServiceInfo,
  InputDataInfo,
  KnowledgeModelInfo,
  RuleInfo,
  TableInfo,
} from './decision/model/decision-model.js';
export type { DecisionProblem } from './decision/model/decision-problem.js';
export type { Aggregation, HitPolicy } from './decision/model/hit-policy.js';
export type { TableProblem } from './decision/model/table-problem.js';
export { runTck, type TckFile, type TckOutcome } from './decision/tck/run-tck.js';
export { DecisionError, type DecisionErrorReason } from './decision/trace/decision-error.js';
export type { DecisionTrace, EvaluatedDecision, MatchedRule, TableTrace } from './decision/trace/decision-trace.js';
export { type ConnectorExpression, compileConnectorExpression } from './expression/compile-connector-expression.js';
export { compileFeel, type FeelExpression } from './expression/compile-feel.js';
export { ExpressionError, ExpressionSyntaxError } from './expression/values/errors.js';
export type { Calendars, WorkingDuration, WorkingTime } from './expression/values/working-time.js';
export { inspectModel, type JobUse, type ModelInspection, type NameUse } from './inspect/inspect-model.js';
export { type ActiveElement, compareRuns, type OpenWork, openWork, type RunDifference } from './inspect/open-work.js';
export type {
  CalendarUse,
  CalledDecision,
  CalledProcess,
  ExecutableModel,
  ServerStart,
  UserTaskInfo,
} from './model/executable-model.js';
export type { TimerDefinition } from './model/node.js';
export { type NamedSecrets, replaceSecretNames, secretNamesIn, secretNamesInSource } from './model/secret-names.js';
export {
  type AdHocResult,
  type Command,
  CommandRejected,
  type HeldCommand,
  type RejectionReason,
  type TaskListenerResult,
} from './protocol/command.js';
export type { Effect, HistoryEvent, IncidentKind, TaskApproval } from './protocol/effect.js';
export type { DecisionResolver, ModelResolver, StepInput, StepResult } from './protocol/step-types.js';
export { startTimerDue } from './start-timer.js';
export {
  type BallotResult,
  countVotes,
  hasVoted,
  lacksReason,
  type ReasonRule,
  resultOf,
  type Veto,
  type Vote,
  type VoteOutcome,
} from './state/ballot.js';
export type { EndedStatus, RunState, RunStatus, TaskAttributes, Variables } from './state/run-state.js';
export { modelsOf, statusOf, variablesOf } from './state/status.js';
export { step } from './step.js';
export type { Due } from './time/due.js';
export { addDuration, type Duration, parseDuration, parseWorkingDuration } from './time/iso-8601.js';
export { instantIn } from './time/working-due.js';
export type { CalendarException, OpenHours, ResolvedCalendar } from './working-time/resolved-calendar.js';
export { WorkingCalendar } from './working-time/working-calendar.js';
