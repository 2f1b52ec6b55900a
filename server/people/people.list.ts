import { PEOPLE_LIMITS } from '#contract/organisation/people.ts'
import { peopleFile, peopleList } from '#contract/organisation/people-wire.ts'
import type { RowOf } from '#contract/wire/wire-list.ts'
import { beginsWord, cases, contains, includes } from '../lists/conditions.ts'
import { declareList } from '../lists/declared-list.ts'
import { PEOPLE_CELLS } from './people-csv.ts'

/** Nothing of a request that is none of the cases. */
const NOBODY = { sql: () => 'false' }

/** People of the organisation of the caller. Whom they see, and what of them, is decided by the view. */
export const PEOPLE = declareList<RowOf<typeof peopleList>>()({
  wire: peopleList,
  table: 'authz.people',
  alias: 'p',
  scope: 'true',
  joins:
    'left join authz.quotas_of(array(select one.id from shown one)) q on q.user_id = p.id and p.removed_at is null',
  columns: {
    id: 'p.id',
    email: `coalesce(p.email, '')`,
    name: `concat_ws(' ', p.first_name, p.last_name)`,
    roles: 'p.roles',
    role_ends_at: 'p.role_ends_at',
    has_vault: 'p.has_vault',
    joined_at: 'p.joined_at',
    last_active_at: 'p.last_active_at',
    removed_at: 'p.removed_at',
    standing: 'p.standing',
    is_provisioned: 'p.is_provisioned',
    second_factor: 'p.second_factor',
    // Under the rights of who asks: guests see no teams.
    teams: `array(select t.name from public.team_members m join public.teams t on t.id = m.team_id
      where m.user_id = p.id and t.tenant_id = p.tenant_id order by t.name)`,
    guest: `case when p.is_guest then jsonb_build_object('ends_at', p.guest_ends_at, 'has_ended', p.guest_has_ended) end`,
    storage: `case when q.user_id is not null then jsonb_build_object(
      'used_bytes', q.used_bytes, 'own_bytes', q.own_bytes, 'plan_bytes', q.plan_bytes) end`,
  },
  conditions: {
    search: contains('p.searched'),
    begins: beginsWord('p.searched'),
    state: cases(
      {
        present: 'not p.is_removed',
        suspended: `not p.is_removed and p.standing = 'suspended'`,
        waiting: `not p.is_removed and p.standing = 'waiting'`,
        removed: 'p.is_removed',
      },
      NOBODY,
    ),
    role: includes('p.roles'),
    guests: cases({ only: 'p.is_guest' }, NOBODY),
    factor: cases({ missing: 'p.second_factor is false' }, NOBODY),
    team: {
      sql: (at) => `exists (select from public.team_members m where m.user_id = p.id and m.team_id = ${at}::uuid)`,
    },
    has_vault: cases({ only: 'p.has_vault' }, NOBODY),
    ids: { sql: (at) => `p.id = any (${at}::uuid[])`, value: (given) => given.split(',') },
  },
  orders: { name: { by: 'p.name_key', type: 'text', direction: 'asc' } },
  pageRows: PEOPLE_LIMITS.page,
  file: {
    wire: peopleFile,
    name: 'people',
    record: 'select authz.record_people_export($1)',
    cells: () => PEOPLE_CELLS,
  },
})
