import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createLink } from '#vault/sharing/links/new-link.ts'
import { ada, bob, eve, inOtherOrganisation, server, stageTeam } from '../organisation/team-stage.ts'
import { shown } from '../support/shown.ts'
import { storeFile } from '../support/stored-file.ts'
import { personWithVault, type VaultPerson } from '../support/people/vault-person.ts'
import { call, eventsOf, giveRole, newSpace, noticesOf, rolesOf, takeOut } from './reviews-stage.ts'

stageTeam()

type Step = { step: string; state: string; reason: string | null; ended: number | null }
type Given = { ending?: 'suspend' | 'remove'; successors?: Record<string, string>; leaves_unmanaged?: boolean }

const factsOf = async (person: VaultPerson) => (await call(ada, `GET /people/${person.userId}/offboarding`)).body
const start = (who: VaultPerson, person: VaultPerson, given: Given = {}) =>
  call(who, 'POST /offboardings', {
    person: person.userId,
    ending: 'suspend',
    successors: {},
    leaves_unmanaged: false,
    ...given,
  })
const resume = (who: VaultPerson, id: string) => call(who, `POST /offboardings/${id}/steps`)
const stepsOf = (body: Record<string, unknown>) =>
  (body['steps'] as Step[]).map(({ step, state, reason }) => [step, state, reason])

/** A link of somebody to a file of theirs. */
const makeLink = async (person: VaultPerson) => {
  const file = await shown(person, await storeFile(person, 'plan.pdf', Buffer.from('plan')))
  const terms = { days: 7, password: null, maxDownloads: null, sender: null }
  return createLink(person.api, person.vault, { ...terms, file }, new Date())
}
const liveLinks = async ({ userId }: VaultPerson) =>
  (await server.database.owner('select from share_links where user_id = $1 and revoked_at is null', [userId])).rows
    .length

test('what would end is counted before anything does, and then it ends in order', async () => {
  await giveRole(bob, 'analyst')
  await makeLink(bob)
  await newSpace()
  expect(await factsOf(bob)).toMatchObject({
    sessions: 2,
    links: 1,
    devices: 0,
    requests: 0,
    roles: ['analyst'],
    files: 1,
    is_last_owner: false,
    is_me: false,
    spaces: [{ role: 'editor', people: 2, managers: [{ id: ada.userId, email: ada.email }] }],
  })
  const { body } = await start(ada, bob)
  const id = String(body['id'])
  expect(await liveLinks(bob)).toBe(1)
  expect(await rolesOf(bob)).toEqual(['analyst'])

  const done = await resume(ada, id)
  expect(stepsOf(done.body)).toEqual([
    ['access', 'done', null],
    ['devices', 'done', null],
    ['links', 'done', null],
    ['requests', 'done', null],
    ['roles', 'done', null],
    ['spaces', 'done', null],
  ])
  expect(done.body['finished_at']).toEqual(expect.any(String))
  expect(await liveLinks(bob)).toBe(0)
  expect(await rolesOf(bob)).toEqual([])
  expect(await factsOf(bob)).toMatchObject({ sessions: 0, links: 0 })
  expect((await call(bob, 'GET /offboardings')).status).toBeGreaterThanOrEqual(401)
  expect(await eventsOf('offboarding.finished', id)).toMatchObject([{ user_id: ada.userId }])
  expect(await eventsOf('offboarding.step', id)).toHaveLength(6)
})

test('a removal ends the membership, and the report has a hash in the audit log', async () => {
  await server.database.owner("update profiles set first_name = '@SUM(1)' where user_id = $1", [bob.userId])
  const id = String((await start(ada, bob, { ending: 'remove' })).body['id'])
  expect(stepsOf((await resume(ada, id)).body).at(-1)).toEqual(['removal', 'done', null])
  const { rows } = await server.database.owner('select from former_members where user_id = $1', [bob.userId])
  expect(rows).toHaveLength(1)
  const { bytes } = await call(ada, `GET /offboardings/${id}/export`)
  expect(bytes.toString()).toContain("person,'@SUM(1)")
  expect(bytes.toString()).toContain('step,removal,done,1')
  const [event] = await eventsOf('offboarding.exported', id)
  expect(event?.details['sha256']).toBe(createHash('sha256').update(bytes).digest('hex'))
})

