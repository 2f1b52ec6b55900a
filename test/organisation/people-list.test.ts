/** The list of people: the same people as the functions that read everybody, a page at a time, and without their keys. */
import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PEOPLE_LIMITS } from '#contract/organisation/people.ts'
import type { peopleList } from '#contract/organisation/people-wire.ts'
import type { RowOf } from '#contract/wire/wire-list.ts'
import type { Answered } from '#contract/wire/wire-route.ts'
import { rowsStatement } from '#server/lists/list-rows.ts'
import type { Transaction } from '#server/db/database.ts'
import { PEOPLE } from '#server/people/people.list.ts'
import { type Person, signedInPerson } from '../support/people/people.ts'
import { seedColleagues } from '../support/people/seed-colleagues.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

type ListedPerson = RowOf<typeof peopleList>
type PeoplePage = Answered<typeof peopleList.page>

const COLLEAGUES = 120

let server: TestServer
/** Owns the organisation. */
let owner: Person
let member: Person
let guest: Person
let stranger: Person
const idOf = ({ session }: Person) => session.user.id
const run = async (text: string, values: unknown[] = []) => (await server.database.owner(text, values)).rows

beforeAll(async () => {
  server = await startServer()
  owner = await signedInPerson(server)
  ;[member, guest, stranger] = await Promise.all([
    signedInPerson(server),
    signedInPerson(server),
    signedInPerson(server),
  ])
  await seedColleagues((text, values) => server.database.owner(text, values), COLLEAGUES)
  const other = randomUUID()
  await run(`insert into tenants (id, name) values ($1, 'Other')`, [other])
  await run('update profiles set tenant_id = $2 where user_id = $1', [idOf(stranger), other])
  await run('delete from enterprise_user_roles where user_id = $1', [idOf(stranger)])
  await run(`update profiles set first_name = 'Ada', last_name = 'Zimt' where user_id = $1`, [idOf(owner)])
  await run(`update profiles set first_name = null, last_name = 'bloom 100%' where user_id = $1`, [idOf(member)])
  await run(
    `insert into authz.guests (user_id, tenant_id, invited_by, ends_at) select user_id, tenant_id, $2, now() + interval '9 days' from profiles where user_id = $1`,
    [idOf(guest), idOf(owner)],
  )
  await run(
    `with chosen as (select user_id, tenant_id, row_number() over (order by last_name) as at from profiles where first_name = 'Colleague'),
       removed as (insert into former_members (user_id, tenant_id, removed_by) select user_id, tenant_id, $1 from chosen where at <= 2),
       suspended as (insert into suspended_members (user_id, tenant_id) select user_id, tenant_id from chosen where at in (3, 4)),
       banned as (update auth.users set banned_until = now() + interval '9 days' where id in (select user_id from chosen where at in (3, 4))),
       waiting as (update auth.users set email_confirmed_at = null where id in (select user_id from chosen where at = 5)),
       kept as (insert into scim.accounts (user_id, tenant_id, user_name) select user_id, tenant_id, 'kept' from chosen where at = 5)
     insert into enterprise_user_roles (user_id, tenant_id, role, expires_at)
     select user_id, tenant_id, 'security_admin', now() + interval '3 days' from chosen where at = 6`,
    [idOf(owner)],
  )
  await run(
    `with made as (insert into teams (tenant_id, name) select tenant_id, name from profiles, unnest('{Night watch,Boats}'::text[]) name
                   where user_id = $1 returning id, name)
     insert into team_members (team_id, user_id) select id, $1 from made union all select id, $2 from made where name = 'Boats'`,
    [idOf(owner), idOf(member)],
  )
  // An app, one that was never confirmed, codes alone, and a passkey.
  await run(
    `with chosen as (select user_id, row_number() over (order by last_name) as at from profiles where first_name = 'Colleague'),
       passkey as (insert into auth.passkeys (user_id, credential_id, public_key, sign_count)
                   select user_id, '\\x01', '\\x02', 0 from chosen where at = 13)
     insert into auth.mfa_factors (id, user_id, factor_type, status, secret_sealed)
     select gen_random_uuid(), user_id, case at when 12 then 'recovery_code' else 'totp' end, case at when 11 then 'unverified' else 'verified' end,
            case at when 12 then null else '\\x00'::bytea end
     from chosen where at in (10, 11, 12)`,
  )
  await run('analyze')
})
afterAll(() => server.stop())

