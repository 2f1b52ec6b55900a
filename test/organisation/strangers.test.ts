import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LEADING_ROLES, PERMISSIONS, ROLES } from '#contract/permissions.ts'
import { createTextModels } from '#server/ai/create-text-models.ts'
import { RecordSigner } from '#server/content/record-signer.ts'
import { createRegistry } from '#server/functions/functions.ts'
import { RateLimits } from '#server/http/rate-limits.ts'
import { createMail } from '#server/mail/mail.ts'
import { isWhole } from '../../scripts/tiers.ts'
import { newEmail } from '../support/people/people.ts'
import { type Aim, argumentFor, relationsOf, routinesOf, rowsMentioning } from '../support/people/strangers.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'

// Of Ada, and of nobody else.
const NAMES = { first_name: 'Adalindis', last_name: 'Quellwasser', company: 'Quellwasser Brunnenbau' }

/** Each asks for every table and function. The fast tier has those above the others, one with a few permissions and one with none. */
const TRIED = isWhole('organisation') ? ROLES : [...LEADING_ROLES, 'security_admin', 'member']

let server: TestServer
let operator: VaultPerson
let ada: VaultPerson
let eve: VaultPerson
let adasTenant: string
/** What would tell Eve something. */
let marks: string[]

beforeAll(async () => {
  server = await startServer({ ORGANISATION: 'personal' })
  operator = await personWithVault(server)
  ;[ada, eve] = await Promise.all([personWithVault(server), personWithVault(server)])
  await ada.api.rest(`profiles?user_id=eq.${ada.userId}`, { method: 'PATCH', body: NAMES })
  adasTenant = await tenantOf(ada)
  marks = [ada, operator].flatMap(({ userId, email }) => [userId, email])
  marks.push(adasTenant, await tenantOf(operator), ...Object.values(NAMES))
})
afterAll(() => server.stop())

describe('two strangers who sign up', () => {
  test('are owners of organisations of their own, and the first one on the machine runs the installation', async () => {
    const { rows } = await server.database.owner<{
      user_id: string
      roles: string[]
      is_default: boolean
      people: string
    }>(
      `select p.user_id, array_agg(r.role order by r.role) as roles, t.is_default,
              (select count(*) from profiles o where o.tenant_id = t.id) as people
       from profiles p join tenants t on t.id = p.tenant_id join enterprise_user_roles r on r.user_id = p.user_id
       group by p.user_id, t.id`,
    )
    expect(rows.find(({ user_id }) => user_id === operator.userId)).toMatchObject({
      roles: ['owner', 'super_admin'],
      is_default: true,
      people: '1',
    })
    for (const { userId } of [ada, eve]) {
      const own = rows.find(({ user_id }) => user_id === userId)
      expect(own).toMatchObject({ roles: ['owner'], is_default: false, people: '1' })
    }
  })

  test('find nothing of each other in any table', async () => {
    const own: string[] = []
    for (const { name } of await relationsOf(server)) {
      const answer = await ask(`/rest/v1/${name}`)
      expect(tells(answer.text), name).toEqual([])
      if (answer.text.includes(eve.userId)) own.push(name)
    }
    expect(own, 'she is answered where rows are hers').toContain('profiles')
  })

  test('learn nothing from any function, not even who has an account', async () => {
    const routines = await routinesOf(server)
    expect(routines.map(({ name }) => name)).toContain('team_members')
    for (const routine of routines) {
      const about = { id: ada.userId, email: ada.email }
      const nobody = { id: randomUUID(), email: newEmail() }
      const [known, unknown] = [await call(routine, about), await call(routine, nobody)]
      const given = [about.id, about.email]
      expect(
        tells(known.text).filter((mark) => !given.includes(mark)),
        routine.name,
      ).toEqual([])
      expect([known.status, blank(known.text)], routine.name).toEqual([unknown.status, blank(unknown.text)])
    }
  })

  test('change nothing of each other in any table or function', async () => {
    const before = await rowsMentioning(server, marks)
    for (const { name, uuids } of await relationsOf(server)) {
      for (const column of uuids) {
        for (const value of [ada.userId, adasTenant]) {
          const target = `/rest/v1/${name}?${column}=eq.${value}`
          await ask(target, { method: 'PATCH', body: JSON.stringify({ [column]: eve.userId }) })
          await ask(target, { method: 'DELETE' })
        }
      }
    }
    for (const routine of await routinesOf(server)) {
      for (const id of [ada.userId, adasTenant]) await call(routine, { id, email: ada.email })
    }
    expect(await rowsMentioning(server, marks)).toEqual(before)
  })

  test('find nothing of each other in storage, functions and the other services', async () => {
    const { config, secrets, database } = server
    const mail = createMail({ config, secrets, database })
    const limits = new RateLimits({ config, database, secrets })
    const models = createTextModels({ config, secrets, database })
    const signer = new RecordSigner(secrets.serverSecret)
    const registry = createRegistry({ config, database, mail, limits, models, signer, billing: undefined })
    const posts = [
      ...['', ada.userId, `${ada.userId}/`].map(
        (prefix) => ['/storage/v1/object/list/encrypted-files', { prefix }] as const,
      ),
      ['/storage/v1/object/list-v2/encrypted-files', { prefix: ada.userId }] as const,
      ...Object.keys(registry).map((name) => [`/functions/v1/${name}`, { user_id: ada.userId }] as const),
    ]
    for (const [target, body] of posts) {
      const { text } = await ask(target, { method: 'POST', body: JSON.stringify(body) })
      expect(
        tells(text).filter((mark) => mark !== ada.userId),
        target,
      ).toEqual([])
    }
    for (const target of ['/auth/v1/user', '/auth/v1/settings', '/config.json', '/storage/v1/bucket', '/rest/v1/']) {
      expect(tells((await ask(target)).text), target).toEqual([])
    }
    mail.close()
  })

  test('are no administrators of accounts', async () => {
    for (const target of ['users', `users/${ada.userId}`, `users/${ada.userId}/factors`, 'sso/providers']) {
      expect((await ask(`/auth/v1/admin/${target}`)).status, target).toBe(403)
    }
    const link = { type: 'magiclink', email: ada.email }
    expect((await ask('/auth/v1/admin/generate_link', { method: 'POST', body: JSON.stringify(link) })).status).toBe(403)
  })
})

