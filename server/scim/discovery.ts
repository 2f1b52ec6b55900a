import { SCIM } from '#contract/scim.ts'
import { CORE_GROUP, CORE_USER, LIST_RESPONSE } from './schema-names.ts'

const CONFIG_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'
const SCHEMA_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:Schema'
const TYPE_SCHEMA = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'

/** What this server speaks of the protocol. @param base address of the service */
export const serviceProviderConfig = (base: string, site: string) => ({
  schemas: [CONFIG_SCHEMA],
  documentationUri: `${site}/documentation/scim`,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: SCIM.pageSize.most },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  pagination: {
    cursor: true,
    index: true,
    defaultPaginationMethod: 'index',
    defaultPageSize: SCIM.pageSize.usual,
    maxPageSize: SCIM.pageSize.most,
  },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'A token that an administrator of the organisation made on the page Integrations.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
})

type Traits = {
  type?: 'boolean' | 'complex' | 'reference'
  multiValued?: boolean
  required?: boolean
  caseExact?: boolean
  mutability?: 'immutable' | 'readOnly'
  uniqueness?: 'server'
  referenceTypes?: string[]
  subAttributes?: object[]
  canonicalValues?: string[]
}

const attribute = (name: string, description: string, traits: Traits = {}) => ({
  name,
  description,
  type: 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...traits,
})

const USER_ATTRIBUTES = [
  attribute('userName', 'Name at the identity provider, unique in the organisation.', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('displayName', 'What the identity provider shows.'),
  attribute('name', 'Names, as colleagues see them.', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'Both names.', { mutability: 'readOnly' }),
      attribute('givenName', 'First name, up to 100 characters.'),
      attribute('familyName', 'Last name, up to 100 characters.'),
    ],
  }),
  attribute('emails', 'The address of the account. After the first sign-in its person changes it.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'Its domain has to be verified for the organisation.'),
      attribute('type', 'Always "work".', { mutability: 'readOnly' }),
      attribute('primary', 'Always true.', { type: 'boolean', mutability: 'readOnly' }),
    ],
  }),
  attribute('active', 'False suspends: every session ends, and nobody can sign in.', { type: 'boolean' }),
  attribute(
    'userType',
    '"Guest" makes a guest, who stays as long as the rules of the organisation say; "Member" ends that. Other words are not kept.',
    {
      canonicalValues: ['Guest', 'Member'],
    },
  ),
  attribute('groups', 'Groups that this user is a member of.', {
    type: 'complex',
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: [
      attribute('value', 'Id of the group.', { mutability: 'readOnly', caseExact: true }),
      attribute('display', 'Name of the group.', { mutability: 'readOnly' }),
      attribute('$ref', 'Address of the group.', {
        type: 'reference',
        referenceTypes: ['Group'],
        mutability: 'readOnly',
      }),
    ],
  }),
]

const GROUP_ATTRIBUTES = [
  attribute('displayName', 'Name of the team, unique in the organisation, up to 100 characters.', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('members', 'Users of the organisation, up to 1,000.', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'Id of the user.', { mutability: 'immutable', caseExact: true }),
      attribute('display', 'Name of the user.', { mutability: 'readOnly' }),
      attribute('$ref', 'Address of the user.', {
        type: 'reference',
        referenceTypes: ['User'],
        mutability: 'immutable',
      }),
    ],
  }),
]

export const schemas = (base: string) => [
  schema(base, {
    id: CORE_USER,
    name: 'User',
    description: 'A person of the organisation',
    attributes: USER_ATTRIBUTES,
  }),
  schema(base, { id: CORE_GROUP, name: 'Group', description: 'A team of people', attributes: GROUP_ATTRIBUTES }),
]

const schema = (base: string, parts: { id: string; name: string; description: string; attributes: object[] }) => ({
  schemas: [SCHEMA_SCHEMA],
  ...parts,
  meta: { resourceType: 'Schema', location: `${base}/Schemas/${parts.id}` },
})

export const resourceTypes = (base: string) => [
  resourceType(base, { id: 'User', schema: CORE_USER }),
  resourceType(base, { id: 'Group', schema: CORE_GROUP }),
]

const resourceType = (base: string, { id, schema: described }: { id: string; schema: string }) => ({
  schemas: [TYPE_SCHEMA],
  id,
  name: id,
  endpoint: `/${id}s`,
  schema: described,
  schemaExtensions: [],
  meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${id}` },
})

export const wholeList = (entries: readonly object[]) => ({
  schemas: [LIST_RESPONSE],
  totalResults: entries.length,
  startIndex: 1,
  itemsPerPage: entries.length,
  Resources: entries,
})