async function pageFor(person: Person, asked: Record<string, string> = {}): Promise<PeoplePage & { status: number }> {
  const answer = await server.fetch(`/organisation/v1/people?${new URLSearchParams(asked).toString()}`, {
    headers: { authorization: `Bearer ${person.session.access_token}` },
  })
  return { status: answer.status, ...((await answer.json()) as PeoplePage) }
}

/** Page after page. */
async function allFor(person: Person, asked: Record<string, string> = {}): Promise<ListedPerson[]> {
  const found: ListedPerson[] = []
  for (let after: string | null | undefined; after !== null;) {
    const page = await pageFor(person, { ...asked, ...(after && { after }) })
    found.push(...page.people)
    after = page.after
  }
  return found
}

type Read = Record<string, unknown>
/** Returns what functions say of the storage of each person, which nobody sees but the owner. */
const quotasOfAll = (): Promise<Read[]> =>
  run(
    `select p.user_id, storage.bytes_used(p.user_id)::float as used_bytes, storage.personal_bytes(p.user_id)::float as own_bytes,
            storage.plan_bytes(p.user_id)::float as plan_bytes
     from profiles p where p.tenant_id = (select tenant_id from profiles where user_id = $1)`,
    [idOf(owner)],
  )

async function actAs(db: Transaction, { session }: Person): Promise<void> {
  const { session_id: id } = decodeJwt(session.access_token)
  const claims = JSON.stringify({ sub: session.user.id, role: 'authenticated', session_id: id })
  await db.query({ text: `select set_config('request.jwt.claims', $1, true)`, values: [claims] })
}

/** Second factors as the rules of the organisation take them, person by person. */
const factorsOfAll = (): Promise<Read[]> => run('select user_id, authz.has_factor(user_id) from profiles')

/** Names of teams by person, as the API shows them. */
async function teamsSeenBy({ client }: Person): Promise<Map<string, string[]>> {
  const { data } = await client.from('team_members').select('user_id, teams (name)')
  const found = new Map<string, string[]>()
  for (const { user_id: id, teams } of (data ?? []) as unknown as { user_id: string; teams: { name: string } }[])
    found.set(id, [...(found.get(id) ?? []), teams.name].toSorted())
  return found
}

/** Returns what the functions say that read everybody, as the list has it. */
async function wholeFor(person: Person): Promise<Read[]> {
  const { client } = person
  const read = async (name: string) => ((await client.rpc(name)).data ?? []) as Read[]
  const [people, standings, guests] = await Promise.all(
    ['team_members', 'member_standings', 'organisation_guests'].map(read),
  )
  const quotas = person === owner ? await quotasOfAll() : []
  const factors = person === owner ? await factorsOfAll() : []
  const teams = await teamsSeenBy(person)
  const of = (rows: Read[] | undefined, id: unknown) => rows?.find((one) => one['user_id'] === id)
  return (people ?? []).map((one) => {
    const id = one['user_id']
    const [standing, marked, quota] = [of(standings, id), of(guests, id), of(quotas, id)]
    return {
      id,
      email: one['email'],
      name: [one['first_name'], one['last_name']].filter(Boolean).join(' '),
      roles: one['roles'],
      has_vault: one['statement'] !== null,
      joined_at: timeOf(one['joined_at']),
      last_active_at: timeOf(one['last_active_at']),
      removed_at: timeOf(one['removed_at']),
      standing: standing?.['standing'] ?? 'active',
      is_provisioned: standing?.['is_managed'] ?? false,
      second_factor: of(factors, id)?.['has_factor'] ?? null,
      teams: teams.get(String(id)) ?? [],
      guest: marked ? { ends_at: timeOf(marked['ends_at']), has_ended: marked['has_ended'] } : null,
      storage:
        quota && one['removed_at'] === null
          ? { used_bytes: quota['used_bytes'], own_bytes: quota['own_bytes'], plan_bytes: quota['plan_bytes'] }
          : null,
    }
  })
}
const timeOf = (at: unknown) => (typeof at === 'string' ? new Date(at).toISOString() : at)
const comparable = ({ role_ends_at: _ends, guest: marked, ...one }: ListedPerson): Read => ({
  ...one,
  guest: marked && { ...marked, ends_at: timeOf(marked.ends_at) },
})
const byId = (one: Read, other: Read) => String(one['id']).localeCompare(String(other['id']))

