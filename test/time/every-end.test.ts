import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { createTestDatabase } from '../support/server/test-database.ts'

let database: Database
let drop: () => Promise<void>
beforeAll(async () => {
  ;({ database, drop } = await createTestDatabase())
})
afterAll(() => drop())

/** Every stored end of something, and the test that waits for it; a new one needs a line here. */
const STORED_ENDS: Record<string, string> = {
  'auth.flow_states.expires_at': 'test/time/mailed.test.ts',
  'auth.mfa_challenges.expires_at': 'test/time/accounts.test.ts',
  'auth.oauth_states.expires_at': 'test/auth/providers/oauth.test.ts',
  'auth.one_time_tokens.expires_at': 'test/time/mailed.test.ts',
  'auth.passkey_challenges.expires_at': 'test/time/accounts.test.ts',
  'auth.sso_requests.expires_at': 'test/auth/providers/saml.test.ts',
  'auth.users.banned_until': 'test/time/accounts.test.ts',
  'authz.guests.ends_at': 'test/time/guests.test.ts',
  'billing.sandbox_sessions.expires_at': 'test/billing/sandbox-pages.test.ts',
  'billing.sandbox_payments.expires_at': 'test/invoicing/payments.test.ts',
  'public.device_codes.expires_at': 'test/devices/refusals.test.ts',
  'public.enterprise_user_roles.expires_at': 'test/time/organisation.test.ts',
  'public.file_access.expires_at': 'test/time/files.test.ts',
  'public.file_requests.expires_at': 'test/time/files.test.ts',
  'public.invitations.expires_at': 'test/time/organisation.test.ts',
  'public.invitations.guest_until': 'test/organisation/guests.test.ts',
  'public.invitations.role_until': 'test/organisation/role-ends.test.ts',
  'public.recovery_requests.expires_at': 'test/time/organisation.test.ts',
  'public.share_links.expires_at': 'test/time/files.test.ts',
  'public.subscriptions.current_period_end': 'test/billing/billing.test.ts',
  'public.threat_enforcements.until': 'test/threats/destruction.test.ts',
  'scim.tokens.expires_at': 'test/scim/tokens.test.ts',
  'storage.scrub.claimed_until': 'test/storage/scrub.test.ts',
  'storage.upload_claims.until': 'test/storage/claimed-uploads.test.ts',
  'storage.uploads.expires_at': 'test/time/files.test.ts',
  'streams.states.claimed_until': 'test/streams/stream-stage.ts',
  'streams.states.earlier_until': 'test/streams/webhooks.test.ts',
  'tenancy.deletions.ends_at': 'test/tenants/deletions.test.ts',
  'tenancy.entries.ends_at': 'test/time/entries.test.ts',
}

/** Times that say how something ends, but end nothing that a person holds. */
const NO_END: Record<string, string> = {
  'auth.used_captchas.expires_at':
    'when the row may be deleted; the end of a challenge is signed, see auth-captcha.test.ts',
  'auth.used_wallet_messages.expires_at':
    'when the row may be deleted; the message has its own times, see auth-web3.test.ts',
  'authz.guests.told_end': 'of which end people were notified; the guest has their own',
  'billing.sandbox_subscriptions.current_period_end': 'when the sandbox renews, see billing.test.ts',
  'billing.sandbox_subscriptions.trial_end': 'shown to the person',
  'notify.told_role_ends.ends_at': 'of which end somebody was notified; the role has its own',
  'public.people_import_rows.guest_until': 'what a list said; the guest has their own end',
  'public.status_maintenance.ends_at': 'shown to everybody; status-rules.test.ts',
  'public.subscriptions.trial_end': 'shown to the person',
  'reviews.items.until': 'the end of a role when the review began; the role has its own',
  'studio.calendars.making_until': 'how long one request keeps others from writing the same calendar',
  'studio.drafts.writing_until': 'how long one request keeps others from writing the same text',
  'studio.sources.reading_until': 'how long one job keeps others from reading the same source; sources.test.ts',
  'threats.counters.expires_at': 'when the row may be deleted; what counts is a window, see engine tests',
}

test('every stored end is listed with the test that waits for it', async () => {
  const { rows } = await database.owner<{ name: string }>(
    `select n.nspname || '.' || c.relname || '.' || a.attname as name
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker')
       and a.atttypid = 'timestamptz'::regtype and not a.attisdropped
       and a.attname ~ '(expires|until|ends_at|_end$)'
     order by 1`,
  )
  expect(rows.map(({ name }) => name)).toEqual([...Object.keys(STORED_ENDS), ...Object.keys(NO_END)].toSorted())
  const root = path.resolve(import.meta.dirname, '../..')
  for (const [column, file] of Object.entries(STORED_ENDS)) {
    const [, table = ''] = column.split('.')
    expect(await readFile(path.join(root, file), 'utf8'), column).toContain(table)
  }
})

/** Reads of roles, which a statement that writes them is not. */
const READS_ROLES = /(?<!(insert\s+into|delete\s+from|update|')\s*(public\.)?)enterprise_user_roles/gi

test('functions, policies and views read roles that have not expired, under one name', async () => {
  const { rows } = await database.owner<{ name: string; text: string }>(
    `select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as text
     from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname not in ('pg_catalog', 'information_schema') and p.prokind in ('f', 'p')
     union all
     select 'policy ' || policyname, concat_ws(' ', qual, with_check) from pg_policies
     where tablename <> 'enterprise_user_roles'
     union all
     select 'view ' || schemaname || '.' || viewname, definition from pg_views
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const readers = rows.filter(({ text }) => text.match(READS_ROLES)).map(({ name }) => name)
  expect(rows.length).toBeGreaterThan(100)
  // Of a day that has passed, with the ends that lay behind it then: test/reviews/access-on-day.test.ts.
  expect(readers).toEqual(['reviews.access_on_day(uuid,date)', 'view authz.live_roles'])
})

test('so does the server', async () => {
  const root = path.resolve(import.meta.dirname, '../../server')
  const files = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.ts'))
  const copies: string[] = []
  for (const name of files) {
    const text = await readFile(path.join(root, name), 'utf8')
    // The statement that mentions the table, as far as its closing backtick.
    if (/enterprise_user_roles[^`]*\.expires_at/.test(text)) copies.push(name)
  }
  expect(copies).toEqual([])
})
