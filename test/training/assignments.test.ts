import { expect, test, vi } from 'vitest'
import {
  assign,
  call,
  complete,
  COURSE,
  dayIn,
  eventsOf,
  idOf,
  manager,
  member,
  newMember,
  noticesOf,
  peopleOf,
  server,
  stageTraining,
  stranger,
} from './training-stage.ts'

stageTraining()

const fields = () => ({ course: COURSE, is_for_everybody: false, people: [idOf(member)], due_on: dayIn(30) })
/** One round of reminders, as the queue makes it. */
async function round(): Promise<void> {
  await server.database.owner("select graphile_worker.add_job('training:reminders')")
  const isDone = async () => {
    const { rows } = await server.database.owner(
      "select from graphile_worker.jobs where task_identifier = 'training:reminders'",
    )
    return rows.length === 0
  }
  await vi.waitUntil(isDone, { timeout: 60_000 })
}
/** As if so many days had passed since it was assigned. */
const pass = (assignment: string, days: number) =>
  server.database.owner(
    `with moved as (update training.assignments set due_on = due_on - $2::integer where id = $1)
     update training.assignees set due_on = due_on - $2::integer where assignment_id = $1`,
    [assignment, days],
  )

test('assigning takes the permission to manage users; another organisation finds nothing', async () => {
  const id = await assign([member])
  for (const [method, path, body] of [
    ['GET', '/assignments'],
    ['POST', '/assignments', fields()],
    ['PUT', `/assignments/${id}`, { due_on: dayIn(5) }],
    ['GET', `/assignments/${id}/people`],
    ['GET', `/assignments/${id}/export`],
    ['DELETE', `/assignments/${id}`],
  ] as const) {
    expect((await call(undefined, method, path, body)).status).toBe(401)
    expect((await call(member, method, path, body)).status, `${method} ${path}`).toBe(403)
    if (path.includes(id)) expect((await call(stranger, method, path, body)).status, `${method} ${path}`).toBe(404)
  }
  expect((await call(stranger, 'GET', '/assignments')).body['assignments']).toEqual([])
  // People of another organisation are nobody's to assign anything to.
  expect((await call(stranger, 'POST', '/assignments', fields())).status).toBe(404)
})

test('what cannot be assigned is refused', async () => {
  for (const wrong of [
    { due_on: dayIn(-1) },
    { due_on: dayIn(800) },
    { due_on: '2026-02-31' },
    { people: [] },
    { is_for_everybody: true },
    { people: ['x'] },
    { course: '../x' },
    { more: 1 },
  ])
    expect((await call(manager, 'POST', '/assignments', { ...fields(), ...wrong })).status, JSON.stringify(wrong)).toBe(
      400,
    )
  expect((await call(manager, 'POST', '/assignments', { ...fields(), course: 'nothing' })).status).toBe(404)
})

test('who has to do it is notified, and shown as open, done or late', async () => {
  const [lazy, quick] = [await newMember(), await newMember()]
  const id = await assign([lazy, quick, stranger], { days: 20 })
  expect(await noticesOf(quick)).toEqual([
    { kind: 'training_assigned', details: { name: 'Recognise phishing', on: dayIn(20) } },
  ])
  const mail = await server.mailbox.next(quick.email)
  expect(mail).toMatchObject({ subject: 'A training course was assigned to you' })
  expect(mail.text).toContain(`"Recognise phishing", due on ${dayIn(20)}`)
  expect((await eventsOf('training_assignments.insert'))[0]).toMatchObject({ user_id: idOf(manager), details: { id } })
  expect((await call(quick, 'GET', '/courses')).body['assignments']).toMatchObject([
    { id, due_on: dayIn(20), done_at: null },
  ])
  const completion = await complete(quick)
  await pass(id, 21)
  const people = await peopleOf(id)
  expect(people).toHaveLength(2)
  expect(people.find(({ user_id: user }) => user === idOf(quick))).toMatchObject({
    is_late: false,
    completion_id: completion,
  })
  expect(people.find(({ user_id: user }) => user === idOf(lazy))).toMatchObject({ is_late: true, done_at: null })
  const { assignments } = (await call(manager, 'GET', '/assignments')).body as { assignments: { id: string }[] }
  expect(assignments.find((one) => one.id === id)).toMatchObject({ people: 2, done: 1, late: 1 })
})