test('the first page says the plan of the organisation to people who manage users, and to nobody else', async () => {
  const home = '(select tenant_id from profiles where user_id = $1)'
  await run(`update tenants set subscription_tier = 'professional' where id = ${home}`, [idOf(owner)])
  expect((await pageFor(owner, { ids: idOf(owner) })).plan).toBe('professional')
  for (const other of [member, guest, stranger]) expect((await pageFor(other, { ids: idOf(other) })).plan).toBeNull()
  await run(`update tenants set subscription_tier = 'enterprise' where id = ${home}`, [idOf(owner)])
})

test('people are asked for by their ids, and nobody else is answered', async () => {
  const ids = [idOf(member), idOf(guest), idOf(stranger), randomUUID()]
  const found = (await allFor(owner, { ids: ids.join(',') })).map(({ id }) => id)
  expect(found.toSorted()).toEqual([idOf(member), idOf(guest)].toSorted())
  // A guest is told of those alone whom they know.
  expect((await allFor(guest, { ids: ids.join(',') })).map(({ id }) => id)).toEqual([idOf(guest)])
  for (const wrong of [
    '',
    'x',
    `${idOf(member)},`,
    Array(PEOPLE_LIMITS.page + 1)
      .fill(idOf(member))
      .join(','),
  ]) {
    expect((await pageFor(owner, { ids: wrong })).status, wrong.slice(0, 40)).toBe(400)
  }
})

describe('who sees whom, and what of them', () => {
  test.each([
    ['an owner', () => owner],
    ['a member', () => member],
    ['a guest', () => guest],
    ['somebody of another organisation', () => stranger],
  ])('is for %s what the functions say', async (_, person) => {
    const listed = await allFor(person())
    expect(listed.map(comparable).toSorted(byId)).toEqual((await wholeFor(person())).toSorted(byId))
    expect(listed.map(({ id }) => id)).toContain(idOf(person()))
  })

  test('ends of roles are for managers, and for people themselves', async () => {
    const [ending] = await allFor(owner, { role: 'security_admin' })
    expect(ending?.role_ends_at).toMatch(/^20/)
    expect((await allFor(member, { role: 'security_admin' })).map((one) => one.role_ends_at)).toEqual([null])
  })

  test('nobody who did not sign in, and nobody who was removed, is answered', async () => {
    expect((await server.fetch('/organisation/v1/people')).status).toBe(401)
    const gone = await signedInPerson(server)
    await run(
      'insert into former_members (user_id, tenant_id, removed_by) select user_id, tenant_id, $2 from profiles where user_id = $1',
      [idOf(gone), idOf(owner)],
    )
    expect(await pageFor(gone)).toMatchObject({ people: [], count: 0 })
    await run('delete from auth.users where id = $1', [idOf(gone)])
  })

  test('no answer has a key', async () => {
    const answer = JSON.stringify(await pageFor(owner, { search: 'colleague-7@' }))
    expect(answer).not.toMatch(/statement|signature/)
    expect(answer.length).toBeLessThan(1000)
  })
})

