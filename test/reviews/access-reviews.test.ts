import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { createTeam } from '#vault/teams/teams.ts'
import { ada, bob, eve, inOtherOrganisation, server, stageTeam } from '../organisation/team-stage.ts'
import { personWithVault } from '../support/people/vault-person.ts'
import {
  begin,
  call,
  dayIn,
  decide,
  draft,
  eventsOf,
  giveRole,
  itemOf,
  itemsOf,
  newSpace,
  noticesOf,
  rolesOf,
  takeOut,
} from './reviews-stage.ts'

stageTeam()

test('a review freezes roles and spaces as they are when it begins, and keeps what is decided', async () => {
  await giveRole(bob, 'analyst')
  await newSpace()
  const review = await begin()
  await giveRole(eve, 'analyst')
  expect((await itemsOf(review, bob)).map(({ kind, held_role: role, state }) => `${kind} ${role} ${state}`)).toEqual(
    expect.arrayContaining(['role analyst pending', 'space editor pending']),
  )
  expect((await itemsOf(review, eve)).map(({ held_role: role }) => role)).not.toContain('analyst')
  expect((await decide(ada, await itemOf(review, bob, 'role'), 'keep')).body).toEqual({ state: 'keep' })
  expect(await rolesOf(bob)).toEqual(['analyst'])
  expect((await call(ada, `GET /reviews/${review}`)).body).toMatchObject({ state: 'open', is_reviewer: true })
  expect((await call(ada, `POST /reviews/${review}/open`)).body).toMatchObject({ code: 'review_closed' })
  expect((await call(ada, `DELETE /reviews/${review}`)).body).toMatchObject({ code: 'review_closed' })
})

test('a removal ends the role that was reviewed and no other, and is in the audit log', async () => {
  await giveRole(bob, 'analyst')
  await server.database.owner(
    "insert into enterprise_user_roles (user_id, tenant_id, role) select user_id, tenant_id, 'viewer' from profiles where user_id = $1",
    [bob.userId],
  )
  const review = await begin({ ...draft(), scope: 'role', role: 'analyst' })
  const items = await itemsOf(review, bob)
  expect(items.map(({ held_role: role }) => role)).toEqual(['analyst'])
  expect((await decide(ada, items[0]!, 'remove', 'left the project')).body).toEqual({ state: 'applied' })
  expect(await rolesOf(bob)).toEqual(['viewer'])
  expect(await eventsOf('access_review.decided', review)).toMatchObject([
    { user_id: ada.userId, status: 'success', details: { item: items[0]!.id, person: bob.userId, state: 'applied' } },
  ])
})

test('a removal of what has changed since says so, and does nothing', async () => {
  await giveRole(bob, 'analyst')
  const space = await newSpace()
  const review = await begin()
  await server.database.owner(
    "update enterprise_user_roles set expires_at = now() + interval '9 days' where user_id = $1",
    [bob.userId],
  )
  await takeOut(ada, space, bob)
  await decide(ada, await itemOf(review, bob, 'role'), 'remove')
  await decide(ada, await itemOf(review, bob, 'space'), 'remove')
  expect((await itemsOf(review, bob)).map(({ state, reason }) => [state, reason])).toEqual([
    ['failed', 'changed'],
    ['failed', 'changed'],
  ])
  expect(await rolesOf(bob)).toEqual(['analyst'])
})

