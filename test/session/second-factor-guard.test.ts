import { afterAll, beforeAll, expect, test } from 'vitest'
import { VaultApi } from '#vault/session/api.ts'
import { deriveCredentials } from '#vault/session/credentials.ts'
import { createFolder } from '#vault/folders/folders.ts'
import { shareFile } from '#vault/sharing/grants.ts'
import { deliverFile, planDelivery } from '#vault/requests/deliver-file.ts'
import { createRequest } from '#vault/requests/requests.ts'
import { readLinkSecret } from '#vault/sharing/links/visit-link.ts'
import { openRequest } from '#vault/requests/visit-request.ts'
import { createLink } from '#vault/sharing/links/new-link.ts'
import { unwrapMasterKey } from '#vault/session/open-vault.ts'
import { findPerson } from '#vault/sharing/people.ts'
import { createTag, tagFile } from '#vault/folders/tags.ts'
import { withoutComments } from '../db/functions-of.ts'
import { replaceFile, storeFile } from '../support/stored-file.ts'
import { enrolTotp, proveTotp } from '../support/people/second-factor.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { VAULT_PASSWORD, type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { shown } from '../support/shown.ts'

/** Why these give nothing away, or must work before the second factor was proven. */
const NEEDS_NONE: Record<string, string> = {
  'authz.entered': 'one id, of an entry that was made with the factor',
  'authz.home': 'one id, which policies ask for',
  'authz.is_guest': 'yes or no about an id, for policies; its schema is not exposed',
  'authz.operator': 'the id of the organisation that runs the installation, which is no secret',
  'authz.is_team_object': 'yes or no about a name of random letters, for policies',
  'authz.owns': 'yes or no about two ids, for policies; its schema is not exposed',
  'authz.plan_held_by': 'the name of a plan; its schema is not exposed',
  'authz.record_people_export': 'calls require_people_manager first, which asks by the permission',
  'authz.require_export': 'refuses or not, by a rule that everybody in the organisation reads',
  'authz.tenant': 'one id, which policies ask for',
  'public.decline_invitation': 'hides what own_invitations shows, which asks',
  'public.enrol_vault': 'makes a vault where there is none',
  'public.get_user_roles': 'names of the own roles',
  'public.is_colleague': 'yes or no about an id, for policies',
  'public.my_enforcements': 'what holds the own session, and what lifts it',
  'public.organisation_name': 'the name that a mail shows as well',
  'public.own_security': 'counts and dates',
  'public.owns_file': 'yes or no about an id, for policies',
  'public.owns_folder': 'yes or no about an id, for policies',
  'public.record_audit_export': 'calls require_audit_export first, which asks',
  'public.required_factor': 'the name of the organisation that requires a factor, for the page that sets one up',
  'public.required_ways': 'the name of the organisation that requires a way to sign in, for the page that leads to it',
  'public.set_member_role': 'calls give_role, which asks',
  'public.storage_usage': 'two numbers, and whose limit it is',
}

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

test('with the password alone, an account that has a second factor gives out no key and takes no file', async () => {
  const person = await personWithVault(server)
  const { api, email, userId } = person
  const friend = await fill(person)
  const { authSecret, kek } = await deriveCredentials(api, email, VAULT_PASSWORD)
  const signedIn = async () => {
    const client = server.client()
    const { data, error } = await client.auth.signInWithPassword({ email, password: authSecret })
    if (error) throw error
    const store = () => client.storage.from('encrypted-files').upload(`${userId}/${crypto.randomUUID()}`, 'x')
    return { client, session: data.session, store }
  }
  const before = await signedIn()
  expect((await before.store()).error).toBeNull()
  const factor = await enrolTotp(before.client)
  expect((await before.store()).error, 'a factor that waits for its first code asks nothing').toBeNull()
  await proveTotp(server, before.client, factor)

  const { data: proven } = await before.client.auth.getSession()
  const ownApi = apiOf(proven.session?.access_token)
  const half = await signedIn()
  const halfApi = apiOf(half.session.access_token)
  await expect(unwrapMasterKey(halfApi, userId, kek)).rejects.toMatchObject({ code: 'needs_second_factor' })
  const guarded = ['account_wraps', 'keyrings', 'space_keys', 'spaces', 'file_records', 'file_access', 'file_versions']
  const requested = ['file_requests', 'request_deliveries']
  const tables = [...guarded, 'folders', 'tags', 'file_tags', 'share_links', ...requested]
  for (const table of tables) {
    expect(await ownApi.rest(`${table}?select=*`), `${table}, proven`).not.toEqual([])
    expect(await halfApi.rest(`${table}?select=*`), table).toEqual([])
  }
  const calls = { files_shared_with_me: {}, people_i_share_with: {}, team_members: {}, own_sessions: {} }
  const known = { find_colleagues: { emails: [friend.email] } }
  for (const [name, body] of Object.entries({ ...calls, ...known })) {
    const call = { method: 'POST', body } as const
    expect(await ownApi.rest(`rpc/${name}`, call), `${name}, proven`).not.toEqual([])
    expect(await halfApi.rest(`rpc/${name}`, call), name).toEqual([])
  }
  for (const name of ['own_recovery', 'recovery_policy']) {
    const call = { method: 'POST', body: {} } as const
    expect(await ownApi.rest(`rpc/${name}`, call), `${name}, proven`).not.toBeNull()
    expect(await halfApi.rest(`rpc/${name}`, call), name).toBeNull()
  }
  for (const name of ['ask_recovery', 'cancel_recovery', 'withdraw_recovery']) {
    const body = name === 'ask_recovery' ? { id: crypto.randomUUID(), public_key: 'A'.repeat(1622) } : {}
    const call = halfApi.rest(`rpc/${name}`, { method: 'POST', body })
    await expect(call, name).rejects.toMatchObject({ code: 'not_allowed' })
  }
  expect((await half.client.storage.from('encrypted-files').list(userId)).data).toEqual([])
  expect((await half.store()).error).toMatchObject({ statusCode: '403' })

  await proveTotp(server, half.client, factor)
  const { data } = await half.client.auth.getSession()
  await unwrapMasterKey(apiOf(data.session?.access_token), userId, kek)
  expect((await half.client.storage.from('encrypted-files').list(userId)).data).toHaveLength(5)
  expect((await half.store()).error).toBeNull()
})