describe('a page', () => {
  test('is of fifty people by name, those without one last, with the count of all on the first', async () => {
    const first = await pageFor(owner, { state: 'present' })
    // The owner, the member and the guest besides; two were removed.
    const count = COLLEAGUES + 3 - 2
    expect(first).toMatchObject({ status: 200, count, organisation: expect.any(String) as string, has_guests: true })
    expect(first.people).toHaveLength(PEOPLE_LIMITS.page)
    expect(first.people.slice(0, 2).map(({ name }) => name)).toEqual(['Ada Zimt', 'bloom 100%'])
    const second = await pageFor(owner, { state: 'present', after: first.after ?? '' })
    expect(second.count).toBeUndefined()
    const all = await allFor(owner, { state: 'present' })
    expect(new Set(all.map(({ id }) => id)).size).toBe(count)
    expect(all.at(-1)).toMatchObject({ id: idOf(guest), name: '' })
  })

  test.each([
    [{ search: 'COLLEAGUE-7@' }, 1],
    [{ search: '100%' }, 1],
    [{ search: '%' }, 1],
    [{ search: 'nobody at all' }, 0],
    [{ begins: 'zim' }, 1],
    [{ begins: 'ada z' }, 1],
    [{ begins: 'COLLEAGUE-7@' }, 1],
    [{ begins: 'imt' }, 0],
    [{ begins: '%' }, 0],
    [{ state: 'removed' }, 2],
    [{ state: 'suspended' }, 2],
    [{ state: 'waiting' }, 1],
    [{ guests: 'only' }, 1],
    [{ role: 'owner', search: 'ada' }, 1],
    [{ role: 'security_admin', state: 'removed' }, 0],
  ])('by %o has %i', async (asked, count) => {
    expect(await pageFor(owner, asked)).toMatchObject({ count, people: { length: count } })
  })

  test('by who has a vault leaves out everybody else', async () => {
    const withVault = (await allFor(owner)).filter((one) => one.has_vault).map(({ id }) => id)
    expect(withVault.length).toBeGreaterThan(0)
    expect((await allFor(owner, { has_vault: 'only' })).map(({ id }) => id)).toEqual(withVault)
    expect(await pageFor(owner, { has_vault: 'no' })).toMatchObject({ status: 400 })
  })

  test('by states that only managers know finds nobody for others', async () => {
    for (const state of ['removed', 'suspended', 'waiting'])
      expect(await pageFor(member, { state })).toMatchObject({ count: 0 })
  })

  test.each([
    [{ state: 'asleep' }, 'The filter "state" takes one of: present, suspended, waiting, removed.'],
    [{ search: 'x'.repeat(PEOPLE_LIMITS.searchCharacters + 1) }, 'The filter "search" cannot be read.'],
    [{ colour: 'a' }, 'There is no filter "colour" in this list.'],
    [{ team: 'a' }, 'The filter "team" cannot be read.'],
  ])('by %.40o is refused', async (asked, sentence) => {
    const answer = await pageFor(owner, asked)
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining(sentence) as string })
  })
})