test('the last owner stays one, nobody decides on themselves, and only reviewers decide', async () => {
  await giveRole(bob, 'admin')
  const review = await begin(draft([ada, bob]))
  const own = await itemOf(review, ada, 'role')
  expect((await decide(ada, own, 'remove')).body).toMatchObject({ code: 'review_own' })
  // An administrator changes no owner.
  expect((await decide(bob, own, 'remove')).body).toEqual({ state: 'failed' })
  expect(await itemOf(review, ada, 'role')).toMatchObject({ state: 'failed', reason: 'owner_only' })
  expect(await rolesOf(ada)).toContain('owner')
  const other = await begin(draft([bob]))
  expect((await decide(ada, await itemOf(other, eve, 'role').catch(() => own), 'keep')).status).toBe(403)

  // Another owner who is suspended counts for nothing: the rule is asked when it is decided.
  await giveRole(eve, 'owner')
  const last = await begin(draft([ada, eve]))
  const ownership = async () => (await itemsOf(last, ada)).find(({ held_role: role }) => role === 'owner')!
  const item = await ownership()
  await server.database.owner(
    `with barred as (update auth.users set banned_until = 'infinity' where id = $1)
     insert into suspended_members (user_id, tenant_id) select user_id, tenant_id from profiles where user_id = $1`,
    [eve.userId],
  )
  // Asked as a request asks that was let through before its session was known to have ended: a second later none is.
  const decided = await server.database.oneAsCaller(
    { role: 'authenticated', claims: decodeJwt(eve.accessToken) },
    { text: 'select reviews.decide($1, $2, $3) as state', values: [item.id, 'remove', ''] },
  )
  expect(decided.rows).toEqual([{ state: 'failed' }])
  expect(await ownership()).toMatchObject({ reason: 'last_owner' })
  await giveRole(eve, 'member')
})

test('an item is decided once: a second press changes nothing, another answer is refused', async () => {
  await giveRole(bob, 'analyst')
  await giveRole(eve, 'admin')
  const review = await begin(draft([ada, eve]))
  const item = await itemOf(review, bob, 'role')
  const both = await Promise.all([decide(ada, item, 'remove'), decide(eve, item, 'keep')])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const first = both[0].status === 200 ? ada : eve
  const answer = first === ada ? 'remove' : 'keep'
  expect((await decide(first, item, answer)).status).toBe(200)
  expect((await decide(first, item, answer === 'keep' ? 'remove' : 'keep')).body).toMatchObject({
    code: 'item_decided',
  })
  expect(await eventsOf('access_review.decided', review)).toHaveLength(1)
})

test('a manager of the space takes somebody out of it, and the item follows', async () => {
  const space = await newSpace()
  const review = await begin()
  const item = await itemOf(review, bob, 'space')
  await giveRole(eve, 'admin')
  expect((await decide(ada, item, 'remove')).body).toEqual({ state: 'remove' })
  expect(await noticesOf(ada, 'space_removal_wanted')).toContainEqual({ space_id: space, person: bob.userId })
  await takeOut(ada, space, bob)
  expect(await itemOf(review, bob, 'space')).toMatchObject({ state: 'applied' })
})

test('the only manager of a space is not asked out of it', async () => {
  await giveRole(bob, 'admin')
  await newSpace()
  const review = await begin(draft([bob]))
  const managed = (await itemsOf(review, ada)).find(
    ({ kind, held_role: role }) => kind === 'space' && role === 'manager',
  )
  expect((await decide(bob, managed!, 'remove')).body).toEqual({ state: 'failed' })
  expect((await itemsOf(review, ada)).find(({ id }) => id === managed!.id)).toMatchObject({ reason: 'last_manager' })
})

test('nothing is decided in a closed review, and what was left stays as it is', async () => {
  await giveRole(bob, 'analyst')
  const review = await begin()
  const item = await itemOf(review, bob, 'role')
  expect((await call(ada, `POST /reviews/${review}/close`)).status).toBe(204)
  expect((await call(ada, `POST /reviews/${review}/close`)).status).toBe(204)
  expect((await decide(ada, item, 'remove')).body).toMatchObject({ code: 'review_closed' })
  expect(await rolesOf(bob)).toEqual(['analyst'])
  expect(await eventsOf('access_review.closed', review)).toHaveLength(1)
})

test('a passed day reminds its reviewers once, and removes nothing', async () => {
  await giveRole(bob, 'analyst')
  const review = await begin({ ...draft(), name: 'Late' })
  const late = async () => (await noticesOf(ada, 'access_review_due')).filter(({ name }) => name === 'Late')
  await server.database.owner('select reviews.remind()')
  expect(await late()).toEqual([])
  await server.database.owner('update reviews.reviews set due_on = due_on - 15 where id = $1', [review])
  await server.database.owner('select reviews.remind()')
  await server.database.owner('select reviews.remind()')
  expect(await late()).toEqual([{ name: 'Late', on: dayIn(-1) }])
  expect(await rolesOf(bob)).toEqual(['analyst'])
})

