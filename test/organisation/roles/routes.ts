import { randomUUID } from 'node:crypto'
import { type Guarded, NOTHING, route } from './ask.ts'
import { ROUTES_OF_STUDIO } from './routes-of-studio.ts'

const GROWTH = { permission: 'manage_growth' } as const
const SECURITY = { permission: 'manage_security' } as const
const TESTS = { permission: 'run_tests', isOfOperator: true } as const
const TENANTS = { permission: 'manage_tenants', isOfOperator: true } as const

const fingerprint = 'A'.repeat(43)
const email = () => `${randomUUID().slice(0, 13)}@example.test`
const newsletter = () => ({
  subject: 'A',
  blocks: [],
  footer: '',
  reply_to: null,
  audience_id: null,
  per_hour: 500,
})
const form = () => ({ title: 'A', lead: '', consent_text: 'A', tag: null, is_open: false })
const stream = () => ({
  name: 'A',
  address: 'https://192.0.2.1/',
  format: 'cef',
  categories: [],
  least_risk: 'low',
  ca: null,
})

const hasLastSeen = (body: unknown): boolean =>
  (body as { people: { last_active_at: string | null }[] }).people.some((one) => one.last_active_at !== null)

/** Routes of the server that a permission guards. */
export const GUARDED_ROUTES: readonly Guarded[] = [
  // Everybody sees the people; when somebody was there last, only these.
  route('GET /organisation/v1/people', { permission: 'manage_users' }, undefined, hasLastSeen),
  route('GET /growth/v1/newsletters', GROWTH),
  route('POST /growth/v1/newsletters', GROWTH, newsletter),
  route('GET /growth/v1/newsletters/settings', GROWTH),
  route('PUT /growth/v1/newsletters/settings', GROWTH, () => ({ per_hour: 1000 })),
  route('POST /growth/v1/newsletters/report-token', GROWTH),
  route('GET /growth/v1/newsletters/:id', GROWTH),
  route('PUT /growth/v1/newsletters/:id', GROWTH, newsletter),
  route('POST /growth/v1/newsletters/:id/schedule', GROWTH, () => ({ at: null })),
  route('POST /growth/v1/newsletters/:id/act', GROWTH, () => ({ act: 'pause' })),
  route('POST /growth/v1/newsletters/:id/copy', GROWTH),
  route('POST /growth/v1/newsletters/:id/test', GROWTH),
  route('POST /growth/v1/newsletters/:id/preview', GROWTH),
  route('GET /growth/v1/audiences', GROWTH),
  route('POST /growth/v1/audiences', GROWTH, () => ({ name: randomUUID(), rules: {} })),
  route('POST /growth/v1/audiences/count', GROWTH, () => ({})),
  route('PUT /growth/v1/audiences/:id', GROWTH, () => ({ name: randomUUID(), rules: {} })),
  route('DELETE /growth/v1/audiences/:id', GROWTH),
  route('GET /growth/v1/forms', GROWTH),
  route('POST /growth/v1/forms', GROWTH, form),
  route('PUT /growth/v1/forms/:id', GROWTH, form),
  route('DELETE /growth/v1/forms/:id', GROWTH),

  ...ROUTES_OF_STUDIO,

  route('GET /tenants/v1/organisations/:id/exports', TENANTS),
  route('POST /tenants/v1/organisations/:id/exports', TENANTS),
  route('POST /tenants/v1/exports/:id/cancel', TENANTS),
  route('GET /tenants/v1/organisations/:id/deletion', TENANTS),
  route('POST /tenants/v1/organisations/:id/deletion', TENANTS, () => ({ name: 'A', reason: 'A' })),
  route('DELETE /tenants/v1/organisations/:id/deletion', TENANTS),

  route('POST /tenants/v1/organisations/:id/entries', TENANTS, () => ({ minutes: 15, reason: 'A' })),

  route('GET /streams/v1', SECURITY),
  // The format is none of this kind, which is looked at afterwards.
  route('POST /streams/v1', SECURITY, () => ({ ...stream(), kind: 's3', from: 'now' })),
  route('PUT /streams/v1/:id', SECURITY, stream),
  route('DELETE /streams/v1/:id', SECURITY),
  route('POST /streams/v1/:id/paused', SECURITY, () => ({ paused: true })),
  route('POST /streams/v1/:id/place', SECURITY, () => ({ from: 'now' })),
  route('POST /streams/v1/:id/secret', SECURITY),
  route('POST /streams/v1/:id/test', SECURITY),
  route('GET /streams/v1/:id/tries', SECURITY),
  route('GET /streams/v1/:id/aside', SECURITY),
  route('POST /streams/v1/:id/aside/:event', SECURITY),
  route('DELETE /streams/v1/:id/aside/:event', SECURITY),
  route('GET /threats/v1/sessions', SECURITY),
  route('POST /threats/v1/sessions/end', SECURITY, () => ({ person: NOTHING })),
  route('GET /threats/v1/figures', SECURITY),

  route('GET /checks/v1/runs', TESTS),
  route('GET /checks/v1/runs/:id', TESTS),
  route('GET /checks/v1/runs/:id/events', TESTS),
  route('GET /checks/v1/runs/:id/export', TESTS),
  route('POST /checks/v1/runs/:id/cancel', TESTS),
  route('POST /checks/v1/runs/:id/frames', TESTS, () => ({ path: '/login' })),
  route('POST /checks/v1/runs/:id/browser', TESTS, () => ({
    results: [{ id: 'MOB-02', evidence: {}, status: 'passed' }],
  })),
  route('PUT /checks/v1/schedule', TESTS, () => ({ isNightly: false })),
  route('PUT /compliance/certificates/:id', { permission: 'manage_compliance', isOfOperator: true }, () =>
    Buffer.from('%PDF-1.7'),
  ),
  route('GET /operations/v1', TENANTS),
  route('POST /operations/v1/jobs/:id/run', TENANTS),
  route('DELETE /operations/v1/mails/:id', TENANTS),
  route('POST /auth/v1/tenants', TENANTS, () => ({ name: 'A', plan: 'starter', email: email(), fingerprint })),
  route('POST /auth/v1/tenants/:id/owner', TENANTS, () => ({ email: email(), fingerprint })),
  route('POST /auth/v1/team/invitations', { permission: 'manage_users' }, () => ({
    email: email(),
    role: 'member',
    fingerprint,
  })),
  route('POST /auth/v1/team/imports/preview', { permission: 'manage_users' }, () => ({ csv: 'email\na@example.test' })),
  // Names another list, which is looked at afterwards.
  route('POST /auth/v1/team/imports', { permission: 'manage_users' }, () => ({
    csv: 'email\na@example.test',
    digest: 'A'.repeat(43),
    fingerprint,
  })),
  route('GET /auth/v1/team/imports', { permission: 'manage_users' }),
  route('GET /auth/v1/team/imports/:id', { permission: 'manage_users' }),
  route('POST /auth/v1/team/imports/:id/cancel', { permission: 'manage_users' }),
  route('GET /auth/v1/team/imports/:id/report', { permission: 'manage_users' }),
]

