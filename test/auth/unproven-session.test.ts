import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '#server/auth/account/users.sql.ts'
import { breaches } from '#server/checks/database/lints.ts'
import { UNPROVEN_WRITES } from '#server/checks/database/lints.sql.ts'
import { withoutComments } from '../db/functions-of.ts'
import { PASSWORD } from '../support/people/people.ts'
import { personWithTotp } from '../support/people/second-factor.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** What a session by password alone may do to an account that has a second factor, and why. */
const ALLOWED_ROUTES: Record<string, string> = {
  'POST /factors/:factorId/challenge': 'the way to prove the factor',
  'POST /factors/:factorId/verify': 'the way to prove the factor',
  'POST /factors/recovery-codes/verify': 'the way to prove the factor',
  'POST /logout?scope=local': 'ends this session',
  'POST /logout?scope=global': 'ends this session alone, see below',
}

test('row-level security lets it write to no table', async () => {
  expect(await breaches(ownerOf(server.database), UNPROVEN_WRITES)).toEqual([])
})

/** Volatile functions that ask for no proof themselves, and why that does no harm. */
const ALLOWED_FUNCTIONS: Record<string, string> = {
  enrol_vault: 'the trigger of user_key_bundles asks',
}

test('nor does a function that runs with the rights of its owner', async () => {
  const { rows } = await server.database.owner<{ name: string; source: string; is_open: boolean }>(
    `select n.nspname || '.' || p.proname as name, pg_get_functiondef(p.oid) as source,
            n.nspname = 'public' and p.prosecdef and p.provolatile = 'v' and p.prorettype <> 'trigger'::regtype
              and has_function_privilege('authenticated', p.oid, 'execute') as is_open
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname in ('public', 'authz', 'ledger', 'status', 'threats') and p.prokind = 'f'`,
  )
  // What asks, directly or through another function.
  const asking = new Set(['authz.is_proven'])
  for (let size = 0; size !== asking.size;) {
    size = asking.size
    for (const { name, source } of rows) {
      const body = withoutComments(source.slice(source.indexOf('SECURITY')))
      if ([...asking].some((known) => body.includes(`${known}(`))) asking.add(name)
    }
  }
  const open = rows.filter(({ name, is_open: isOpen }) => isOpen && !asking.has(name)).map(({ name }) => name.slice(7))
  expect(open.toSorted()).toEqual(Object.keys(ALLOWED_FUNCTIONS))
})

test('auth/v1 lets it prove the factor and end itself, and nothing else', async () => {
  const person = await personWithTotp(server)
  const client = server.client()
  const { data } = await client.auth.signInWithPassword({ email: person.email, password: PASSWORD })
  const token = data.session?.access_token ?? ''
  const id = person.factor.id
  const attempts: Array<[method: string, path: string, body?: unknown]> = [
    ['PUT', '/user', { data: { first_name: 'Mallory' } }],
    ['PUT', '/user', { email: 'mallory@example.test' }],
    ['PUT', '/user', { password: 'a password of Mallory' }],
    ['DELETE', '/user', { password: PASSWORD }],
    ['POST', '/vault/keys', { wraps: {} }],
    ['POST', '/factors', { factor_type: 'totp' }],
    ['DELETE', `/factors/${id}`],
    ['POST', '/factors/recovery-codes'],
    ['POST', '/factors/recovery-codes/regenerate'],
    ['DELETE', '/factors/recovery-codes'],
    ['POST', '/passkeys/registration/options'],
    ['PATCH', `/passkeys/${crypto.randomUUID()}`, { friendly_name: 'x' }],
    ['DELETE', `/passkeys/${crypto.randomUUID()}`],
    ['DELETE', `/user/identities/${crypto.randomUUID()}`],
    ['POST', '/team/invitations', { email: 'mallory@example.test', role: 'member', fingerprint: null }],
    ['POST', '/logout?scope=others'],
  ]
  for (const [method, path, body] of attempts) {
    const answer = await server.fetch(`/auth/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { code } = (await answer.json().catch(() => ({}))) as { code?: string }
    expect([method, path, answer.status >= 400, code]).not.toEqual([method, path, false, code])
    expect([method, path, answer.status]).not.toEqual([method, path, 200])
  }
  expect(Object.keys(ALLOWED_ROUTES)).toHaveLength(5)
})

test('it cannot silence the owner, or throw them out', async () => {
  const person = await personWithTotp(server)
  const client = server.client()
  await client.auth.signInWithPassword({ email: person.email, password: PASSWORD })
  const me = person.session.user.id

  const silence = { user_id: me, kind: 'new_device', in_app: false, by_email: false }
  expect((await client.from('notification_settings').insert(silence)).error?.code).toBe('42501')
  await client.from('notifications').update({ read_at: new Date().toISOString() }).eq('user_id', me)
  expect((await person.client.from('notifications').select('id').not('read_at', 'is', null)).data).toEqual([])
  await client.from('profiles').update({ first_name: 'Mallory' }).eq('user_id', me)
  expect((await person.client.from('profiles').select('user_id').eq('first_name', 'Mallory')).data).toEqual([])

  expect((await client.auth.signOut({ scope: 'global' })).error).toBeNull()
  expect((await person.client.auth.getUser()).error).toBeNull()
  expect((await client.auth.getUser()).error).not.toBeNull()
})