test('a review of guests covers them alone, with their spaces', async () => {
  expect(
    (
      await call(
        ada,
        `POST /reviews/${String((await call(ada, 'POST /reviews', { ...draft(), scope: 'guests' })).body['id'])}/open`,
      )
    ).body,
  ).toMatchObject({
    code: 'review_empty',
  })
  const space = await newSpace('editor', true)
  await server.database.owner(
    `insert into authz.guests (user_id, tenant_id, ends_at) select user_id, tenant_id, now() + interval '9 days' from profiles where user_id = $1`,
    [eve.userId],
  )
  const review = await begin({ ...draft(), scope: 'guests' })
  expect((await call(ada, `GET /reviews/${review}`)).body).toMatchObject({ scope: 'guests', scope_name: '' })
  const items = await itemsOf(review, eve)
  expect(items.map(({ kind, space_id: of }) => `${kind} ${of ?? ''}`).toSorted()).toEqual(['role ', `space ${space}`])
  expect(await itemsOf(review, bob)).toEqual([])
  expect(await itemsOf(review, ada)).toEqual([])
  await server.database.owner('delete from authz.guests where user_id = $1', [eve.userId])
})

test('a review of a team covers its people of the moment it begins; bad reviews are refused', async () => {
  await giveRole(bob, 'analyst')
  const team = await createTeam(ada.api, { name: `T ${bob.userId}`, description: '', people: [bob.userId] })
  const review = await begin({ ...draft(), scope: 'team', team })
  expect(await itemsOf(review, eve)).toEqual([])
  expect(await itemsOf(review, bob)).toHaveLength(1)
  for (const [change, status] of [
    [{ scope: 'team', team: bob.userId }, 409],
    [{ scope: 'role', role: 'nobody' }, 400],
    [{ covers_roles: false, covers_spaces: false }, 400],
    [{ due_on: dayIn(-1) }, 400],
    [{ reviewers: [bob.userId] }, 422],
    [{ reviewers: [] }, 400],
    [{ name: 'A\u0000' }, 400],
  ] as const) {
    expect((await call(ada, 'POST /reviews', { ...draft(), ...change })).status, JSON.stringify(change)).toBe(status)
  }
})

test('another organisation, and who manages nobody, find and change nothing', async () => {
  const mallory = await personWithVault(server)
  await inOtherOrganisation(mallory, server)
  const review = await begin()
  const item = await itemOf(review, ada, 'role')
  for (const line of [
    `GET /reviews/${review}`,
    `GET /reviews/${review}/items`,
    `POST /reviews/${review}/close`,
    `GET /reviews/${review}/export`,
  ]) {
    expect((await call(mallory, line)).status, line).toBe(404)
    expect((await call(bob, line)).status, line).toBe(403)
    expect((await call(undefined, line)).status, line).toBe(401)
  }
  expect((await decide(mallory, item, 'keep')).status).toBe(404)
  expect((await call(mallory, 'GET /reviews')).body).toEqual({ reviews: [], after: null })
  expect((await call(mallory, 'POST /reviews', { ...draft(), reviewers: [ada.userId] })).status).toBe(422)
})

test('the evidence names who decided when, holds no formula, and the audit log has its hash', async () => {
  await giveRole(bob, 'analyst')
  await server.database.owner("update profiles set first_name = '=HYPERLINK(1)' where user_id = $1", [bob.userId])
  const review = await begin()
  await decide(ada, await itemOf(review, bob, 'role'), 'remove', '+1 note')
  const { bytes, status } = await call(ada, `GET /reviews/${review}/export`)
  expect(status).toBe(200)
  const line = bytes
    .toString()
    .split('\r\n')
    .find((one) => one.includes(bob.email) && one.includes('analyst'))
  expect(line).toContain("'=HYPERLINK(1)")
  expect(line).toContain(`applied,,${ada.email},20`)
  expect(line).toContain("'+1 note")
  const [event] = await eventsOf('access_review.exported', review)
  expect(event?.details['sha256']).toBe(createHash('sha256').update(bytes).digest('hex'))
})
