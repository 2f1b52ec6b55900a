import { afterAll, beforeAll, expect, test } from 'vitest'
import { deriveCredentials } from '#vault/session/credentials.ts'
import { deleteAccount } from '#vault/account/delete-account.ts'
import { endSuspension, suspendMember } from '#vault/organisation/team.ts'
import { createTeamSpace } from '#vault/spaces/team-spaces.ts'
import { VaultApi } from '#vault/session/api.ts'
import { enrolTotp, proveTotp } from '../support/people/second-factor.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { VAULT_PASSWORD, type VaultPerson, personWithVault } from '../support/people/vault-person.ts'

let server: TestServer
let owner: VaultPerson
beforeAll(async () => {
  server = await startServer()
  // The first account owns the organisation.
  owner = await personWithVault(server)
})
afterAll(() => server.stop())

async function signIn({ api, email }: VaultPerson) {
  const { authSecret } = await deriveCredentials(api, email, VAULT_PASSWORD)
  const client = server.client()
  const { data, error } = await client.auth.signInWithPassword({ email, password: authSecret })
  return { client, error, accessToken: data.session?.access_token }
}

async function rowsOf(userId: string): Promise<unknown> {
  const { rows } = await server.database.owner(
    `select (select count(*) from auth.users where id = $1) + (select count(*) from public.profiles where user_id = $1)
            + (select count(*) from public.account_wraps where user_id = $1)
            + (select count(*) from public.spaces where owner_id = $1)
            + (select count(*) from storage.objects where owner = $1) as left`,
    [userId],
  )
  return rows
}

test('a wrong password deletes nothing; the right one everything', async () => {
  const person = await personWithVault(server)
  const { api, email, userId } = person
  const { client } = await signIn(person)
  await client.storage.from('encrypted-files').upload(`${userId}/${crypto.randomUUID()}`, 'x')

  await expect(deleteAccount(api, email, 'not my password')).rejects.toMatchObject({ code: 'wrong_password' })
  expect((await signIn(person)).error).toBeNull()

  await deleteAccount(api, email, VAULT_PASSWORD)
  expect(await rowsOf(userId)).toEqual([{ left: '0' }])
  expect((await signIn(person)).error?.code).toBe('invalid_credentials')
  expect((await client.auth.refreshSession()).error).toBeTruthy()
  const { rows } = await server.database.owner(
    `select details from system_audit_log where event_type = 'user.deleted' and user_id = $1`,
    [userId],
  )
  expect(rows).toEqual([{ details: expect.objectContaining({ by: 'user' }) }])
})

test('the only owner of an organisation with other people stays', async () => {
  const other = await personWithVault(server)
  await expect(deleteAccount(owner.api, owner.email, VAULT_PASSWORD)).rejects.toMatchObject({ code: 'last_owner' })
  expect((await signIn(owner)).error).toBeNull()

  await server.database.owner(
    `insert into enterprise_user_roles (user_id, tenant_id, role)
     select user_id, tenant_id, 'owner' from profiles where user_id = $1`,
    [other.userId],
  )
  // One who is suspended leads nobody.
  await suspendMember(owner.api, other.userId)
  await expect(deleteAccount(owner.api, owner.email, VAULT_PASSWORD)).rejects.toMatchObject({ code: 'last_owner' })
  await endSuspension(owner.api, other.userId)
  await deleteAccount(owner.api, owner.email, VAULT_PASSWORD)
  expect(await rowsOf(owner.userId)).toEqual([{ left: '0' }])
})

test('with a second factor, the password alone does not delete', async () => {
  const person = await personWithVault(server)
  const { client } = await signIn(person)
  await proveTotp(server, client, await enrolTotp(client))
  const half = await signIn(person)
  const publishableKey = server.secrets.publishableKeys[0]
  const api = new VaultApi({ baseUrl: server.url, publishableKey, accessToken: async () => half.accessToken })

  await expect(deleteAccount(api, person.email, VAULT_PASSWORD)).rejects.toMatchObject({ code: 'needs_second_factor' })
  expect(await rowsOf(person.userId)).not.toEqual([{ left: '0' }])
})

test('the only manager of a team space with other people stays, and its last member takes it along', async () => {
  const [ada, bob] = await Promise.all([personWithVault(server), personWithVault(server)])
  const members = [{ userId: bob.userId, role: 'editor' as const }]
  const id = await createTeamSpace(ada.api, ada.vault, { name: 'Board', members })
  await expect(deleteAccount(ada.api, ada.email, VAULT_PASSWORD)).rejects.toMatchObject({ code: 'last_manager' })

  await deleteAccount(bob.api, bob.email, VAULT_PASSWORD)
  await deleteAccount(ada.api, ada.email, VAULT_PASSWORD)
  expect((await server.database.owner('select from spaces where id = $1', [id])).rows).toEqual([])
})
