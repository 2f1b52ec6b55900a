import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '#server/db/database.ts'
import {
  addLink,
  addPartner,
  call,
  customer,
  linkAccount,
  manager,
  NEW_PARTNER,
  newDomain,
  readProgramme,
  register,
  reseller,
  rival,
  server,
  stagePartners,
  win,
} from './partners-stage.ts'

stagePartners()

let mine: string
let theirs: string
beforeAll(async () => {
  ;[mine, theirs] = [await addPartner({ company: 'Mine' }), await addPartner({ company: 'Theirs' })]
  await linkAccount(mine, reseller)
  await linkAccount(theirs, rival)
})

type Own = {
  partner: { id: string; company: string } | null
  links: { code: string }[]
  registrations: { id: string }[]
  commissions: { id: string }[]
  statements: { id: string }[]
}
const own = async (person = reseller): Promise<Own> => (await call(person, 'GET', '/own')).body as Own

/** A statement of January. */
async function issue(partner: string): Promise<string> {
  const { id } = await win(partner)
  await server.database.owner(`update partners.commissions set earned_on = '2026-01-15' where id = $1`, [id])
  return String((await call(manager, 'POST', `/partners/${partner}/statements`, { month: '2026-01-01' })).body['id'])
}

test('a partner sees their own links, registrations, commissions and statements, and nothing of others', async () => {
  const domain = newDomain()
  const [code, other] = [await addLink(mine), await addLink(theirs)]
  const [first, second] = [await register(mine, domain), await register(theirs, domain)]
  const [statement, foreign] = [await issue(mine), await issue(theirs)]

  const seen = await own()
  expect(seen.partner).toMatchObject({ id: mine, company: 'Mine' })
  expect(seen.links.map((link) => link.code)).toEqual([code])
  expect(seen.registrations.map(({ id }) => id)).toContain(first)
  expect(seen.statements.map(({ id }) => id)).toEqual([statement])
  const text = JSON.stringify(seen)
  // Not the notes of who manages partners either, nor that somebody else registered the same customer.
  for (const hidden of [other, second, foreign, theirs, 'Theirs', NEW_PARTNER.notes, 'conflict'])
    expect(text).not.toContain(hidden)

  expect(await call(reseller, 'GET', `/own/statements/${statement}/pdf`)).toMatchObject({ status: 200 })
  for (const id of [foreign, randomUUID()])
    expect(await call(reseller, 'GET', `/own/statements/${id}/pdf`)).toMatchObject({
      status: 404,
      body: { code: 'partners_not_found' },
    })
})

test('row-level security says the same, whatever is asked of the tables', async () => {
  await register(theirs)
  const { user, access_token: token } = reseller.session
  const caller: Caller = {
    role: 'authenticated',
    claims: { sub: user.id, role: 'authenticated', session_id: sessionOf(token) },
  }
  for (const table of ['links', 'registrations', 'commissions', 'statements']) {
    const { rows } = await server.database.oneAsCaller<{ partner_id: string }>(caller, {
      text: `select partner_id from partners.${table}`,
    })
    expect([...new Set(rows.map((row) => row.partner_id))], table).toEqual([mine])
  }
  for (const table of ['partners', 'tiers', 'programmes']) {
    const { rows } = await server.database.oneAsCaller(caller, { text: `select tenant_id from partners.${table}` })
    expect(rows, table).toEqual([])
  }
})

const sessionOf = (token: string): string =>
  (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { session_id: string }).session_id

test('a partner registers a customer for itself, once by two clicks', async () => {
  const body = { id: randomUUID(), ...customer() }
  const answers = await Promise.all([1, 2].map(() => call(reseller, 'POST', '/own/registrations', body)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201])
  expect((await own()).registrations.filter(({ id }) => id === body.id)).toHaveLength(1)
  expect((await own(rival)).registrations.filter(({ id }) => id === body.id)).toEqual([])
  // For somebody else it cannot: there is no such field, and an id of theirs is taken.
  expect(
    await call(reseller, 'POST', '/own/registrations', { id: randomUUID(), partner_id: theirs, ...customer() }),
  ).toMatchObject({ status: 400 })
  const foreign = await register(theirs)
  expect(await call(reseller, 'POST', '/own/registrations', { id: foreign, ...customer() })).toMatchObject({
    status: 400,
  })
})

test('access ends with the link, the role, or the partnership, at the next request', async () => {
  const isOpen = async () => (await own(rival)).partner !== null
  expect(await isOpen()).toBe(true)
  await linkAccount(theirs, null)
  expect(await isOpen()).toBe(false)
  expect(await call(rival, 'POST', '/own/registrations', { id: randomUUID(), ...customer() })).toMatchObject({
    status: 403,
    body: { code: 'forbidden' },
  })
  await linkAccount(theirs, rival)
  expect(await isOpen()).toBe(true)

  const setEnd = (end: string | null) =>
    server.database.owner(`update enterprise_user_roles set expires_at = $2 where user_id = $1 and role = 'partner'`, [
      rival.session.user.id,
      end,
    ])
  await setEnd('2026-01-01')
  expect(await isOpen()).toBe(false)
  await setEnd(null)

  const tier_id = (await readProgramme()).tiers[0]?.id
  const { partner } = (await call(manager, 'GET', `/partners/${theirs}`)).body as { partner: { version: number } }
  const change = { tier_id, ...NEW_PARTNER, version: partner.version }
  await call(manager, 'PUT', `/partners/${theirs}`, { ...change, state: 'paused' })
  expect(await isOpen()).toBe(true)
  expect(await call(rival, 'POST', '/own/registrations', { id: randomUUID(), ...customer() })).toMatchObject({
    status: 409,
    body: { code: 'partner_inactive' },
  })
  await call(manager, 'PUT', `/partners/${theirs}`, { ...change, state: 'ended', version: partner.version + 1 })
  expect(await isOpen()).toBe(false)
})

test('somebody without a session is refused, and who manages partners has none of their own', async () => {
  expect(await call(undefined, 'GET', '/own')).toMatchObject({ status: 401 })
  expect(await own(manager)).toEqual({ partner: null })
})
