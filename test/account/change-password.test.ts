import { afterAll, beforeAll, expect, test } from 'vitest'
import type { VaultApi } from '#vault/session/api.ts'
import { type PasswordChange, type PasswordFields, preparePasswordChange } from '#vault/account/change-password.ts'
import { deriveCredentials } from '#vault/session/credentials.ts'
import { unwrapMasterKey } from '#vault/session/open-vault.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { VAULT_PASSWORD, type VaultPerson, personWithVault } from '../support/people/vault-person.ts'

const NEXT = 'another password of mine'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('the new password opens the same vault, the old one nothing, and other sessions end', async () => {
  const person = await personWithVault(server)
  const { api, email, userId, vault } = person
  const before = vault.amk
  const other = await signIn(api, email, VAULT_PASSWORD)
  expect(other.error).toBeNull()

  const change = await prepare(person)
  const answer = await send(api, change)
  expect(answer.status).toBe(200)
  await change.apply(vault)

  expect((await signIn(api, email, VAULT_PASSWORD)).error?.code).toBe('invalid_credentials')
  expect((await signIn(api, email, NEXT)).error).toBeNull()
  const { kek } = await deriveCredentials(api, email, NEXT)
  expect(await unwrapMasterKey(api, userId, kek)).toEqual(vault.amk)
  expect(vault.amk).not.toEqual(before)
  const old = await deriveCredentials(api, email, VAULT_PASSWORD)
  await expect(unwrapMasterKey(api, userId, old.kek)).rejects.toMatchObject({ code: 'wrong_password' })
  const { rows } = await server.database.owner<{ sessions: number }>(
    'select count(*)::integer as sessions from auth.sessions where user_id = $1 and id = $2',
    [userId, sessionIdOf(other.data.session?.access_token)],
  )
  expect(rows).toEqual([{ sessions: 0 }])
})

test('a wrong current password is found out in the browser, and refused by the server', async () => {
  const person = await personWithVault(server)
  const { api } = person
  await expect(prepare(person, 'not my password')).rejects.toMatchObject({ code: 'wrong_password' })

  const change = await prepare(person)
  const forged = { ...change, currentSecret: change.authSecret }
  await expect(send(api, forged)).rejects.toMatchObject({ code: 'wrong_password' })
  await expectUnchanged(person)
})

test('what is refused or fails halfway leaves the old password and its key', async () => {
  const person = await personWithVault(server)
  const { api, userId } = person
  const change = await prepare(person)

  await expect(send(api, { ...change, fields: { kdf: change.fields.kdf } })).rejects.toThrow(
    'vault.password_wrap is needed',
  )
  await expectUnchanged(person)

  // Fails at the last of the rows that belong together.
  await server.database.owner(
    `create function public.fail_here() returns trigger language plpgsql as $$ begin raise 'disk is full'; end $$`,
  )
  await server.database.owner(
    `create trigger fail_here before update on public.account_wraps for each row when (new.user_id = '${userId}')
     execute function public.fail_here()`,
  )
  await expect(send(api, change)).rejects.toMatchObject({ code: 'unexpected' })
  await server.database.owner('drop function public.fail_here() cascade')
  await expectUnchanged(person)

  expect((await send(api, change)).status).toBe(200)
})

type Account = Pick<VaultPerson, 'api' | 'email' | 'userId' | 'vault'>

function prepare({ api, email, vault }: Account, current = VAULT_PASSWORD): Promise<PasswordChange> {
  return preparePasswordChange(api, vault, { email, current, next: NEXT })
}

type Sent = Omit<PasswordChange, 'fields'> & { fields: Pick<PasswordFields, 'kdf'> }

function send(api: VaultApi, { authSecret, currentSecret, fields }: Sent): Promise<Response> {
  const body = JSON.stringify({ password: authSecret, current_password: currentSecret, vault: fields })
  const headers = { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' }
  return api.fetch('/auth/v1/user', { method: 'PUT', headers, body })
}

async function signIn(api: VaultApi, email: string, password: string) {
  const { authSecret } = await deriveCredentials(api, email, password)
  return server.client().auth.signInWithPassword({ email, password: authSecret })
}

async function expectUnchanged({ api, email, userId }: Account): Promise<void> {
  expect((await signIn(api, email, VAULT_PASSWORD)).error).toBeNull()
  expect((await signIn(api, email, NEXT)).error?.code).toBe('invalid_credentials')
  const { kek } = await deriveCredentials(api, email, VAULT_PASSWORD)
  await unwrapMasterKey(api, userId, kek)
}

function sessionIdOf(accessToken: string | undefined): string {
  const payload = accessToken?.split('.')[1] ?? ''
  return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as { session_id: string }).session_id
}
