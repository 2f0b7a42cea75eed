// What the answers of getEvidence prove, without Node.js and the rest of the server: the web console loads it with the page of evidence.
export { joinEvidence } from './join-evidence.js';
export { type EvidenceReport, verifyEvidence } from './verify-evidence.js';
