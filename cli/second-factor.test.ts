import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { deriveCredentials } from '#vault/session/credentials.ts'
import { CommandLine, type Run } from '../test/support/command-line.ts'
import { codeOf, enrolTotp, proveTotp } from '../test/support/people/second-factor.ts'
import { type TestServer, startServer } from '../test/support/server/test-server.ts'
import { VAULT_PASSWORD, type VaultPerson, personWithVault } from '../test/support/people/vault-person.ts'

type Protected = VaultPerson & { secret: string; recoveryCode: string }

const computer = new CommandLine()
let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(async () => {
  await server.stop()
  computer.remove()
})
beforeEach(() => computer.moveOn())

/** Two apps, of which the second is the one at hand, and recovery codes. */
async function protectedPerson(): Promise<Protected> {
  const person = await personWithVault(server)
  const client = server.client({ experimental: { recoveryCodes: true } })
  const { authSecret } = await deriveCredentials(person.api, person.email, VAULT_PASSWORD)
  await client.auth.signInWithPassword({ email: person.email, password: authSecret })
  await proveTotp(server, client, await enrolTotp(client, 'Old phone'))
  const factor = await enrolTotp(client, 'Phone')
  await proveTotp(server, client, factor)
  const { data, error } = await client.auth.mfa.recoveryCodes.generate()
  if (error) throw error
  await server.database.owner('update auth.mfa_factors set last_used_step = null')
  return { ...person, secret: factor.secret, recoveryCode: data.codes[0] ?? '' }
}

function login({ email }: VaultPerson, code?: string): Promise<Run> {
  const environment: Record<string, string> = code ? { QUANTUMSHIELD_CODE: code } : {}
  return computer.run(['login', '--server', server.url, '--email', email, '--json'], { environment })
}

const errorOf = ({ stderr }: Run): unknown => JSON.parse(stderr)

test('a code of either app or a recovery code signs in, and the vault opens', async () => {
  const person = await protectedPerson()
  const code = codeOf(person.secret)
  const file = computer.makeFile('plan.txt', Buffer.from('plan'))

  const byApp = await login(person, `${code.slice(0, 3)} ${code.slice(3)}`)
  expect(byApp.status, byApp.stderr).toBe(0)
  expect(await computer.json(['put', file])).toMatchObject([{ name: 'plan.txt' }])

  computer.moveOn()
  const byRecovery = await login(person, person.recoveryCode)
  expect(byRecovery.status, byRecovery.stderr).toBe(0)
  expect(await computer.json(['ls'])).toMatchObject([{ name: 'plan.txt' }])

  computer.moveOn()
  const again = await login(person, person.recoveryCode)
  expect(again.status).toBe(3)
  expect(errorOf(again)).toMatchObject({ error: { code: 'wrong_code' } })
})

test('without a code, or with a wrong one, nobody is signed in and no session is left', async () => {
  const person = await protectedPerson()
  const sessions = async (): Promise<number> => {
    const query = 'select id from auth.sessions where user_id = $1'
    return (await server.database.owner(query, [person.userId])).rows.length
  }
  const before = await sessions()

  const silent = await login(person)
  expect(silent.status).toBe(3)
  expect(errorOf(silent)).toMatchObject({ error: { code: 'needs_second_factor' } })
  expect(silent.stderr).toContain('QUANTUMSHIELD_CODE')
  const wrong = await login(person, codeOf(person.secret, 20))
  expect(wrong.status).toBe(3)
  expect(errorOf(wrong)).toMatchObject({ error: { code: 'wrong_code' } })

  expect(await sessions()).toBe(before)
  const after = await computer.run(['ls', '--json'])
  expect(after.status).toBe(3)
  expect(after.stderr).toContain('You are not signed in')
})

test('an account that the organisation closed gets an error that says so, and whom to ask', async () => {
  const person = await personWithVault(server)
  await server.database.owner("update auth.users set banned_until = 'infinity' where id = $1", [person.userId])

  const refused = await login(person)
  expect(refused.status).toBe(3)
  expect(errorOf(refused)).toMatchObject({ error: { code: 'account_closed' } })
  expect(refused.stderr).toContain('ask an owner or administrator')
})
