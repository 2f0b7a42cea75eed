// The command line runs test cases of DMN files without a service.
export { runTck, type TckFile, type TckOutcome } from '@millrace/engine';
export { type EvidenceReport, verifyEvidence } from './audit/evidence/verify-evidence.js';
export { type BackupRecord, listBackups, readCoverage } from './backup/base/backup-record.js';
export { type MadeBackup, makeBackup } from './backup/make-backup.js';
export { type Restored, type RestoreStep, restoreBackup } from './backup/restore/restore-backup.js';
export { openTarget } from './backup/target/open-target.js';
export { type Seeded, seedDemo } from './demo/seed.js';
export { type Config, ConfigError, type ServerRole } from './kernel/config.js';
export { createAnnouncementLog, createLog } from './kernel/create-log.js';
export { logProcessEvents } from './kernel/log-process-events.js';
export { explainConnectError } from './postgres/connection/connect-error.js';
export { connect } from './postgres/database.js';
export { type ExplainedMigration, explainPlan } from './postgres/migration/explain-plan.js';
export { buildListIndexes } from './postgres/migration/list-indexes.js';
export { grantToServer, migrate, planMigrations } from './postgres/migration/migrate.js';
export type {
  CheckedCoverage,
  ScenarioFailure,
  ScenarioFinding,
  ScenarioResult,
  TestReport,
} from './scenarios/test-report.js';
export { testSubProject } from './scenarios/test-sub-project.js';
export { keepAuditRetention } from './start/audit-retention.js';
export { type Inspection, inspectEmbedded, inspectInstallation } from './start/inspect-installation.js';
export type { RunningServer } from './start/main.js';
export { startServer } from './start/on-demand.js';
export { readConfig } from './start/read-config.js';
export { operatorMessage } from './start/start-error.js';
export {
  type CheckedSubProject,
  checkSubProject,
  uncheckedWithoutDatabase,
} from './sub-projects/document/check-sub-project.js';
export type { Finding } from './sub-projects/document/findings/finding.js';
export { startWorkers } from './workers/start-workers.js';