/** Guarded, and asked elsewhere: here they would do what takes minutes, or need keys of a vault. */
export const ASKED_ELSEWHERE: Readonly<Record<string, string>> = {
  'GET /tenants/v1/own/entry': 'the own session: test/tenants/entries.test.ts',
  'GET /tenants/v1/own/guests': 'people who manage users; empty for others: test/tenants/entries.test.ts',
  'POST /tenants/v1/entries/:id/leave': 'whose entry it is: test/tenants/entries.test.ts',
  'GET /tenants/v1/own/deletion': 'the role owner itself; null for others: test/tenants/deletions.test.ts',
  'POST /tenants/v1/own/deletion/objection': 'the role owner itself: test/tenants/deletions.test.ts',
  'GET /tenants/v1/exports/:id/archive': 'a ticket, which only the operator gets: test/tenants/exports.test.ts',
  'POST /checks/v1/runs': 'starts a run: test/checks',
  'POST /statements/v1/recovery-policies':
    'takes a signed statement: test/recovery, test/malicious-server/organisation',
}

/** Beginnings of addresses where no role of an organisation decides, and what does instead. */
export const NOT_BY_ROLE: Readonly<Record<string, string>> = {
  '/rest/v1': 'functions and tables, which have rows of their own',
  '/storage/v1': 'whose object it is',
  '/realtime/v1': 'whose rows they are',
  '/links/v1': 'the secret of a link',
  '/requests/v1': 'the secret of a request',
  '/devices/v1': 'the key of a device',
  '/scim/v2': 'a token of the organisation',
  '/functions/v1':
    'who is signed in: their own plan, and messages to the operator; those of the studio are asked in test/content and test/social',
  '/statements/v1/team-epochs': 'the role in a team space',
  '/audit/v1': 'ledger.visible_logs, asked in test/audit: everybody sees that a log grows, and what is theirs',
  '/streams/v1/keys': 'everybody',
  '/threats/v1/mine': 'the own session',
  '/growth/v1/reports': 'a token of the mail server',
  '/growth/': 'the secret of a mail, or everybody',
  '/partners/v1/own': 'the partner that a manager linked with the account',
  '/training/v1/courses': 'every member of the organisation',
  '/training/v1/completions': 'whose completion it is',
  '/content/v1/verifications': 'whoever has a text and its record',
  '/content/v1/keys': 'everybody',
  '/openapi/v1': 'everybody who is signed in: what features answer, without a row of it',
  '/panel/v1': 'whose views they are: test/panel/views.test.ts',
  '/copilot/v1':
    'everybody who is signed in: the documentation, which is public; who has answers written: test/copilot/copilot.test.ts',
  '/documentation/v1/published': 'everybody',
  '/documentation/own': 'everybody',
  '/compliance/': 'everybody',
  '/status': 'everybody',
  '/billing/': 'the provider of payments',
  '/dev/mailbox': 'the machine itself',
  '/auth/v1/.well-known': 'everybody',
  '/auth/v1/admin': 'the secret key of the server',
  '/auth/v1/invite': 'the secret key of the server',
  '/auth/v1/team/invitations/read': 'the secret of a mail',
  ...Object.fromEntries(
    [
      'authorize callback captcha factors health installation kdf logout magiclink otp passkeys reauthenticate recover resend settings',
      'signup sso token user vault verify',
    ]
      .join(' ')
      .split(' ')
      .map((one) => [`/auth/v1/${one}`, 'the own account, or the way to it']),
  ),
}
