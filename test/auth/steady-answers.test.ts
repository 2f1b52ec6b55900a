import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAX_HELD_STEPS, STEP_MS } from '#server/auth/password/constant-duration.ts'
import { newEmail, PASSWORD, type Person, signedInPerson } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
let known: Person
beforeAll(async () => {
  server = await startServer()
  known = await signedInPerson(server)
})
afterAll(() => server.stop())

const auth = () => server.client().auth
const stranger = { shouldCreateUser: false }
const phone = () => `+49151${randomInt(10_000_000, 99_999_999)}`

const QUESTIONS: [string, (email: string) => Promise<{ error: Error | null }>][] = [
  ['signing up', (email) => auth().signUp({ email, password: PASSWORD })],
  ['a new password', (email) => auth().resetPasswordForEmail(email)],
  ['a link to sign in', (email) => auth().signInWithOtp({ email, options: stranger })],
  ['the confirmation again', (email) => auth().resend({ type: 'signup', email })],
  ['signing up by phone', () => auth().signUp({ phone: phone(), password: PASSWORD })],
  ['a code by SMS', () => auth().signInWithOtp({ phone: phone(), options: stranger })],
  ['the SMS again', () => auth().resend({ type: 'sms', phone: phone() })],
]

// The wait follows from the work, and on a busy machine from that of answers before; its rule has tests of its own.
test.each(QUESTIONS)('%s takes the same time, whether there is such an account or not', async (_name, ask) => {
  for (const email of [known.email, newEmail()]) {
    server.clock.waits.length = 0
    expect((await ask(email)).error).toBeNull()
    expect(server.clock.waits).toHaveLength(1)
    expect(server.clock.waits[0]).toBeGreaterThanOrEqual(0)
    expect(server.clock.waits[0]).toBeLessThan(MAX_HELD_STEPS * STEP_MS)
  }
})
