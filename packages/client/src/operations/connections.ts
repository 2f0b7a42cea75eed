// Generated from packages/contract by `npm run build`; do not edit.
import type { HookMessage, HookProcess, HookSecretResponse, HookSignature, InboundHook, InboundReceipt, SecretEntry, StatusResponse } from './models.js';
import type { SubProjectRequest } from './shared.js';

/** The request of createInboundHook: create an inbound hook. */
export interface CreateInboundHookRequest extends SubProjectRequest {
  /** Name for people. From 1 to 100 characters. */
  readonly name: string;
  /** How deliveries are signed: `standard` (Standard Webhooks), `github` (X-Hub-Signature-256), `stripe` (Stripe-Signature), or `hmac` as `signature` says. */
  readonly scheme: 'standard' | 'github' | 'stripe' | 'hmac';
  /** For the scheme `hmac`: where the signature is, and how it is made. */
  readonly signature?: HookSignature | undefined;
  /** What identifies a delivery, so that it acts once: `header:<name>`, `body:<member.member>`, or `hash` for the hash of the body. Default: the id that the scheme has. Required for `hmac`. From 1 to 200 characters. */
  readonly deliveryId?: string | undefined;
  /** FEEL over `body`, `headers` and `deliveryId`: deliveries for which it is not true are ignored. At most 10000 characters. */
  readonly when?: string | undefined;
  /** Creates a process. */
  readonly createProcess?: HookProcess | undefined;
  /** Publishes a message, after createProcess if both are there. */
  readonly publishMessage?: HookMessage | undefined;
  /** Id of the user whose roles apply. Default: the caller. Only the administrator names somebody else. From 1 to 100 characters. */
  readonly actAs?: string | undefined;
  /** Secret that the sender has. Default: a new one. From 1 to 500 characters. */
  readonly secret?: string | undefined;
}

/** The answer of createInboundHook: a hook and its new secret. */
export type CreateInboundHookResponse = HookSecretResponse;

/** The request of deleteInboundHook: delete an inbound hook. */
export interface DeleteInboundHookRequest extends SubProjectRequest {
  /** Id of the hook. From 1 to 1024 characters. */
  readonly hookId: string;
}

/** The answer of deleteInboundHook: the answer of operations that return no data. */
export type DeleteInboundHookResponse = StatusResponse;

/** The request of deleteSecret: delete a secret. */
export interface DeleteSecretRequest extends SubProjectRequest {
  /** Name of the secret. From 1 to 100 characters. */
  readonly name: string;
}

/** The answer of deleteSecret: the answer of operations that return no data. */
export type DeleteSecretResponse = StatusResponse;

/** The request of getInboundHooks: list inbound hooks. */
export type GetInboundHooksRequest = SubProjectRequest;

/** The answer of getInboundHooks: list inbound hooks. */
export interface GetInboundHooksResponse {
  /** The hooks. */
  readonly hooks: readonly InboundHook[];
}

/** The request of getInboundReceipts: list the deliveries of an inbound hook. */
export interface GetInboundReceiptsRequest extends SubProjectRequest {
  /** Id of the hook. From 1 to 1024 characters. */
  readonly hookId: string;
  /** Only these: accepted, ignored, failed or refused. At most 8192 characters. */
  readonly outcome?: string | undefined;
  /** Receipts at most, 1 to 1000. Default "50". At most 8192 characters. */
  readonly limit?: string | undefined;
  /** Extension: return the items after this position, the `next` of the page before. Not with page. At most 8192 characters. */
  readonly after?: string | undefined;
}

/** The answer of getInboundReceipts: list the deliveries of an inbound hook. */
export interface GetInboundReceiptsResponse {
  /** The receipts. */
  readonly receipts: readonly InboundReceipt[];
  /** Send it as `after` to get the next page; null on the last page. */
  readonly next: string | null;
}

/** The request of getSecrets: list secrets. */
export type GetSecretsRequest = SubProjectRequest;

