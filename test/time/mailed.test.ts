import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, test } from 'vitest'
import { confirm, newEmail, PASSWORD, signedInPerson } from '../support/people/people.ts'
import { targetOfButton } from '../support/server/pressed-button.ts'
import { codeIn, linkIn } from '../support/server/test-mailbox.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'
import { codeOf, DAY, followRule, HOUR, type Rule, type Subject } from './rule.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const tokensOf = (sentTo: string) => ({
  table: 'auth.one_time_tokens',
  where: 'r.sent_to = $1',
  values: [sentTo],
  columns: ['expires_at'],
})

/** Opens a mailed link and presses its button. */
async function follow(link: string): Promise<string> {
  const target = await targetOfButton(link)
  return new URLSearchParams(target.hash.slice(1)).get('error_code') ?? 'ok'
}

/** A link that `ask` has mailed to an address. */
async function mailed(to: string, ask: () => Promise<{ error: Error | null }>): Promise<Subject> {
  const { error } = await ask()
  if (error) throw error
  const link = linkIn(await server.mailbox.next(to))
  return { ages: tokensOf(to), use: () => follow(link) }
}

const newPhone = () => `+49151${randomInt(10_000_000, 99_999_999)}`
const auth = () => server.client().auth

const RULES: Rule[] = [
  {
    name: 'the link that confirms an address',
    lasts: DAY,
    refused: 'otp_expired',
    make: async () => {
      const email = newEmail()
      return mailed(email, () => auth().signUp({ email, password: PASSWORD }))
    },
  },
  {
    name: 'the link of a new password',
    lasts: HOUR,
    refused: 'otp_expired',
    make: async () => {
      const { email } = await signedInPerson(server)
      return mailed(email, () => auth().resetPasswordForEmail(email))
    },
  },
  {
    name: 'the link of a sign-in',
    lasts: HOUR,
    refused: 'otp_expired',
    make: async () => {
      const { email } = await signedInPerson(server)
      return mailed(email, () => auth().signInWithOtp({ email }))
    },
  },
  {
    name: 'the links of a new address',
    lasts: DAY,
    refused: 'otp_expired',
    make: async () => {
      const { client } = await signedInPerson(server)
      const email = newEmail()
      return mailed(email, () => client.auth.updateUser({ email }))
    },
  },
  {
    name: 'the link that stops a new address',
    lasts: DAY,
    refused: 'otp_expired',
    make: async () => {
      const { email, client } = await signedInPerson(server)
      const changes = { email: newEmail(), current_password: PASSWORD }
      return mailed(email, () => client.auth.updateUser(changes))
    },
  },
  {
    name: 'the code that proves a mailbox again',
    lasts: HOUR,
    refused: 'reauthentication_not_valid',
    make: async () => {
      const { email, client } = await signedInPerson(server)
      await client.auth.reauthenticate()
      const nonce = codeIn(await server.mailbox.next(email))
      const use = async () => codeOf(await client.auth.updateUser({ password: 'the next password', nonce }))
      return { ages: tokensOf(email), use }
    },
  },
  {
    name: 'a code by SMS',
    lasts: 600,
    refused: 'otp_expired',
    make: async () => {
      const phone = newPhone()
      await auth().signInWithOtp({ phone })
      const token = codeIn(await server.mailbox.next(phone))
      const use = async () => codeOf(await auth().verifyOtp({ phone, token, type: 'sms' }))
      return { ages: tokensOf(phone.slice(1)), use }
    },
  },
  {
    name: 'the code of a new number',
    lasts: 600,
    refused: 'otp_expired',
    make: async () => {
      const { client } = await signedInPerson(server)
      const phone = newPhone()
      await client.auth.updateUser({ phone })
      const token = codeIn(await server.mailbox.next(phone))
      const use = async () => codeOf(await client.auth.verifyOtp({ phone, token, type: 'phone_change' }))
      return { ages: tokensOf(phone.slice(1)), use }
    },
  },
  {
    name: 'the code that a browser exchanges for its session',
    lasts: 600,
    refused: 'flow_state_expired',
    make: async () => {
      const values = new Map<string, string>()
      const storage = {
        getItem: (key: string) => values.get(key) ?? null,
        setItem: (key: string, value: string) => void values.set(key, value),
        removeItem: (key: string) => void values.delete(key),
      }
      const client = server.client({ flowType: 'pkce', persistSession: true, storage })
      const email = newEmail()
      await client.auth.signUp({ email, password: PASSWORD })
      const code = (await confirm(server, email)).searchParams.get('code') ?? ''
      const where = 'r.user_id = (select u.id from auth.users u where u.email = $1)'
      const ages = { table: 'auth.flow_states', where, values: [email] }
      return { ages, use: async () => codeOf(await client.auth.exchangeCodeForSession(code)) }
    },
  },
]

test.each(RULES)('$name ends', (rule) => followRule(server, rule))
