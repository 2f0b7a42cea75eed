/** URNs of RFC 7643 and RFC 7644. */
export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
export const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';

/** Items of a list at most, whatever `count` asks for. */
export const MOST_LISTED = 500;
export const DEFAULT_LISTED = 100;

export const listResponse = (resources: readonly object[], total: number, startIndex: number) => ({
  schemas: [LIST],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

const documentation = 'https://www.rfc-editor.org/rfc/rfc7644';

export const serviceProviderConfig = (base: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  documentationUri: documentation,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_LISTED },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token of createScimToken in the Authorization header',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
});

export const resourceTypes = (base: string) =>
  [
    { id: 'User', endpoint: '/Users', schema: USER, schemaExtensions: [{ schema: ENTERPRISE, required: false }] },
    { id: 'Group', endpoint: '/Groups', schema: GROUP, schemaExtensions: [] },
  ].map((type) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...type,
    name: type.id,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${type.id}` },
  }));

const attribute = (name: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});
const complex = (name: string, subAttributes: readonly object[], more: object = {}) =>
  attribute(name, { type: 'complex', subAttributes, ...more });

export const schemas = (base: string) =>
  [
    {
      id: USER,
      name: 'User',
      attributes: [
        attribute('userName', { required: true, uniqueness: 'server' }),
        complex(
          'name',
          ['formatted', 'givenName', 'familyName'].map((name) => attribute(name)),
        ),
        attribute('displayName'),
        attribute('active', { type: 'boolean' }),
        complex('emails', [attribute('value'), attribute('type'), attribute('primary', { type: 'boolean' })], {
          multiValued: true,
        }),
        complex(
          'groups',
          ['value', 'display'].map((name) => attribute(name, { mutability: 'readOnly' })),
          { multiValued: true, mutability: 'readOnly' },
        ),
      ],
    },
    {
      id: ENTERPRISE,
      name: 'EnterpriseUser',
      attributes: [
        ...['employeeNumber', 'costCenter', 'organization', 'division', 'department'].map((name) => attribute(name)),
        complex('manager', [attribute('value'), attribute('displayName', { mutability: 'readOnly' })]),
      ],
    },
    {
      id: GROUP,
      name: 'Group',
      attributes: [
        attribute('displayName', { required: true, uniqueness: 'server' }),
        complex(
          'members',
          ['value', 'display'].map((name) => attribute(name, { mutability: 'immutable' })),
          { multiValued: true },
        ),
      ],
    },
  ].map((schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }));
