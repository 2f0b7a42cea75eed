/** What Entra ID sends for a new person. */
export const entraUser = (name: string, more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User', 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: `entra-${name}`,
  userName: `${name}@entra.example`,
  active: true,
  displayName: `${name} Entra`,
  emails: [{ primary: true, type: 'work', value: `${name}@entra.example` }],
  meta: { resourceType: 'User' },
  name: { formatted: `${name} Entra`, familyName: 'Entra', givenName: name },
  title: 'Clerk',
  'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User': { department: 'Finance' },
  ...more,
});

/** What Okta sends for a new person. */
export const oktaUser = (name: string, more: object = {}) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
  userName: `${name}@okta.example`,
  name: { givenName: name, familyName: 'Okta' },
  emails: [{ primary: true, value: `${name}@okta.example`, type: 'work' }],
  displayName: `${name} Okta`,
  locale: 'en-US',
  externalId: `okta-${name}`,
  groups: [],
  password: '1mz050nq',
  active: true,
  ...more,
});

/** A PATCH with these operations. */
export const patch = (...operations: readonly object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});
