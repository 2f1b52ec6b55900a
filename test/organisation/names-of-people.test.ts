import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '#contract/limits.ts'
import { PASSWORD, newEmail, signedInPerson } from '../support/people/people.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const LONGEST = 'a'.repeat(LIMITS.personNameCharacters)

test('a profile takes trimmed names up to the limit, and refuses blank and longer ones', async () => {
  const { client, session } = await signedInPerson(server)
  const userId = session.user.id
  const save = (names: object) =>
    client
      .from('profiles')
      .upsert({ user_id: userId, ...names })
      .select()
      .single()

  const saved = await save({ first_name: ` ${LONGEST} `, last_name: 'Lovelace ', company: '  ' })
  expect(saved.error).toBeNull()
  expect(saved.data).toMatchObject({ first_name: LONGEST, last_name: 'Lovelace', company: null })
  for (const wrong of [
    { first_name: '   ' },
    { last_name: '' },
    { first_name: `${LONGEST}a` },
    { last_name: `${LONGEST}a` },
    { company: `${LONGEST}a` },
  ]) {
    expect((await save(wrong)).error, JSON.stringify(wrong).slice(0, 40)).toMatchObject({ code: '23514' })
    const { error } = await client.from('profiles').update(wrong).eq('user_id', userId)
    expect(error).toMatchObject({ code: '23514' })
  }
})

test('a sign-up with a blank or overlong name is refused with a reason; without one it is not', async () => {
  const signUp = (data: object) =>
    server.client().auth.signUp({ email: newEmail(), password: PASSWORD, options: { data } })

  for (const wrong of [{ first_name: '  ' }, { last_name: `${LONGEST}a` }, { company: `${LONGEST}a` }]) {
    expect((await signUp(wrong)).error).toMatchObject({
      code: 'validation_failed',
      message: 'Names cannot be blank or longer than 100 characters',
    })
  }
  expect((await signUp({ first_name: LONGEST, last_name: '' })).error).toBeNull()
})
