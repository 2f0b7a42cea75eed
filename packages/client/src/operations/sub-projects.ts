// Generated from packages/contract by `npm run build`; do not edit.
import type { AccessExplanation, CreatedResponse, Deployment, InvitationResponse, Member, MemberGroup, SubProject, SubProjectConfiguration, SubProjectSchema } from './models.js';
import type { PageResponse, PagingRequest, SubProjectRequest } from './shared.js';

/** The request of createSubProject: create a sub-project. */
export interface CreateSubProjectRequest {
  /** Name of the sub-project. From 1 to 1024 characters. */
  readonly name: string;
  /** UUID to use as its id. Default: a new one. At most 8192 characters. */
  readonly subProjectId?: string | undefined;
}

/** The answer of createSubProject: the answer of operations that create something. */
export type CreateSubProjectResponse = CreatedResponse;

/** The request of deploySubProject: deploy a configuration. */
export interface DeploySubProjectRequest {
  /** Id of the sub-project. Default: the id in the document. At most 8192 characters. */
  readonly subProjectId?: string | undefined;
  /** The configuration as YAML or JSON text. An object is taken as its JSON text. From 1 to 4194304 characters. */
  readonly document: string | object;
  /** BPMN and DMN files and tests of decisions, by the names that the document uses. */
  readonly files?: Readonly<Record<string, string>> | undefined;
  /** Only validate and report the differences. Default false. */
  readonly dryRun?: boolean | undefined;
}

/** The answer of deploySubProject: the result of a deployment. */
export type DeploySubProjectResponse = Deployment;

/** The request of explainAccess: explain a permission. */
export interface ExplainAccessRequest extends SubProjectRequest {
  /** Name of the operation, e.g. updateProcessField. From 1 to 1024 characters. */
  readonly operation: string;
  /** Id of the user. Default: the caller, with the scopes of its token. For other users, all scopes are assumed. At most 8192 characters. */
  readonly userId?: string | undefined;
  /** Id of the process that the operation would be about. At most 8192 characters. */
  readonly processId?: string | undefined;
  /** Name of a dynamic field, or state, priority or stageKey, that would be read, set at creation or updated. At most 8192 characters. */
  readonly field?: string | undefined;
}

/** The answer of explainAccess: why a user may or may not call an operation. */
export type ExplainAccessResponse = AccessExplanation;

/** The request of getMembers: list members. */
export interface GetMembersRequest extends PagingRequest, SubProjectRequest {
  /** Return only this person. At most 8192 characters. */
  readonly userId?: string | undefined;
}

/** The answer of getMembers: list members. */
export interface GetMembersResponse extends PageResponse {
  /** The people of the page. */
  readonly members: readonly Member[];
  /** All groups with roles in the sub-project, by name. */
  readonly groups: readonly MemberGroup[];
}

/** The request of getSubProjectConfiguration: read a configuration. */
export interface GetSubProjectConfigurationRequest extends SubProjectRequest {
  /** Version number. Default: the current version. At most 8192 characters. */
  readonly version?: string | undefined;
}

/** The answer of getSubProjectConfiguration: a deployed configuration. */
export type GetSubProjectConfigurationResponse = SubProjectConfiguration;

/** The request of getSubProjectSchema: read fields, states and rights. */
export type GetSubProjectSchemaRequest = SubProjectRequest;

/** The answer of getSubProjectSchema: fields, states, stages and workflows, with what the caller may do. */
export type GetSubProjectSchemaResponse = SubProjectSchema;

/** The request of getSubProjects: list sub-projects. */
export type GetSubProjectsRequest = PagingRequest;

/** The answer of getSubProjects: list sub-projects. */
export interface GetSubProjectsResponse extends PageResponse {
  /** The sub-projects of the page. */
  readonly subProjects: readonly SubProject[];
}

/** The request of inviteMember: invite a person into a sub-project. */
export interface InviteMemberRequest extends SubProjectRequest {
  /** E-mail address of the person. From 1 to 254 characters. */
  readonly email: string;
  /** Name that is suggested to the person, who may change it. At most 1024 characters. */
  readonly name?: string | undefined;
  /** Roles that the person is given. From 1 to 200 items. */
  readonly roles: readonly string[];
}

/** The answer of inviteMember: an invitation and its link. */
export type InviteMemberResponse = InvitationResponse;

/** The request of setMemberRoles: set the roles of a member. */
export interface SetMemberRolesRequest extends SubProjectRequest {
  /** Id, e-mail address or client id of a person. Not with group. At most 8192 characters. */
  readonly user?: string | undefined;
  /** Name or id of a group. Not with user. At most 8192 characters. */
  readonly group?: string | undefined;
  /** All roles that the member is given; none: the member is removed. At most 200 items. */
  readonly roles: readonly string[];
}

/** The answer of setMemberRoles: set the roles of a member. */
export interface SetMemberRolesResponse {
  /** The roles that the member is given now, without those of groups. */
  readonly roles: readonly string[];
  /** Roles given by this request. */
  readonly added: readonly string[];
  /** Roles taken away by this request. */
  readonly removed: readonly string[];
}
