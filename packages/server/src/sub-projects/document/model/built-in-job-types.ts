import { REST_CONNECTOR } from './rest-connector.js';

/** The job types that the server does itself. Every other type is for external workers. */
export const builtInJobTypes: readonly string[] = ['http', 'email', 'event', REST_CONNECTOR, 'process.update'];
