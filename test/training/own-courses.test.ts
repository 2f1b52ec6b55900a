import { expect, test } from 'vitest'
import {
  call,
  dayIn,
  eventsOf,
  idOf,
  manager,
  member,
  newMember,
  server,
  stageTraining,
  stranger,
} from './training-stage.ts'

stageTraining()

const draft = (changes: Record<string, unknown> = {}) => ({
  title: 'House rules',
  summary: 'Doors and keys',
  minutes: 5,
  lessons: [{ title: 'Doors', body: 'Close **doors**.' }],
  questions: [
    {
      text: 'Which doors?',
      choices: [
        { text: 'None', isRight: false, why: 'They stay open.' },
        { text: 'All', isRight: true, why: 'Each of them.' },
      ],
    },
  ],
  seen: 0,
  ...changes,
})
const newCourse = async (changes = {}, person = manager) =>
  String((await call(person, 'POST', '/own-courses', draft(changes))).body['id'])
/** What is saved now. */
const publish = async (id: string, person = manager) => {
  const { revision } = (await call(manager, 'GET', `/own-courses/${id}`)).body as { revision?: number }
  return call(person, 'POST', `/own-courses/${id}/publication`, { seen: revision ?? 1 })
}
const save = (id: string, seen: number, changes = {}) =>
  call(manager, 'PUT', `/own-courses/${id}`, draft({ seen, ...changes }))
const offered = async (person = member) =>
  ((await call(person, 'GET', '/courses')).body['courses'] as { id: string; version: number }[]).slice(4)
const pass = async (id: string, version: number, person = member) => {
  await call(person, 'POST', `/courses/${id}/lessons`, { version, lesson: 0 })
  return call(person, 'POST', `/courses/${id}/answers`, { version, answers: [1] })
}

const archive = (id: string, version: number, act = 'archive') =>
  call(manager, 'POST', `/own-courses/${id}/${act}`, { version })

test('writing courses takes the permission to manage users; another organisation finds nothing', async () => {
  const id = await newCourse()
  for (const [method, path, body] of [
    ['GET', '/own-courses'],
    ['POST', '/own-courses', draft()],
    ['GET', `/own-courses/${id}`],
    ['PUT', `/own-courses/${id}`, draft({ seen: 1 })],
    ['POST', `/own-courses/${id}/publication`, { seen: 1 }],
    ['POST', `/own-courses/${id}/archive`, { version: 1 }],
    ['POST', `/own-courses/${id}/restoration`, { version: 1 }],
    ['DELETE', `/own-courses/${id}`],
  ] as const) {
    expect((await call(undefined, method, path, body)).status).toBe(401)
    expect((await call(member, method, path, body)).status, `${method} ${path}`).toBe(403)
    if (path.includes(id)) expect((await call(stranger, method, path, body)).status, `${method} ${path}`).toBe(404)
  }
  expect((await call(stranger, 'GET', '/own-courses')).body).toEqual({ courses: [] })
  await publish(id)
  expect((await call(stranger, 'GET', `/courses/${id}`)).status).toBe(404)
  expect((await offered(stranger)).length).toBe(0)
  await archive(id, 1)
})

test('only what somebody looked at is published', async () => {
  const id = await newCourse()
  await save(id, 1, { title: 'What a colleague wrote' })
  const publication = await call(manager, 'POST', `/own-courses/${id}/publication`, { seen: 1 })
  expect(publication).toMatchObject({ status: 409, body: { code: 'course_saved_elsewhere' } })
  expect(await call(manager, 'POST', `/own-courses/${id}/publication`, { seen: 2 })).toMatchObject({ status: 200 })
  await archive(id, 2)
})

test('what is no draft is refused, and half of one is not published', async () => {
  for (const wrong of [
    { title: '' },
    { title: 'x'.repeat(151) },
    { title: 'two\nlines' },
    { minutes: 0 },
    { lessons: [{ title: 'T', body: 'x'.repeat(20_001) }] },
    { lessons: Array.from({ length: 21 }, () => ({ title: 'T', body: 'b' })) },
    { questions: [{ text: 'Q', choices: Array.from({ length: 7 }, () => ({ text: 'a', isRight: false, why: 'x' })) }] },
    { more: 1 },
  ])
    expect((await call(manager, 'POST', '/own-courses', draft(wrong))).status, JSON.stringify(wrong).slice(0, 60)).toBe(
      400,
    )
  const id = await newCourse({ questions: [] })
  expect(await publish(id)).toMatchObject({ status: 422, body: { code: 'course_incomplete' } })
  expect((await call(manager, 'GET', `/own-courses/${id}`)).body).toMatchObject({
    version: null,
    has_changes: true,
    questions: [],
  })
  expect((await call(manager, 'DELETE', `/own-courses/${id}`)).status).toBe(204)
  expect((await call(manager, 'DELETE', `/own-courses/${id}`)).status).toBe(404)
})