test('the export is CSV, in which no cell is a formula, and is in the audit log', async () => {
  const person = await newMember()
  await server.database.owner("update profiles set first_name = '=cmd()' where user_id = $1", [idOf(person)])
  const id = await assign([person])
  const { text, headers } = await call(manager, 'GET', `/assignments/${id}/export`)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(Buffer.from(text, 'latin1').toString()).toBe(
    `\u{feff}name,email,due,state,completed,right,questions,version\r\n'=cmd(),${person.email},${dayIn(30)},open,,,,\r\n`,
  )
  expect((await eventsOf('training_results.export'))[0]).toMatchObject({ details: { id, count: 1 } })
})

test('reminders come a week before, on the day, and each week after it, once each', async () => {
  const person = await newMember()
  const id = await assign([person], { days: 30 })
  const reminders = async () =>
    (await noticesOf(person)).filter(({ kind }) => kind === 'training_due').map(({ details }) => details.event)
  const expected: (string | undefined)[] = []
  for (const [days, event] of [
    [22, undefined],
    [1, 'soon'],
    [1, undefined],
    [6, 'today'],
    [1, undefined],
    [5, undefined],
    [1, 'late'],
    [7, 'late'],
    [1, undefined],
    // A server that was off for weeks reminds once.
    [40, 'late'],
  ] as const) {
    await pass(id, days)
    await round()
    await round()
    if (event) expected.push(event)
    expect(await reminders()).toEqual(expected)
  }
  await complete(person)
  await pass(id, 30)
  await round()
  expect(await reminders()).toEqual(expected)
})

test('nobody is reminded of what was assigned for this week, who is suspended, or who was removed', async () => {
  const [soon, suspended, removed] = [await newMember(), await newMember(), await newMember()]
  const id = await assign([soon, suspended, removed], { days: 3 })
  const home = 'select user_id, tenant_id from profiles where user_id = $1'
  await server.database.owner(`insert into suspended_members (user_id, tenant_id) ${home}`, [idOf(suspended)])
  await server.database.owner(`insert into former_members (user_id, tenant_id) ${home}`, [idOf(removed)])
  await round()
  expect(await noticesOf(soon)).toHaveLength(1)
  await pass(id, 3)
  await round()
  expect((await noticesOf(soon)).map(({ details }) => details.event)).toEqual([undefined, 'today'])
  for (const person of [suspended, removed]) expect(await noticesOf(person)).toHaveLength(1)
  expect((await peopleOf(id)).map(({ user_id: user }) => user).includes(idOf(removed))).toBe(false)
})

test('what is for everybody is for those who join later, with two weeks at least', async () => {
  const body = { ...fields(), is_for_everybody: true, people: [], due_on: dayIn(2) }
  const id = String((await call(manager, 'POST', '/assignments', body)).body['id'])
  const late = await newMember()
  const { assignments } = (await call(late, 'GET', '/courses')).body as {
    assignments: { id: string; due_on: string }[]
  }
  expect(assignments.filter((one) => one.id === id)).toMatchObject([{ due_on: dayIn(14) }])
  const later = await newMember()
  await round()
  expect((await noticesOf(later)).map(({ kind }) => kind)).toContain('training_assigned')
  expect((await call(stranger, 'GET', '/courses')).body['assignments']).toEqual([])
  await call(manager, 'DELETE', `/assignments/${id}`)
})

test('another day is in force for those who have not done it', async () => {
  const [open, done] = [await newMember(), await newMember()]
  const id = await assign([open, done], { days: 3 })
  await complete(done)
  expect((await call(manager, 'PUT', `/assignments/${id}`, { due_on: dayIn(60) })).status).toBe(204)
  const { rows } = await server.database.owner<{ user_id: string; due: string; reminded: number }>(
    'select user_id, due_on::text as due, reminded from training.assignees where assignment_id = $1',
    [id],
  )
  expect(rows.find((row) => row.user_id === idOf(open))).toMatchObject({ due: dayIn(60), reminded: -1 })
  expect(rows.find((row) => row.user_id === idOf(done))).toMatchObject({ due: dayIn(3) })
  expect((await call(manager, 'PUT', `/assignments/${id}`, { due_on: dayIn(-1) })).status).toBe(400)
  expect((await eventsOf('training_assignments.update'))[0]).toMatchObject({ details: { id } })
})

test('deleting an assignment takes it from the lists and leaves what was completed', async () => {
  const person = await newMember()
  const id = await assign([person])
  await complete(person)
  expect((await call(manager, 'DELETE', `/assignments/${id}`)).status).toBe(204)
  expect((await call(manager, 'DELETE', `/assignments/${id}`)).status).toBe(404)
  const { body } = await call(person, 'GET', '/courses')
  expect([body['assignments'], (body['completions'] as unknown[]).length]).toEqual([[], 1])
  expect((await eventsOf('training_assignments.delete'))[0]).toMatchObject({ details: { id } })
})
