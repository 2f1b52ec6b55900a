import { z } from 'zod'
import { ROLES } from '../permissions.ts'
import { STANDINGS } from '../scim.ts'
import { listFile, searchText, wireList } from '../wire/wire-list.ts'
import { PEOPLE_LIMITS, PEOPLE_STATES } from './people.ts'

const ID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`
const idsOf = (max: number) => z.string().regex(new RegExp(`^${ID}(?:,${ID}){0,${max - 1}}$`))

/** Somebody of the organisation, without their keys. What only managers of people may know is null for others. */
const person = z.object({
  id: z.string(),
  email: z.string(),
  /** Empty where there is none. */
  name: z.string(),
  /** Every role that has not expired, most able first; a server may know more roles than this version. */
  roles: z.array(z.string()),
  /** When the first of them ends. */
  role_ends_at: z.string().nullable(),
  has_vault: z.boolean(),
  joined_at: z.string(),
  last_active_at: z.string().nullable(),
  removed_at: z.string().nullable(),
  standing: z.enum(STANDINGS),
  /** An identity provider keeps the account. */
  is_provisioned: z.boolean(),
  /** A verified factor, or a passkey where the organisation takes one. A server of the version before does not say it. */
  second_factor: z.boolean().nullish(),
  /** Names of the teams they are in. */
  teams: z.array(z.string()).optional(),
  /** Null for members. */
  guest: z.object({ ends_at: z.string().nullable(), has_ended: z.boolean() }).nullable(),
  /** Bytes that they stored, a limit of their own, and that of their plan; null is without a limit. */
  storage: z
    .object({ used_bytes: z.number(), own_bytes: z.number().nullable(), plan_bytes: z.number().nullable() })
    .nullable(),
})
export const peopleList = wireList({
  items: 'people',
  path: '/organisation/v1/people',
  permission: 'everybody',
  summary: 'People of the organisation, without their keys.',
  row: person,
  filters: {
    search: searchText(PEOPLE_LIMITS.searchCharacters),
    /** How a name, a word of one or the address begins. */
    begins: searchText(PEOPLE_LIMITS.searchCharacters),
    state: z.enum(PEOPLE_STATES),
    role: z.enum(ROLES),
    guests: z.enum(['only']),
    /** People without a second factor. */
    factor: z.enum(['missing']),
    /** Members of a team. */
    team: z.uuid().lowercase(),
    /** People who can be given something: those with keys. */
    has_vault: z.enum(['only']),
    /** Ids of people, separated by commas; as many as a page has. */
    ids: idsOf(PEOPLE_LIMITS.page),
  },
  orders: ['name'],
  further: {
    organisation: z.string().optional(),
    has_guests: z.boolean().optional(),
    /** One of `TENANT_PLAN_IDS`, which says which roles the organisation gives; a newer server may know others. Null for people who may not manage users, and where billing is off: no plan limits anything there. */
    plan: z.string().nullable().optional(),
  },
})
/** For people who manage users. */
export const peopleFile = listFile({ ...peopleList, page: { ...peopleList.page, permission: 'manage_users' } })