test('people learn what was published last; a completion keeps its version', async () => {
  const id = await newCourse()
  expect(await offered()).toEqual([])
  expect((await publish(id)).body).toEqual({ version: 1 })
  expect((await publish(id)).body).toEqual({ version: 1 })
  expect(await offered()).toMatchObject([{ id, version: 1, lessonCount: 1, questionCount: 1, minutes: 5 }])
  const { text } = await call(member, 'GET', `/courses/${id}`)
  expect(text).not.toMatch(/isRight|Each of them/)
  expect((await pass(id, 1)).body).toMatchObject({ hasPassed: true, correct: 1 })

  expect((await save(id, 1, { title: 'New house rules' })).status).toBe(204)
  expect((await call(member, 'GET', `/courses/${id}`)).body).toMatchObject({ version: 1, title: 'House rules' })
  const late = await newMember()
  await call(late, 'POST', `/courses/${id}/lessons`, { version: 1, lesson: 0 })
  expect((await publish(id)).body).toEqual({ version: 2 })
  // Somebody had the page open meanwhile.
  expect(await call(late, 'POST', `/courses/${id}/answers`, { version: 1, answers: [1] })).toMatchObject({
    status: 409,
    body: { code: 'course_changed' },
  })
  expect((await call(late, 'GET', `/courses/${id}`)).body).toMatchObject({
    version: 2,
    read: [],
    title: 'New house rules',
  })
  expect(await call(late, 'POST', `/courses/${id}/answers`, { version: 2, answers: [1] })).toMatchObject({
    status: 409,
  })
  expect((await pass(id, 2, late)).body).toMatchObject({ hasPassed: true })
  const versionsOf = async (person = member) =>
    ((await call(person, 'GET', '/courses')).body['completions'] as { version: number; title: string }[]).map((one) => [
      one.version,
      one.title,
    ])
  expect([await versionsOf(), await versionsOf(late)]).toEqual([[[1, 'House rules']], [[2, 'New house rules']]])
  for (const [event, action] of [
    ['training_courses.insert', manager],
    ['training_courses.update', manager],
    ['training_courses.publish', manager],
  ] as const)
    expect((await eventsOf(event))[0], event).toMatchObject({ user_id: idOf(action), details: { id } })
})

test('who saves after somebody else is asked to look again', async () => {
  const id = await newCourse()
  expect((await save(id, 1, { title: 'First' })).status).toBe(204)
  expect(await save(id, 1, { title: 'Second' })).toMatchObject({
    status: 409,
    body: { code: 'course_saved_elsewhere' },
  })
  expect((await call(manager, 'GET', `/own-courses/${id}`)).body).toMatchObject({ title: 'First', revision: 2 })
})

test('a published course is retired, and can be done by those who still have to', async () => {
  const id = await newCourse()
  await publish(id)
  const people = [idOf(member)]
  const assignment = { course: id, is_for_everybody: false, people, due_on: dayIn(9) }
  expect((await call(manager, 'POST', '/assignments', assignment)).status).toBe(201)
  expect(await call(manager, 'DELETE', `/own-courses/${id}`)).toMatchObject({
    status: 409,
    body: { code: 'course_published' },
  })
  expect(await archive(id, 1)).toMatchObject({ status: 200, body: { version: 1 } })
  const other = await newMember()
  expect((await call(other, 'GET', `/courses/${id}`)).status).toBe(404)
  expect((await call(manager, 'POST', '/assignments', assignment)).status).toBe(404)
  expect((await pass(id, 1)).body).toMatchObject({ hasPassed: true })
  expect((await call(member, 'GET', `/courses/${id}`)).status).toBe(404)
  expect(await archive(id, 1, 'restoration')).toMatchObject({ status: 200, body: { version: 1 } })
  expect((await call(other, 'GET', `/courses/${id}`)).status).toBe(200)
})

test('a course that somebody else changed is neither archived nor restored unseen: both states are there', async () => {
  const id = await newCourse()
  await publish(id)
  await save(id, 1, { title: 'Meanwhile' })
  for (const act of ['archive', 'restoration']) {
    expect(await archive(id, 1, act)).toMatchObject({
      status: 409,
      body: { code: 'course_saved_elsewhere', current: { title: 'Meanwhile', revision: 2, is_retired: false } },
    })
  }
  expect(await archive(id, 2)).toMatchObject({ status: 200 })
})

test('an organisation has a limit of courses', async () => {
  await server.database.owner(
    `insert into training.courses (tenant_id, title, minutes)
     select p.tenant_id, 'T', 1 from profiles p, generate_series(1, 200 - (select count(*)::integer from training.courses)) where p.user_id = $1`,
    [idOf(manager)],
  )
  expect(await call(manager, 'POST', '/own-courses', draft())).toMatchObject({ status: 413 })
})
