import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { newEmail, PASSWORD } from '../support/people/people.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ AUTH_CAPTCHA: 'true' })
})
afterAll(() => server.stop())

async function solve(change: (challenge: Challenge) => Challenge = (challenge) => challenge): Promise<string> {
  const challenge = change((await (await server.fetch('/auth/v1/captcha')).json()) as Challenge)
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
const signUp = (captchaToken?: string) =>
  server.client().auth.signUp({
    email: newEmail(),
    password: PASSWORD,
    options: captchaToken === undefined ? {} : { captchaToken },
  })

test('a solution lets one request through, once', async () => {
  const token = await solve()
  expect((await signUp(token)).error).toBeNull()
  expect((await signUp(token)).error).toMatchObject({ status: 400, code: 'captcha_failed' })
})

test('nothing, nonsense and another challenge do not', async () => {
  for (const token of [undefined, '', 'nonsense', Buffer.from('{}').toString('base64')]) {
    expect((await signUp(token)).error).toMatchObject({ status: 400, code: 'captcha_failed' })
  }
  const cheaper = await solve(({ parameters, ...rest }) => ({
    ...rest,
    parameters: { ...parameters, keyPrefix: '00' },
  }))
  expect((await signUp(cheaper)).error?.code).toBe('captcha_failed')
  const later = await solve(({ parameters, ...rest }) => ({
    ...rest,
    parameters: { ...parameters, expiresAt: (parameters.expiresAt ?? 0) + 1000 },
  }))
  expect((await signUp(later)).error?.code).toBe('captcha_failed')
})

test('a solution counts for ten minutes', async () => {
  server.clock.stop()
  onTestFinished(() => server.clock.reset())
  const [early, late] = [await solve(), await solve()]
  server.clock.advance(599)
  expect((await signUp(early)).error).toBeNull()
  server.clock.advance(1)
  expect((await signUp(late)).error).toMatchObject({ status: 400, code: 'captcha_failed' })
})

test('sign-in, recovery and codes are protected, refreshing is not', async () => {
  const auth = server.client().auth
  const email = newEmail()
  expect((await auth.signInWithPassword({ email, password: PASSWORD })).error?.code).toBe('captcha_failed')
  expect((await auth.resetPasswordForEmail(email)).error?.code).toBe('captcha_failed')
  expect((await auth.signInWithOtp({ email })).error?.code).toBe('captcha_failed')
  expect((await auth.resend({ type: 'signup', email })).error?.code).toBe('captcha_failed')
  expect((await auth.refreshSession({ refresh_token: 'x' })).error?.code).toBe('validation_failed')
})

test.each(['sign%75p', 'rec%6Fver', 'token?grant%5Ftype=password', 'token?grant_type=passwor%64'])(
  'the spelling %s does not get round it',
  async (path) => {
    const answer = await server.fetch(`/auth/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: newEmail(), password: PASSWORD }),
    })
    expect([answer.status, (await answer.json()).code]).toEqual([400, 'captcha_failed'])
  },
)
