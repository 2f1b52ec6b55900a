import { afterAll, beforeAll, test } from 'vitest'
import { accountWrap, PASSWORD, type Person, signedInPerson } from '../support/people/people.ts'
import { codeOf as totpOf, enrolTotp } from '../support/people/second-factor.ts'
import { SoftAuthenticator } from '../support/counterparts/soft-authenticator.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'
import { codeOf, codeOfAnswer, DAY, followRule, HOUR, type Rule, type Subject } from './rule.ts'

let server: TestServer
let person: Person
beforeAll(async () => {
  server = await startServer()
  person = await signedInPerson(server)
})
afterAll(() => server.stop())

async function newSession(
  columns: string[],
): Promise<{ client: Person['client']; token: string; ages: Subject['ages'] }> {
  const client = server.client()
  const { data, error } = await client.auth.signInWithPassword(person)
  if (error) throw error
  const { session_id: id } = (await client.auth.getClaims()).data?.claims ?? {}
  const ages = { table: 'auth.sessions', where: 'r.id = $1', values: [id], columns }
  return { client, token: data.session.refresh_token, ages }
}

async function refresh(refreshToken: string): Promise<Response> {
  return server.fetch('/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
    body: JSON.stringify({ refresh_token: refreshToken }),
  })
}

const auth = () => server.client().auth

const RULES: Rule[] = [
  {
    name: 'an access token',
    lasts: HOUR,
    refused: 'bad_jwt',
    make: async () => {
      const { client } = await newSession(['created_at'])
      const token = (await client.auth.getSession()).data.session?.access_token ?? ''
      const headers = { authorization: `Bearer ${token}` }
      return { ages: 'clock', use: async () => codeOfAnswer(await server.fetch('/auth/v1/user', { headers })) }
    },
  },
  {
    name: 'a session that nobody uses',
    lasts: 30 * DAY,
    refused: 'session_expired',
    make: async () => {
      const { token, ages } = await newSession(['refreshed_at'])
      return { ages, use: async () => codeOfAnswer(await refresh(token)) }
    },
  },
  {
    name: 'a session that is in use',
    lasts: 180 * DAY,
    refused: 'session_expired',
    make: async () => {
      const { token, ages } = await newSession(['created_at'])
      return { ages, use: async () => codeOfAnswer(await refresh(token)) }
    },
  },
  {
    name: 'a refresh token that several tabs used at once',
    lasts: 10,
    margin: 8,
    refused: 'refresh_token_already_used',
    make: async () => {
      const { token, ages } = await newSession(['refreshed_at'])
      const second = (await (await refresh(token)).json()) as { refresh_token: string }
      await refresh(second.refresh_token)
      return { ages, use: async () => codeOfAnswer(await refresh(token)) }
    },
  },
  {
    name: 'the proof of a fresh sign-in',
    lasts: 15 * 60,
    refused: 'reauthentication_needed',
    make: async () => {
      const { session } = await signedInPerson(server)
      const values = [session.user.id]
      await server.database.owner('update auth.users set is_vault_enrolled = true where id = $1', values)
      const ages = { table: 'auth.sessions', where: 'r.user_id = $1', values, columns: ['created_at'] }
      const body = JSON.stringify({ wraps: { recovery: accountWrap() } })
      const headers = { authorization: `Bearer ${session.access_token}` }
      const use = () => server.fetch('/auth/v1/vault/keys', { method: 'POST', headers, body })
      return { ages, use: async () => freshness(await use()) }
    },
  },
  {
    name: 'a session that was ended elsewhere',
    lasts: 1,
    margin: 0.5,
    refused: 'session_not_found',
    make: async () => {
      const { client } = await newSession(['created_at'])
      const token = (await client.auth.getSession()).data.session?.access_token ?? ''
      const headers = { authorization: `Bearer ${token}` }
      await server.fetch('/auth/v1/user', { headers })
      await server.database.owner('delete from auth.sessions where user_id = $1', [person.session.user.id])
      return { ages: 'clock', use: async () => codeOfAnswer(await server.fetch('/auth/v1/user', { headers })) }
    },
  },
  {
    name: 'a ban',
    lasts: DAY,
    works: 'user_banned',
    refused: 'ok',
    make: async () => {
      const { email, session } = await signedInPerson(server)
      const ages = { table: 'auth.users', where: 'r.id = $1', values: [session.user.id], columns: ['banned_until'] }
      await server.database.owner(`update auth.users set banned_until = now() + interval '1 day' where id = $1`, [
        session.user.id,
      ])
      return { ages, use: async () => codeOf(await auth().signInWithPassword({ email, password: PASSWORD })) }
    },
  },
  {
    name: 'a factor that waits for its first code',
    lasts: 300,
    refused: 'mfa_factor_not_found',
    make: async () => {
      const { client } = await signedInPerson(server)
      const { id: factorId, secret } = await enrolTotp(client)
      const ages = { table: 'auth.mfa_factors', where: 'r.id = $1', values: [factorId] }
      return {
        ages,
        use: async () => codeOf(await client.auth.mfa.challengeAndVerify({ factorId, code: totpOf(secret) })),
      }
    },
  },
  {
    name: 'a challenge of a second factor',
    lasts: 300,
    refused: 'mfa_challenge_expired',
    make: async () => {
      const { client } = await signedInPerson(server)
      const { id: factorId, secret } = await enrolTotp(client)
      const challengeId = (await client.auth.mfa.challenge({ factorId })).data?.id ?? ''
      const ages = { table: 'auth.mfa_challenges', where: 'r.id = $1', values: [challengeId] }
      const use = async () => codeOf(await client.auth.mfa.verify({ factorId, challengeId, code: totpOf(secret) }))
      return { ages, use }
    },
  },
  {
    name: 'the challenge of a new passkey',
    lasts: 300,
    refused: 'webauthn_challenge_expired',
    make: async () => {
      const { client } = await signedInPerson(server)
      const { data, error } = await client.auth.passkey.startRegistration()
      if (error) throw error
      const { challenge_id: challengeId, options } = data
      const credential = new SoftAuthenticator(server.url).create(options)
      const ages = { table: 'auth.passkey_challenges', where: 'r.id = $1', values: [challengeId] }
      return {
        ages,
        use: async () => codeOf(await client.auth.passkey.verifyRegistration({ challengeId, credential })),
      }
    },
  },
  {
    name: 'the challenge of a sign-in by passkey',
    lasts: 300,
    refused: 'webauthn_challenge_expired',
    make: async () => {
      const { client } = await signedInPerson(server)
      const device = new SoftAuthenticator(server.url)
      const begun = await client.auth.passkey.startRegistration()
      if (begun.error) throw begun.error
      const created = device.create(begun.data.options)
      await client.auth.passkey.verifyRegistration({ challengeId: begun.data.challenge_id, credential: created })
      const { data, error } = await auth().passkey.startAuthentication()
      if (error) throw error
      const { challenge_id: challengeId, options } = data
      const credential = device.get(options)
      const ages = { table: 'auth.passkey_challenges', where: 'r.id = $1', values: [challengeId] }
      return { ages, use: async () => codeOf(await auth().passkey.verifyAuthentication({ challengeId, credential })) }
    },
  },
]

test.each(RULES)('$name ends', (rule) => followRule(server, rule))

/** A fresh proof gets past the question; whether there is a key to replace is another one. */
async function freshness(answer: Response): Promise<string | undefined> {
  const code = await codeOfAnswer(answer)
  return code === 'reauthentication_needed' ? code : 'ok'
}