/** Functions with the rights of the schema's owner that people may call: the policies above do not bind them. */
test('every function that passes the policies asks for the second factor itself, or needs none', async () => {
  const { rows } = await server.database.owner<{ name: string; definition: string }>(
    `select n.nspname || '.' || p.proname as name, pg_get_functiondef(p.oid) as definition
     from pg_proc p
     join pg_namespace n on n.oid = p.pronamespace
     where p.prosecdef and has_function_privilege('authenticated', p.oid, 'execute')
       and n.nspname in ('public', 'authz', 'audit', 'auth', 'storage', 'notify')
     order by 1`,
  )
  const unguarded = rows
    .filter(
      ({ definition }) =>
        !/is_proven|require_proven|require_fresh|lock_recovery|lock_team|lock_named_team|lock_domains|require_space_manager|require_tenant_manager|(status|threats)\.require_manager|ledger\.require_keeper|authz\.(allows|space_role|edits_space|team_spaces)/.test(
          withoutComments(definition),
        ),
    )
    .map(({ name }) => name)
  expect(unguarded).toEqual(Object.keys(NEEDS_NONE).toSorted())
})

/** Something of everything that is guarded. @returns a colleague. */
async function fill(person: VaultPerson): Promise<VaultPerson> {
  const { api, vault } = person
  const fileId = await storeFile(person, 'plan.txt', Buffer.from('plan'))
  await replaceFile(person, fileId, Buffer.from('another plan'))
  await createFolder(api, vault, { name: 'Plans', parentId: null })
  const tag = await createTag(api, vault, { name: 'Urgent', color: '#6366f1' })
  await tagFile(api, { fileId, tagId: tag.id })
  const friend = await personWithVault(server)
  const peer = await findPerson(api, vault, friend.email)
  await shareFile(api, vault, { file: await shown({ api, vault }, fileId), peers: [peer], days: null, now: new Date() })
  await createLink(
    api,
    vault,
    { file: await shown({ api, vault }, fileId), days: 1, password: null, maxDownloads: null, sender: null },
    new Date(),
  )
  await receiveOne(person)
  const theirs = await storeFile(friend, 'theirs.txt', Buffer.from('theirs'))
  const back = await findPerson(friend.api, friend.vault, person.email)
  await shareFile(friend.api, friend.vault, {
    file: await shown(friend, theirs),
    peers: [back],
    days: null,
    now: new Date(),
  })
  return friend
}

/** A request, and a file that arrived for it. */
async function receiveOne({ api, vault }: VaultPerson): Promise<void> {
  const limits = { days: 1, maxFiles: 1, maxBytes: 1000, password: null }
  const wanted = { title: 'Plans', note: '', name: '', email: '', folderId: null, ...limits }
  const { pathname, hash } = new URL(await createRequest(api, vault, wanted, new Date()), server.url)
  const stranger = apiOf(undefined)
  const request = await openRequest(stranger, { id: pathname.slice('/r/'.length), secret: readLinkSecret(hash) }, null)
  const source = new Blob(['sent'])
  const report = { sent: () => undefined, stored: () => undefined, troubled: () => undefined, sealed: () => undefined }
  const { signal } = new AbortController()
  const plan = planDelivery({ name: 'sent.txt', type: '', source })
  await deliverFile(stranger, request, { plan, source, now: new Date(), signal, report })
}

function apiOf(accessToken: string | undefined): VaultApi {
  const publishableKey = server.secrets.publishableKeys[0]
  return new VaultApi({ baseUrl: server.url, publishableKey, accessToken: async () => accessToken })
}
