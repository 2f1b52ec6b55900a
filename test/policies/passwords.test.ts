import { afterEach, expect, test } from 'vitest'
import { derivedSecret, newEmail, signedInPerson } from '../support/people/people.ts'
import { haveRules, moveAway, server, stagePolicies } from './policy-stage.ts'

stagePolicies()
afterEach(() => haveRules({}))

const SHORT = 'nineteen characters'
const LONG = 'exactly twenty chars'

test('a new password has as many characters as the organisation wants', async () => {
  const ben = await signedInPerson(server)
  await haveRules({ least_password: 20 })
  const change = (password: string) => ben.client.auth.updateUser({ password })
  expect((await change(SHORT)).error).toMatchObject({ code: 'weak_password', reasons: ['length'] })
  expect((await change(LONG)).error).toBeNull()
})

test('where everybody joins one organisation, its rule counts at sign-up', async () => {
  await haveRules({ least_password: 20 })
  const signUp = (password: string) => server.client().auth.signUp({ email: newEmail(), password })
  expect((await signUp(SHORT)).error).toMatchObject({ code: 'weak_password' })
  expect((await signUp(LONG)).error).toBeNull()
  // What a vault derives says nothing of its password; its browser checks.
  const { password, kdf } = derivedSecret()
  const answer = await server.fetch('/auth/v1/signup', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: newEmail(), password, kdf }),
  })
  expect(answer.status).toBe(200)
})

test('whose password is shorter signs in, with the word that it is weak', async () => {
  const cleo = await signedInPerson(server, { password: SHORT })
  const signIn = async () => (await server.client().auth.signInWithPassword(cleo)).data
  await haveRules({ least_password: 19 })
  expect((await signIn()).weakPassword).toBeUndefined()
  await haveRules({ least_password: 20 })
  expect(await signIn()).toMatchObject({ session: expect.anything(), weakPassword: { reasons: ['length'] } })
})

test('another organisation is untouched', async () => {
  const olga = await signedInPerson(server)
  await moveAway(olga)
  await haveRules({ least_password: 20 })
  expect((await olga.client.auth.updateUser({ password: SHORT })).error).toBeNull()
})
