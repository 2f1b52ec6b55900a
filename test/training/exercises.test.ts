import { expect, test } from 'vitest'
import { ageRows } from '../support/server/age-rows.ts'
import { linkIn } from '../support/server/test-mailbox.ts'
import { call, eventsOf, idOf, manager, member, newMember, server, stageTraining, stranger } from './training-stage.ts'

stageTraining()

const start = (namesPeople = false, person = manager) =>
  call(person, 'POST', '/exercises', { template: 'document', names_people: namesPeople })
const pass = (days: number) =>
  ageRows(server.database, { table: 'training.exercises', where: 'true', values: [] }, `${days} days`)
type Row = { id: string; mails: number; clicked: number; recognised: number }
const newest = async () => ((await call(manager, 'GET', '/exercises')).body['exercises'] as Row[])[0]
/** The link of the exercise in somebody's mailbox; their other mails are older. */
async function linkOf(person: { email: string }): Promise<string> {
  for (;;) {
    const mail = await server.mailbox.next(person.email)
    if (mail.subject.startsWith('Salaries')) return linkIn(mail)
  }
}

test('exercises take the permission to manage users', async () => {
  for (const [method, body] of [['GET'], ['POST', { template: 'document', names_people: false }]] as const) {
    expect((await call(undefined, method, '/exercises', body)).status).toBe(401)
    expect((await call(member, method, '/exercises', body)).status).toBe(403)
  }
  for (const wrong of [
    {},
    { template: 'mine', names_people: false },
    { template: 'document', names_people: false, more: 1 },
  ])
    expect((await call(manager, 'POST', '/exercises', wrong)).status).toBe(400)
})

test('its link counts, says that it was an exercise, asks for nothing, and names nobody', async () => {
  expect(await start()).toMatchObject({ status: 409, body: { code: 'exercise_too_small' } })
  await newMember()
  await newMember()
  const { status, body } = await start()
  expect(status).toBe(201)
  expect((await eventsOf('training_exercises.insert'))[0]).toMatchObject({
    user_id: idOf(manager),
    details: { id: body['id'] },
  })
  const link = await linkOf(member)
  expect(new URL(link).pathname).toMatch(/^\/exercise\/[\da-f-]{36}$/)
  const page = await fetch(link)
  const html = await page.text()
  expect(html).toContain('This was an exercise')
  expect(html).toContain('It names a file.')
  expect(html).not.toMatch(/<input|<script|<textarea|<select/)
  expect([page.headers.get('set-cookie'), page.headers.get('cache-control')]).toEqual([null, 'no-store'])
  await fetch(link)
  expect(await newest()).toMatchObject({ mails: 5, clicked: 1, recognised: 0 })
  const answered = await fetch(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
  })
  expect(await answered.text()).toContain('Well done')
  expect(await newest()).toMatchObject({ clicked: 1, recognised: 1 })
  const { rows } = await server.database.owner('select from training.exercise_mails where user_id is not null')
  expect(rows).toEqual([])
  expect((await call(manager, 'GET', `/exercises/${String(body['id'])}/people`)).status).toBe(404)
  // Nobody outside is mailed.
  expect((await server.mailbox.to(stranger.email)).filter(({ subject }) => subject.startsWith('Salaries'))).toEqual([])
})

test('there is one in fourteen days, also when two begin at once', async () => {
  expect(await start()).toMatchObject({ status: 409, body: { code: 'exercise_too_soon' } })
  await pass(13)
  expect((await start()).status).toBe(409)
  await pass(1)
  expect((await Promise.all([start(), start()])).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201, 409,
  ])
})

test('where the organisation chose it, it is kept who followed the link', async () => {
  await pass(14)
  const person = await newMember()
  const id = String((await start(true)).body['id'])
  await fetch(await linkOf(person))
  const { body } = await call(manager, 'GET', `/exercises/${id}/people`)
  const people = body['people'] as { user_id: string; clicked_at: string | null; recognised_at: string | null }[]
  expect(people.find(({ user_id: user }) => user === idOf(person))).toMatchObject({ recognised_at: null })
  expect(people.filter(({ clicked_at: at }) => at !== null).map(({ user_id: user }) => user)).toEqual([idOf(person)])
  expect((await call(member, 'GET', `/exercises/${id}/people`)).status).toBe(403)
  expect((await call(stranger, 'GET', `/exercises/${id}/people`)).status).toBe(404)
  expect((await call(stranger, 'GET', '/exercises')).body).toEqual({ exercises: [] })
})

test('a link that is followed a month later counts no longer, and still says what it was', async () => {
  await pass(14)
  const person = await newMember()
  await start()
  const link = await linkOf(person)
  await pass(30)
  expect(await (await fetch(link)).text()).toContain('This was an exercise')
  await fetch(link, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: '' })
  expect(await newest()).toMatchObject({ clicked: 0, recognised: 0 })
})

test('suspended people and addresses that nobody confirmed get none', async () => {
  await pass(14)
  const [suspended, unconfirmed] = [await newMember(), await newMember()]
  await server.database.owner(
    'insert into suspended_members (user_id, tenant_id) select user_id, tenant_id from profiles where user_id = $1',
    [idOf(suspended)],
  )
  await server.database.owner('update auth.users set email_confirmed_at = null where id = $1', [idOf(unconfirmed)])
  await start(true)
  const { rows } = await server.database.owner<{ user_id: string }>(
    'select m.user_id from training.exercise_mails m join training.exercises x on x.id = m.exercise_id where x.started_at = (select max(started_at) from training.exercises)',
  )
  const ids = rows.map(({ user_id: user }) => user)
  expect([ids.includes(idOf(member)), ids.includes(idOf(suspended)), ids.includes(idOf(unconfirmed))]).toEqual([
    true,
    false,
    false,
  ])
})

test('a link that belongs to nothing says so', async () => {
  for (const path of ['/exercise/x', '/exercise/3f0e9a50-6c5f-4f0a-9a0c-000000000001'])
    expect((await server.fetch(path)).status).toBe(404)
})