test('people without a second factor are found by managers alone, as the rules take it', async () => {
  const has = new Map((await factorsOfAll()).map((one) => [one['user_id'], one['has_factor']]))
  const without = (await allFor(owner, { factor: 'missing' })).map(({ id }) => id)
  const everybody = (await allFor(owner)).map(({ id }) => id)
  expect(without).toEqual(everybody.filter((id) => has.get(id) === false))
  expect(everybody.length - without.length).toBe(2)
  expect(await pageFor(member, { factor: 'missing' })).toMatchObject({ count: 0 })
  // A passkey is none where identity providers alone open the vault.
  const home = '(select tenant_id from profiles where user_id = $1)'
  const amr = JSON.stringify([{ method: 'oauth', timestamp: 0 }])
  const found = await server.database.asOwner(
    async (db) => {
      await db.query({
        text: `insert into organisation_policies (tenant_id, sign_in_by, sign_in_from) values (${home}, 'provider', now())`,
        values: [idOf(owner)],
      })
      await db.query({ text: 'update auth.sessions set amr = $2 where user_id = $1', values: [idOf(owner), amr] })
      const { rows: changed } = await db.query<{ id: string }>({
        text: `select user_id as id from profiles where not authz.has_factor(user_id) and user_id = any ($1)`,
        values: [[...has].flatMap(([id, is]) => (is === true ? [id] : []))],
      })
      await actAs(db, owner)
      const text = 'select second_factor from authz.people where id = any ($1)'
      return (await db.query({ text, values: [changed.map(({ id }) => id)] })).rows
    },
    { rollback: true },
  )
  expect(found).toEqual([{ second_factor: false }])
})

test('people of a team are found, and nobody of a team of others', async () => {
  const [boats] = await run(`select id from teams where name = 'Boats'`)
  const team = String(boats?.['id'])
  expect((await allFor(owner, { team })).map(({ id }) => id).toSorted()).toEqual([idOf(owner), idOf(member)].toSorted())
  expect(await allFor(stranger, { team })).toEqual([])
})

describe('the file of people', () => {
  const fileFor = (person: Person, query = '') =>
    server.fetch(`/organisation/v1/people/export${query}`, {
      headers: { authorization: `Bearer ${person.session.access_token}` },
    })
  const exports = () => run(`select details from system_audit_log where event_type = 'people.exported' order by id`)

  test('has exactly the people whom the filters show, and is an event', async () => {
    const answer = await fileFor(owner, '?role=owner')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const [head = '', line = '', end] = (await answer.text()).split('\r\n')
    expect(head).toMatch(/name,email,roles,role_ends_at,state,second_factor,teams,/)
    expect(line).toMatch(/^Ada Zimt,.*,"super_admin; owner",,active,no,"Boats; Night watch",,no,(yes|no),20/)
    expect(end).toBe('')
    expect((await exports()).at(-1)).toEqual({ details: expect.objectContaining({ count: 1 }) as object })
    const whole = await (await fileFor(owner, '?state=present')).text()
    expect(whole.trim().split('\r\n')).toHaveLength(1 + COLLEAGUES + 3 - 2)
  })

  test('is for managers alone, and nothing is written of a refusal', async () => {
    const before = (await exports()).length
    expect([(await fileFor(member)).status, (await fileFor(guest)).status]).toEqual([403, 403])
    expect((await server.fetch('/organisation/v1/people/export')).status).toBe(401)
    expect(await exports()).toHaveLength(before)
  })
})

test('a page is read in the order of its index, and permissions are asked for once', async () => {
  const { text, values } = rowsStatement(PEOPLE, { rules: { state: 'present' }, max: PEOPLE_LIMITS.page + 1 })
  const claims = JSON.stringify({ sub: idOf(owner), role: 'authenticated' })
  const plan = await server.database.asOwner(async (db) => {
    // So few people are sorted faster than they are looked up.
    await db.query({ text: 'set local enable_sort = off' })
    await db.query({ text: `select set_config('request.jwt.claims', $1, true)`, values: [claims] })
    await db.query({ text: 'set local role authenticated' })
    const { rows } = await db.query<Record<string, string>>({ text: `explain (verbose, costs off) ${text}`, values })
    return rows.flatMap((row) => Object.values(row))
  })
  expect(plan.filter((line) => /Index (Only )?Scan using profiles_by_name_idx/.test(line))).toHaveLength(1)
  expect(plan.filter((line) => /Filter:.*authz\.(allows|is_proven|is_guest)/.test(line))).toEqual([])
})
