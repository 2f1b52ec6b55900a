import type { peopleList } from '#contract/organisation/people-wire.ts'
import type { RowOf } from '#contract/wire/wire-list.ts'
import type { Cells } from '../lists/declared-list.ts'

type Person = RowOf<typeof peopleList>

/** Columns of the file of people. Bytes are whole numbers; what is not known is empty. */
export const PEOPLE_CELLS: Cells<Person, Person> = {
  name: ({ name }) => name,
  email: ({ email }) => email,
  roles: ({ roles }) => roles.join('; '),
  role_ends_at: ({ role_ends_at: at }) => at ?? '',
  state: ({ removed_at: removed, standing }) => (removed === null ? standing : 'removed'),
  second_factor: ({ second_factor: has }) => (has == null ? '' : has ? 'yes' : 'no'),
  teams: ({ teams }) => (teams ?? []).join('; '),
  guest_until: ({ guest }) => (guest === null ? '' : (guest.ends_at ?? 'without an end')),
  provisioned: ({ is_provisioned: is }) => (is ? 'yes' : 'no'),
  vault: ({ has_vault: has }) => (has ? 'yes' : 'no'),
  joined_at: ({ joined_at: at }) => at,
  last_active_at: ({ last_active_at: at }) => at ?? '',
  removed_at: ({ removed_at: at }) => at ?? '',
  bytes_stored: ({ storage }) => (storage === null ? '' : String(storage.used_bytes)),
  bytes_allowed: ({ storage }) => String(storage?.own_bytes ?? storage?.plan_bytes ?? ''),
}
