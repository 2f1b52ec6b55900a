import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { startServer } from '../support/server/test-server.ts'
import {
  answer,
  assign,
  call,
  complete,
  eventsOf,
  idOf,
  manager,
  member,
  nameAs,
  newMember,
  peopleOf,
  readLessons,
  rightAnswers,
  server,
  stageTraining,
  stranger,
} from './training-stage.ts'

stageTraining()

const CODE = /(?:[\dA-HJKMNP-TV-Z]{5}-){3}[\dA-HJKMNP-TV-Z]{5}/

/** The code of a certificate, from the name of its file. */
async function codeOf(completion: string, person: Parameters<typeof call>[0]): Promise<string> {
  const { headers, text, status } = await call(person, 'GET', `/completions/${completion}/certificate`)
  expect([status, headers.get('content-type'), text.slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
  return CODE.exec(headers.get('content-disposition') ?? '')?.[0] ?? ''
}
const verify = async (code: string) => {
  const page = await server.fetch(`/verify/${encodeURIComponent(code)}`)
  return { status: page.status, headers: page.headers, html: await page.text() }
}

test('a certificate is checked by its code, and shows initials until its owner says otherwise', async () => {
  const ada = await newMember()
  await nameAs(ada, 'Ada', 'Lovelace')
  const completion = await complete(ada)
  const code = await codeOf(completion, ada)
  expect(await codeOf(completion, ada)).toBe(code)
  const { status, html, headers } = await verify(code)
  expect(status).toBe(200)
  expect(html).toContain('This certificate is valid')
  expect(html).toContain('A. L. completed this course')
  expect(html).toContain('<strong>Recognise phishing</strong>, version 1')
  expect(html).not.toMatch(/Lovelace|<script|<input/)
  expect(html).not.toContain(ada.email)
  expect(headers.get('content-security-policy')).toMatch(/default-src 'none'/)
  expect([headers.get('set-cookie'), headers.get('cache-control')]).toEqual([null, 'no-store'])
  expect((await verify(code.toLowerCase().replaceAll('-', ''))).status).toBe(200)

  expect((await call(ada, 'PUT', `/completions/${completion}`, { shows_name: true })).status).toBe(204)
  expect((await verify(code)).html).toContain('Ada Lovelace completed this course')
  // The name on a certificate is the one it was made with.
  await nameAs(ada, 'Mallory', '<b>x</b>')
  expect((await verify(code)).html).toContain('Ada Lovelace completed this course')
  expect((await call(member, 'PUT', `/completions/${completion}`, { shows_name: false })).status).toBe(404)
})

test('a name is no markup', async () => {
  const eve = await newMember()
  const completion = await complete(eve)
  await call(eve, 'PUT', `/completions/${completion}`, { shows_name: true })
  // Profiles take no such name; a row of another time might.
  await server.database.owner("update training.completions set printed_name = '<img src=x> Eve' where id = $1", [
    completion,
  ])
  const { html } = await verify(await codeOf(completion, eve))
  expect(html).toContain('&lt;img src=x&gt; Eve')
})

test('an unknown code says so, and the database holds hashes alone', async () => {
  const person = await newMember()
  const completion = await complete(person)
  const code = await codeOf(completion, person)
  for (const unknown of ['x', 'AAAAA-AAAAA-AAAAA-AAAAA', completion, `${code}0`]) {
    const { status, html } = await verify(unknown)
    expect([status, html.includes('No certificate has this code')]).toEqual([404, true])
  }
  const { rows } = await server.database.owner<{ row: string; hash: Buffer }>(
    'select to_jsonb(c)::text as row, c.code_hash as hash from training.completions c where c.id = $1',
    [completion],
  )
  expect(rows[0]?.row).not.toMatch(CODE)
  expect(rows[0]?.row).not.toContain(code.replaceAll('-', ''))
  expect(rows[0]?.hash).toEqual(
    createHash('sha256')
      .update(`qs1/training/code/${code.replaceAll('-', '')}`)
      .digest(),
  )
})

test('a withdrawn certificate says so; the course is open again', async () => {
  const person = await newMember()
  const assignment = await assign([person])
  const completion = await complete(person)
  const code = await codeOf(completion, person)
  expect((await call(member, 'POST', `/completions/${completion}/withdrawal`)).status).toBe(403)
  expect((await call(stranger, 'POST', `/completions/${completion}/withdrawal`)).status).toBe(404)
  expect((await call(manager, 'POST', `/completions/${completion}/withdrawal`)).status).toBe(204)
  expect((await call(manager, 'POST', `/completions/${completion}/withdrawal`)).status).toBe(404)
  const { status, html } = await verify(code)
  expect(status).toBe(200)
  expect(html).toContain('This certificate was withdrawn')
  expect(html).not.toContain('is valid')
  expect((await call(person, 'GET', `/completions/${completion}/certificate`)).status).toBe(404)
  expect((await peopleOf(assignment))[0]).toMatchObject({ done_at: null, completion_id: null })
  expect((await eventsOf('training_completions.update'))[0]).toMatchObject({
    user_id: idOf(manager),
    details: { id: completion, status: 'withdrawn' },
  })
  await readLessons(person)
  expect((await answer(person, rightAnswers())).body).toMatchObject({ hasPassed: true })
  expect((await peopleOf(assignment))[0]?.done_at).not.toBeNull()
})

test('trying codes is limited', async () => {
  const strict = await startServer({ RATE_LIMIT_FACTOR: '1' })
  try {
    const tries = await Promise.all(Array.from({ length: 70 }, () => strict.fetch('/verify/x')))
    const statuses = tries.map(({ status }) => status)
    expect([statuses.filter((status) => status === 404).length, statuses.includes(429)]).toEqual([60, true])
  } finally {
    await strict.stop()
  }
})
