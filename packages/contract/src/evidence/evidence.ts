// What the answers of getEvidence prove, for Node.js and for browsers, without the rest of the contract.
export { joinEvidence } from './join-evidence.js';
export { type EvidenceProblem, type EvidenceReport, verifyEvidence } from './verify-evidence.js';
