// Generated from packages/contract by `npm run generate`; do not edit.
import type { SecretEntry } from './models.js';
import type { StatusResponse, SubProjectRequest } from './shared.js';

/** The request of deleteSecret: delete a secret. */
export interface DeleteSecretRequest extends SubProjectRequest {
  /** Name of the secret. From 1 to 100 characters. */
  readonly name: string;
}

/** The answer of deleteSecret: delete a secret. */
export type DeleteSecretResponse = StatusResponse;

/** The request of getSecrets: list secrets. */
export type GetSecretsRequest = SubProjectRequest;

/** The answer of getSecrets: list secrets. */
export interface GetSecretsResponse {
  /** The secrets. */
  readonly secrets: readonly SecretEntry[];
  /** Names that the current configuration uses and that no secret has. */
  readonly missing: readonly string[];
}

/** The request of setSecret: set a secret. */
export interface SetSecretRequest extends SubProjectRequest {
  /** Name: letters, digits, `_`, `.`, `/` and `-`, beginning with a letter or `_`. From 1 to 100 characters. */
  readonly name: string;
  /** The value, 8 to 8192 characters. Shorter ones could not be removed from answers reliably. From 1 to 8192 characters. */
  readonly value: string;
  /** Hosts that it may be sent to: names such as `erp.example.com`, `*.example.com` for the names below it, each also with a port (`erp.example.com:8443`). Default: any host. At most 20 items. */
  readonly hosts?: readonly string[] | undefined;
}

/** The answer of setSecret: set a secret. */
export interface SetSecretResponse {
  /** A secret, without its value. */
  readonly secret: SecretEntry;
}