test('management goes to another manager of the space, who is asked to take them out', async () => {
  await giveRole(eve, 'admin')
  const space = await newSpace('manager', true)
  expect((await start(ada, bob)).body).toMatchObject({ code: 'reviews_incomplete' })
  // Eve is in the space and manages nothing there.
  expect((await start(ada, bob, { successors: { [space]: eve.userId } })).body).toMatchObject({
    code: 'reviews_incomplete',
  })
  const id = String((await start(ada, bob, { successors: { [space]: ada.userId } })).body['id'])
  expect((await resume(ada, id)).body['spaces']).toMatchObject([
    { space_id: space, successor: ada.email, left_at: null },
  ])
  expect(await noticesOf(ada, 'space_removal_wanted')).toContainEqual({ space_id: space, person: bob.userId })
  await takeOut(ada, space, bob)
  expect((await call(ada, `GET /offboardings/${id}`)).body['spaces']).toMatchObject([{ left_at: expect.any(String) }])
})

test('a space that nobody else manages is left so only where that was said', async () => {
  await giveRole(eve, 'owner')
  const space = await newSpace()
  // Ada alone manages it; Eve offboards her.
  expect((await start(eve, ada)).body).toMatchObject({ code: 'space_unmanaged' })
  const { rows } = await server.database.owner('select from reviews.offboardings where person_id = $1', [ada.userId])
  expect(rows).toEqual([])
  const facts = (await call(eve, `GET /people/${ada.userId}/offboarding`)).body['spaces'] as { id: string }[]
  expect(facts.find(({ id }) => id === space)).toMatchObject({ role: 'manager', managers: [] })
  await giveRole(eve, 'member')
})

test('the last owner, oneself and people elsewhere are not offboarded', async () => {
  const mallory = await personWithVault(server)
  await inOtherOrganisation(mallory, server)
  await giveRole(bob, 'admin')
  expect(await factsOf(ada)).toMatchObject({ is_last_owner: true, is_me: true })
  expect((await start(bob, ada)).status).toBe(403)
  expect((await start(ada, ada)).body).toMatchObject({ code: 'review_own' })
  expect((await start(ada, mallory)).status).toBe(404)
  expect((await call(ada, `GET /people/${mallory.userId}/offboarding`)).status).toBe(404)
  const id = String((await start(ada, bob)).body['id'])
  expect((await resume(mallory, id)).status).toBe(404)
  expect((await call(mallory, `GET /offboardings/${id}`)).status).toBe(404)
  expect((await resume(eve, id)).status).toBe(403)
  const refusals = await server.database.owner<{ details: unknown }>(
    `select details from system_audit_log where event_type = 'people.change_refused' and user_id = $1`,
    [eve.userId],
  )
  expect(refusals.rows).toEqual([{ details: { what: 'offboard', reason: 'not_allowed' } }])
  expect(await rolesOf(bob)).toEqual(['admin'])
})

test('the last owner is not offboarded by an administrator who may touch owners either', async () => {
  await giveRole(eve, 'tenant_admin')
  const refused = await start(eve, ada)
  expect([refused.status, refused.body['code']]).toEqual([409, 'last_owner'])
  const { rows } = await server.database.owner('select from reviews.offboardings where person_id = $1', [ada.userId])
  expect(rows).toEqual([])
  // With another owner it begins.
  await giveRole(bob, 'owner')
  expect((await start(eve, ada, { leaves_unmanaged: true })).status).toBe(201)
  await server.database.owner('delete from reviews.offboardings where person_id = $1', [ada.userId])
  await giveRole(bob, 'member')
  await giveRole(eve, 'member')
})

test('who became the last owner meanwhile stays: the step fails, and is tried again', async () => {
  await giveRole(eve, 'owner')
  await giveRole(bob, 'owner')
  const id = String((await start(eve, bob)).body['id'])
  await server.database.owner(
    "update enterprise_user_roles set role = 'admin' where role = 'owner' and user_id in ($1, $2)",
    [ada.userId, eve.userId],
  )
  const stopped = await resume(eve, id)
  expect(stepsOf(stopped.body)[0]).toEqual(['access', 'failed', 'owner_only'])
  expect(await rolesOf(bob)).toEqual(['owner'])
  await server.database.owner(
    "update enterprise_user_roles set role = 'owner' where role = 'admin' and user_id in ($1, $2)",
    [ada.userId, eve.userId],
  )
  expect(stepsOf((await resume(eve, id)).body).every(([, state]) => state === 'done')).toBe(true)
  await giveRole(eve, 'member')
})

test('two administrators at once make one offboarding, and its steps are done once', async () => {
  await giveRole(eve, 'admin')
  await giveRole(bob, 'analyst')
  const both = await Promise.all([start(ada, bob), start(eve, bob)])
  const [one, other] = both.map(({ body }) => String(body['id']))
  expect(one).toBe(other)
  await Promise.all([resume(ada, one!), resume(eve, one!)])
  expect(await eventsOf('offboarding.step', one!)).toHaveLength(6)
  expect(await eventsOf('offboarding.finished', one!)).toHaveLength(1)
})
