import { expect, test } from 'vitest'
import {
  answer,
  assign,
  call,
  complete,
  COURSE,
  eventsOf,
  idOf,
  manager,
  member,
  newMember,
  peopleOf,
  readLessons,
  rightAnswers,
  server,
  stageTraining,
  stranger,
  wrongAnswers,
} from './training-stage.ts'

stageTraining()

type Overview = { courses: { id: string; read: number }[]; completions: { id: string; withdrawn_at: string | null }[] }
const overview = async (person = member) => (await call(person, 'GET', '/courses')).body as unknown as Overview

test('learning takes a sign-in, and no role', async () => {
  for (const [method, path, body] of [
    ['GET', '/courses'],
    ['GET', `/courses/${COURSE}`],
    ['POST', `/courses/${COURSE}/lessons`, { version: 1, lesson: 0 }],
    ['POST', `/courses/${COURSE}/answers`, { version: 1, answers: [] }],
  ] as const)
    expect((await call(undefined, method, path, body)).status).toBe(401)
  expect((await overview(await newMember())).courses.map(({ id }) => id)).toEqual([
    'phishing',
    'confidential-files',
    'post-quantum',
    'administrators',
  ])
  expect((await call(member, 'GET', '/courses/nothing')).status).toBe(404)
})

test('a course arrives without what is right, and why', async () => {
  const { body, text } = await call(member, 'GET', `/courses/${COURSE}`)
  expect(body).toMatchObject({ version: 1, needed: 7, read: [], triesLeft: 5 })
  expect(text).not.toMatch(/isRight|"why"|belongs to one host name, and a false page/)
  const { questions } = body as { questions: { choices: unknown[] }[] }
  expect(questions.every(({ choices }) => choices.every((choice) => typeof choice === 'string'))).toBe(true)
})

test('what was read is kept, and the quiz comes after the last lesson', async () => {
  const person = await newMember()
  expect(await answer(person, rightAnswers())).toMatchObject({ status: 409, body: { code: 'lessons_unread' } })
  for (const lesson of [0, 0, 2])
    expect((await call(person, 'POST', `/courses/${COURSE}/lessons`, { version: 1, lesson })).status).toBe(204)
  expect((await call(person, 'GET', `/courses/${COURSE}`)).body['read']).toEqual([0, 2])
  expect((await overview(person)).courses[0]).toMatchObject({ id: COURSE, read: 2 })
  for (const wrong of [
    { version: 1, lesson: 99 },
    { version: 1, lesson: -1 },
    { version: 1 },
    { lesson: 0 },
    { version: 1, lesson: 0, more: 1 },
  ])
    expect((await call(person, 'POST', `/courses/${COURSE}/lessons`, wrong)).status).toBe(400)
  expect(await call(person, 'POST', `/courses/${COURSE}/lessons`, { version: 2, lesson: 0 })).toMatchObject({
    status: 409,
    body: { code: 'course_changed' },
  })
  expect(await answer(person, rightAnswers())).toMatchObject({ status: 409 })
  expect((await overview(member)).courses[0]).toMatchObject({ read: 0 })
})

test('failing says why the own answers are wrong, and neither what is right nor makes a certificate', async () => {
  const person = await newMember()
  await readLessons(person)
  const { status, body } = await answer(person, wrongAnswers())
  expect([status, body['hasPassed'], body['correct'], body['completion'], body['triesLeft']]).toEqual([
    200,
    false,
    0,
    null,
    4,
  ])
  const answers = body['answers'] as { isRight: boolean; why: string; right: number | null }[]
  expect(answers.every(({ isRight, why, right }) => !isRight && why !== '' && right === null)).toBe(true)
  expect((await overview(person)).completions).toEqual([])
  for (const wrong of [[], [9], [...rightAnswers(), 0]]) expect((await answer(person, wrong)).status).toBe(400)
})

test('passing completes the course, with the version and the result, and is in the audit log', async () => {
  const person = await newMember()
  await readLessons(person)
  const mostlyRight = rightAnswers().map((right, at) => (at === 0 ? (wrongAnswers()[0] ?? 0) : right))
  const { body } = await answer(person, mostlyRight)
  expect(body).toMatchObject({ hasPassed: true, correct: 7, needed: 7 })
  expect((body['answers'] as { right: number }[]).map(({ right }) => right)).toEqual(rightAnswers())
  const { completions } = await overview(person)
  expect(completions).toMatchObject([{ course: COURSE, version: 1, correct: 7, questions: 8, withdrawn_at: null }])
  expect((await eventsOf('training_completions.insert'))[0]).toMatchObject({
    user_id: idOf(person),
    details: { id: body['completion'], person: idOf(person) },
  })
  // Done again, it begins with the lessons.
  expect((await call(person, 'GET', `/courses/${COURSE}`)).body).toMatchObject({ read: [], triesLeft: 5 })
})

test('a day has five tries', async () => {
  const person = await newMember()
  await readLessons(person)
  for (const left of [4, 3, 2, 1, 0]) expect((await answer(person, wrongAnswers())).body['triesLeft']).toBe(left)
  expect(await answer(person, rightAnswers())).toMatchObject({ status: 429, body: { code: 'quiz_paused' } })
  const later = (hours: number) =>
    server.database.owner('update training.tries set at = at - make_interval(hours => $2) where user_id = $1', [
      idOf(person),
      hours,
    ])
  await later(23)
  expect((await answer(person, rightAnswers())).status).toBe(429)
  await later(1)
  expect((await answer(person, rightAnswers())).body).toMatchObject({ hasPassed: true })
})

test('two tries at the same moment count as two', async () => {
  const person = await newMember()
  await readLessons(person)
  const tries = await Promise.all(Array.from({ length: 8 }, () => answer(person, wrongAnswers())))
  expect(tries.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(5)
})

test('somebody of another organisation, and somebody who was removed, reach nothing of it', async () => {
  const person = await newMember()
  const completion = await complete(person)
  for (const [method, path, body] of [
    ['GET', `/completions/${completion}/certificate`],
    ['PUT', `/completions/${completion}`, { shows_name: true }],
    ['POST', `/completions/${completion}/withdrawal`],
  ] as const)
    expect(await call(stranger, method, path, body), path).toMatchObject({ status: 404 })
  // Colleagues download no certificate of others, managers included.
  for (const other of [member, manager])
    expect((await call(other, 'GET', `/completions/${completion}/certificate`)).status).toBe(404)
  await server.database.owner(
    'insert into former_members (user_id, tenant_id) select user_id, tenant_id from profiles where user_id = $1',
    [idOf(person)],
  )
  expect((await call(person, 'GET', '/courses')).status).toBe(403)
  expect((await call(person, 'POST', `/courses/${COURSE}/lessons`, { version: 1, lesson: 0 })).status).toBe(403)
})

test('deleting an account takes what it learned along', async () => {
  const person = await newMember()
  const assignment = await assign([person])
  await complete(person)
  expect((await peopleOf(assignment))[0]?.done_at).not.toBeNull()
  await server.database.owner('delete from auth.users where id = $1', [idOf(person)])
  for (const table of ['assignees', 'completions', 'progress', 'tries']) {
    const { rows } = await server.database.owner(`select from training.${table} where user_id = $1`, [idOf(person)])
    expect(rows, table).toEqual([])
  }
})
