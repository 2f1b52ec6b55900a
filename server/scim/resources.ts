import { createHash } from 'node:crypto'
import type { Columns } from './filter-sql.ts'
import { CORE_GROUP, CORE_USER } from './schema-names.ts'

type Link = { value: string; display: string }
type Row = {
  id: string
  external_id: string | null
  display_name: string
  created_at: Date
  updated_at: Date
  place: string
}
export type UserRow = Row & {
  email: string
  user_name: string
  first_name: string | null
  last_name: string | null
  active: boolean
  is_guest: boolean
  groups: Link[]
}
export type GroupRow = Row & { members?: Link[] }
export type Resource = Readonly<Record<string, unknown>> & { id: string; meta: { version: string; location: string } }

/** @param base address of the service, without a slash at its end */
export function presentUser(row: UserRow, base: string): Resource {
  const { email, user_name: userName, first_name: givenName, last_name: familyName, active, groups } = row
  const formatted = [givenName, familyName].filter(Boolean).join(' ')
  return withMeta('User', row, base, {
    schemas: [CORE_USER],
    userName,
    ...(formatted !== '' && {
      name: { formatted, ...(givenName && { givenName }), ...(familyName && { familyName }) },
    }),
    displayName: row.display_name,
    emails: [{ value: email, type: 'work', primary: true }],
    active,
    userType: row.is_guest ? 'Guest' : 'Member',
    groups: groups.map((group) => ({ ...group, type: 'direct', $ref: `${base}/Groups/${group.value}` })),
  })
}

export function presentGroup(row: GroupRow, base: string): Resource {
  return withMeta('Group', row, base, {
    schemas: [CORE_GROUP],
    displayName: row.display_name,
    ...(row.members && {
      members: row.members.map((member) => ({ ...member, type: 'User', $ref: `${base}/Users/${member.value}` })),
    }),
  })
}

function withMeta(
  kind: 'User' | 'Group',
  { id, external_id: externalId, created_at, updated_at }: Row,
  base: string,
  fields: Record<string, unknown>,
): Resource {
  const resource = { id, ...(externalId !== null && { externalId }), ...fields }
  const meta = {
    resourceType: kind,
    created: created_at.toISOString(),
    lastModified: updated_at.toISOString(),
    location: `${base}/${kind}s/${id}`,
  }
  const hash = createHash('sha256')
    .update(JSON.stringify([resource, meta.lastModified]))
    .digest('base64url')
  return { ...resource, meta: { ...meta, version: `W/"${hash.slice(0, 22)}"` } }
}

const META = {
  id: { sql: 'o.id::text', type: 'exact' },
  externalid: { sql: 'o.external_id', type: 'exact' },
  displayname: { sql: 'o.display_name', type: 'text' },
  'meta.created': { sql: 'o.created_at', type: 'time' },
  'meta.lastmodified': { sql: 'o.updated_at', type: 'time' },
} as const

export const USER_COLUMNS: Columns = {
  single: {
    ...META,
    username: { sql: 'o.user_name', type: 'text' },
    'name.givenname': { sql: 'o.first_name', type: 'text' },
    'name.familyname': { sql: 'o.last_name', type: 'text' },
    active: { sql: 'o.active', type: 'boolean' },
    usertype: { sql: `case when o.is_guest then 'Guest' else 'Member' end`, type: 'text' },
  },
  lists: {
    emails: {
      from: '(select o.email as value) e',
      columns: {
        value: { sql: 'e.value', type: 'text' },
        type: { sql: `'work'`, type: 'text' },
        primary: { sql: 'true', type: 'boolean' },
      },
    },
    groups: {
      from: `(select m.team_id from public.team_members m join scim.groups g on g.id = m.team_id
              where m.user_id = o.id and g.tenant_id = o.tenant_id) e`,
      columns: { value: { sql: 'e.team_id::text', type: 'exact' } },
    },
  },
}

export const GROUP_COLUMNS: Columns = {
  single: META,
  lists: {
    members: {
      from: '(select m.user_id from public.team_members m where m.team_id = o.id) e',
      columns: { value: { sql: 'e.user_id::text', type: 'exact' } },
    },
  },
}