/** The answer of getSecrets: list secrets. */
export interface GetSecretsResponse {
  /** The secrets. */
  readonly secrets: readonly SecretEntry[];
  /** Names that the current configuration uses and that no secret has. */
  readonly missing: readonly string[];
}

/** The request of rotateInboundHookSecret: rotate the secret of an inbound hook. */
export interface RotateInboundHookSecretRequest extends SubProjectRequest {
  /** Id of the hook. From 1 to 1024 characters. */
  readonly hookId: string;
  /** Secret that the sender has. Default: a new one. From 1 to 500 characters. */
  readonly secret?: string | undefined;
  /** Seconds for which the old secret is accepted. Default 86400. From 0 to 2592000. */
  readonly overlapSeconds?: number | undefined;
}

/** The answer of rotateInboundHookSecret: a hook and its new secret. */
export type RotateInboundHookSecretResponse = HookSecretResponse;

/** The request of setSecret: set a secret. */
export interface SetSecretRequest extends SubProjectRequest {
  /** Name: letters, digits, `_`, `.`, `/` and `-`, beginning with a letter or `_`. From 1 to 100 characters. */
  readonly name: string;
  /** The value, 8 to 8192 characters. Shorter ones could not be removed from answers reliably. From 1 to 8192 characters. */
  readonly value: string;
  /** Hosts that it may be sent to: names such as `erp.example.com`, `*.example.com` for the names below it, each also with a port (`erp.example.com:8443`); `[]` for any host. Default: the hosts of before, and any host for a new secret. At most 20 items. */
  readonly hosts?: readonly string[] | undefined;
}

/** The answer of setSecret: set a secret. */
export interface SetSecretResponse {
  /** A secret, without its value. */
  readonly secret: SecretEntry;
}

/** The request of testInboundHook: test an inbound hook. */
export interface TestInboundHookRequest extends SubProjectRequest {
  /** Id of the hook. From 1 to 1024 characters. */
  readonly hookId: string;
  /** Body of the delivery. */
  readonly body: object;
  /** Headers of the delivery, by name. */
  readonly headers?: object | undefined;
}

/** The answer of testInboundHook: test an inbound hook. */
export interface TestInboundHookResponse {
  /** accepted, ignored or failed. */
  readonly outcome: string;
  /** Why it would not act. */
  readonly reason: string | null;
  /** What the created process would have; null when none would be created. */
  readonly createProcess: Readonly<Record<string, unknown>> | null;
  /** The message, and in `status` what would become of it; null when none would be published. */
  readonly publishMessage: Readonly<Record<string, unknown>> | null;
}

/** The request of updateInboundHook: change an inbound hook. */
export interface UpdateInboundHookRequest extends SubProjectRequest {
  /** Id of the hook. From 1 to 1024 characters. */
  readonly hookId: string;
  /** Name for people. From 1 to 100 characters. */
  readonly name?: string | undefined;
  /** How deliveries are signed: `standard` (Standard Webhooks), `github` (X-Hub-Signature-256), `stripe` (Stripe-Signature), or `hmac` as `signature` says. */
  readonly scheme?: 'standard' | 'github' | 'stripe' | 'hmac' | undefined;
  /** For the scheme `hmac`: where the signature is, and how it is made. */
  readonly signature?: HookSignature | undefined;
  /** What identifies a delivery, so that it acts once: `header:<name>`, `body:<member.member>`, or `hash` for the hash of the body. Default: the id that the scheme has. Required for `hmac`. From 1 to 200 characters. */
  readonly deliveryId?: string | undefined;
  /** FEEL over `body`, `headers` and `deliveryId`: deliveries for which it is not true are ignored. At most 10000 characters. */
  readonly when?: string | undefined;
  /** Creates a process. */
  readonly createProcess?: HookProcess | undefined;
  /** Publishes a message, after createProcess if both are there. */
  readonly publishMessage?: HookMessage | undefined;
  /** false: every delivery is refused. */
  readonly enabled?: boolean | undefined;
}

/** The answer of updateInboundHook: change an inbound hook. */
export interface UpdateInboundHookResponse {
  /** An address where another service delivers events. */
  readonly hook: InboundHook;
}
