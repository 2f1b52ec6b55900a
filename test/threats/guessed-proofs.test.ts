import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, signedInPerson } from '../support/people/people.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { noticed } from './noticed.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('guesses of the password by a token are told to the detectors, like those at the sign-in', async () => {
  const anna = await signedInPerson(server)
  const prove = (password: string) =>
    server.fetch('/auth/v1/reauthenticate', {
      method: 'POST',
      headers: { authorization: `Bearer ${anna.session.access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ current_password: password }),
    })
  for (let at = 0; at < 20; at++) expect((await prove(`guess ${at}`)).status).toBe(400)
  const subjects = (await noticed(server)).filter(({ user_id: id }) => id === anna.session.user.id)
  expect(subjects).toMatchObject([{ detector: 'account_brute_force', enforcement: 'challenge' }])
  expect((await prove(PASSWORD)).status).toBe(204)
})