describe('a role in an organisation of one', () => {
  test.each(TRIED)('%s gives no power over the installation', async (role) => {
    await server.database.owner('update enterprise_user_roles set role = $2 where user_id = $1', [eve.userId, role])
    const before = await rowsMentioning(server, marks)
    const { rows } = await server.database.owner<{ permission: string }>(
      `with me as materialized (select set_config('request.jwt.claims', $1, false))
       select p.permission from me, unnest($2::text[]) as p (permission)
       where authz.allows(p.permission, authz.operator())`,
      [JSON.stringify({ sub: eve.userId, role: 'authenticated' }), Object.keys(PERMISSIONS)],
    )
    expect(rows).toEqual([])
    expect((await ask('/rest/v1/rpc/may_manage_status', { method: 'POST', body: '{}' })).text).toBe('false')
    for (const { name } of await relationsOf(server))
      expect(tells((await ask(`/rest/v1/${name}`)).text), name).toEqual([])
    for (const routine of await routinesOf(server)) await call(routine, { id: adasTenant, email: ada.email })
    expect(await rowsMentioning(server, marks)).toEqual(before)
    expect(await operatorsRecords()).toBe(0)
  })
})

type Question = { method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'; body?: string }

/** Asks as Eve, without a line between: there are thousands of questions. */
async function ask(target: string, { method = 'GET', body }: Question = {}): Promise<{ status: number; text: string }> {
  const headers = {
    apikey: server.secrets.publishableKeys[0],
    authorization: `Bearer ${eve.accessToken}`,
    'content-type': 'application/json',
    prefer: 'return=minimal',
  }
  const answer = await server.app.inject({ method, url: target, headers, ...(body && { payload: body }) })
  return { status: answer.statusCode, text: answer.body }
}

function call({ name, names, types }: { name: string; names: string[]; types: string[] }, aim: Aim) {
  const body = Object.fromEntries(names.map((argument, at) => [argument, argumentFor(types[at] ?? '', aim)]))
  return ask(`/rest/v1/rpc/${name}`, { method: 'POST', body: JSON.stringify(body) })
}

const tells = (text: string): string[] => marks.filter((mark) => text.includes(mark))

/** Without what differs from call to call: names, times, random values and the number of the database’s transaction. */
const blank = (text: string): string =>
  text.replaceAll(/[\w.-]+@example\.test|[0-9a-f-]{36}|\d{4}-\d\d-\d\d[T ][\d:.+Z]+|[0-9a-f]{32}|"next": \d+/g, '…')

async function tenantOf({ userId }: VaultPerson): Promise<string> {
  const { rows } = await server.database.owner<{ id: string }>(
    'select tenant_id as id from profiles where user_id = $1',
    [userId],
  )
  return rows[0]?.id ?? ''
}

/** Incidents, windows and certificates that somebody wrote who should not. */
async function operatorsRecords(): Promise<number> {
  const { rows } = await server.database.owner<{ count: string }>(
    `select (select count(*) from status_incidents) + (select count(*) from status_maintenance)
          + (select count(*) from certificate_files) + (select count(*) from certifications where is_confirmed) as count`,
  )
  return Number(rows[0]?.count)
}
