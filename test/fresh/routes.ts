import { SETTINGS } from '../support/studio.ts'
import { type Decision, fresh } from './decision.ts'

const PROOF = 'takes the password, a mailed code or what was proven, and tells which: test/auth/changing-ways.test.ts'
const SIGN_IN = 'the way to a session, or to a proof'
const SIGNED = 'takes what the vault signed: a token has no key for it'
const OF_FUNCTION = 'the function of the database asks, before anything else: see there'

const stream = () => ({
  name: 'A',
  address: 'https://1.1.1.1/',
  format: 'json',
  categories: [],
  least_risk: 'low',
  ca: null,
})

/** Routes that change something, by the name that the server prints. */
export const ROUTES: Readonly<Record<string, Decision>> = {
  'PUT /auth/v1/user': PROOF,
  'DELETE /auth/v1/user': 'takes the password: test/auth/account.test.ts',
  'DELETE /auth/v1/user/email_change': 'stops a change that nobody has confirmed; the address stays as it was',
  'DELETE /auth/v1/user/identities/:id': 'there has to be a provider: test/auth/providers/identities.test.ts',
  'POST /auth/v1/vault/keys': PROOF,
  'POST /auth/v1/factors': fresh(() => ({ factor_type: 'totp' })),
  'DELETE /auth/v1/factors/:factor_id':
    'one that does not count yet is left by its person; for others test/auth/changing-ways.test.ts',
  'POST /auth/v1/factors/:factor_id/challenge': SIGN_IN,
  'POST /auth/v1/factors/:factor_id/verify': SIGN_IN,
  'POST /auth/v1/factors/recovery-codes': 'there has to be another factor: test/auth/changing-ways.test.ts',
  'DELETE /auth/v1/factors/recovery-codes': 'there have to be codes: test/auth/changing-ways.test.ts',
  'POST /auth/v1/factors/recovery-codes/regenerate': 'there have to be codes: test/auth/changing-ways.test.ts',
  'POST /auth/v1/factors/recovery-codes/verify': SIGN_IN,
  'POST /auth/v1/passkeys/registration/options': fresh(),
  'POST /auth/v1/passkeys/registration/verify': fresh(() => ({ challenge_id: crypto.randomUUID(), credential: {} })),
  'POST /auth/v1/passkeys/authentication/options': SIGN_IN,
  'POST /auth/v1/passkeys/authentication/verify': SIGN_IN,
  'POST /auth/v1/passkeys/opening': PROOF,
  'PATCH /auth/v1/passkeys/:passkey_id': 'a name',
  'DELETE /auth/v1/passkeys/:passkey_id': fresh(),
  'POST /auth/v1/logout':
    'ends itself too, and nothing is lost; with `others`, which would not, it is fresh: test/fresh/fresh.test.ts',
  'POST /auth/v1/team/invitations': fresh(() => ({
    email: 'nobody@example.test',
    role: 'member',
    fingerprint: 'A'.repeat(43),
  })),
  'POST /auth/v1/team/invitations/read': 'the secret of a mail',
  'POST /auth/v1/team/imports': fresh(() => ({
    csv: 'email\na@example.test',
    // Names what this list does: whether the session is fresh is asked after that.
    digest: 'pA6Zy1y5u7Bi6sQ0WZSCZ8GjjO4K7MC67wRTTrH9QUw',
    fingerprint: 'A'.repeat(43),
  })),
  'POST /auth/v1/team/imports/preview': 'reads a list and stores nothing',
  'POST /auth/v1/team/imports/:id/cancel': fresh(),
  'POST /auth/v1/tenants': fresh(() => ({
    name: 'A',
    plan: 'starter',
    email: 'nobody@example.test',
    fingerprint: 'A'.repeat(43),
  })),
  'POST /auth/v1/tenants/:id/owner': fresh(() => ({ email: 'nobody@example.test', fingerprint: 'A'.repeat(43) })),
  'POST /threats/v1/sessions/end': fresh(() => ({ person: '00000000-0000-4000-8000-000000000000' })),

  'POST /ai/v1/connections': fresh(() => ({ name: 'A', preset: 'openai', address: 'https://1.1.1.1/v1' })),
  'PUT /ai/v1/connections/:id': fresh(() => ({
    name: 'A',
    preset: 'openai',
    address: 'https://1.1.1.1/v1',
    version: 1,
  })),
  'DELETE /ai/v1/connections/:id': fresh(),
  'POST /ai/v1/connections/:id/looks': 'asks what is connected already for its list of models',
  'POST /ai/v1/looks': 'asks what is connected already for its list of models',
  'POST /ai/v1/own-models': fresh(() => ({ name: 'A', bytes: 1 })),
  'PUT /ai/v1/own-models/:id/pieces': 'a piece of an upload of the same person, whose beginning took a proof',
  'POST /ai/v1/own-models/:id/end': 'ends an upload of the same person, whose beginning took a proof',
  'DELETE /ai/v1/own-models/:id': 'stops an upload of the same person that is not whole; nothing that answers is lost',
  'PUT /ai/v1/settings': fresh(() => ({
    ...SETTINGS,
    version: 999,
  })),
  'PUT /ai/v1/prices': 'figures that costs are counted by',
  'POST /ai/v1/previews': 'shows a text as it would leave, and stores nothing',

  'POST /rest/v1/rpc/:name': OF_FUNCTION,
  'POST /rest/v1/:name': 'by table and column: test/fresh/tables.ts',
  'PUT /rest/v1/:name': 'by table and column: test/fresh/tables.ts',
  'PATCH /rest/v1/:name': 'by table and column: test/fresh/tables.ts',
  'DELETE /rest/v1/:name': 'by table and column: test/fresh/tables.ts',
  'POST /statements/v1/team-epochs': SIGNED,
  'POST /statements/v1/recovery-policies': SIGNED,

  // `from` and `kind` are looked at before the database is asked.
  'POST /streams/v1': fresh(() => ({ ...stream(), kind: 'webhook', from: 'now' })),
  'PUT /streams/v1/:id': 'fresh; there has to be a stream: test/fresh/fresh.test.ts',
  'DELETE /streams/v1/:id': fresh(),
  'POST /streams/v1/:id/paused': fresh(() => ({ paused: true })),
  'POST /streams/v1/:id/place': fresh(() => ({ from: 'now' })),
  'POST /streams/v1/:id/secret': fresh(),
  'DELETE /streams/v1/:id/aside/:event': fresh(),
  'POST /streams/v1/:id/aside/:event': 'sends an event once more to where events go already',
  'POST /streams/v1/:id/test': 'sends an event that says that it is a test to where events go already',

  'POST /invoicing/v1/requests': 'asks sales for something; it is answered by a person',
  'POST /invoicing/v1/requests/:id/withdrawal': 'asks sales no more',
  'POST /invoicing/v1/requests/:id/answers': fresh(() => ({ answer: 'accepted', reason: '' })),
  'PUT /invoicing/v1/buyer': 'what stands on the next draft of an invoice',
  'PUT /invoicing/v1/seller': fresh(() => ({
    legal_name: 'A',
    address: 'A',
    country: 'DE',
    tax_number: '',
    bank: '',
    version: 999,
  })),
  'POST /invoicing/v1/tenants/:id/invoices': 'a draft, which is nothing before it is issued',
  'PUT /invoicing/v1/invoices/:id': 'a draft, which is nothing before it is issued',
  'DELETE /invoicing/v1/invoices/:id': 'a draft, which is nothing before it is issued',
  'POST /invoicing/v1/invoices/:id/issue': fresh(() => ({ version: 1 })),
  'POST /invoicing/v1/invoices/:id/cancellation': fresh(() => ({ version: 1, reason: 'A' })),
  'POST /invoicing/v1/invoices/:id/payments': 'a note that money came, which another note corrects',
  'POST /invoicing/v1/invoices/:id/checkout': 'leads to the provider, where the card is asked for',
  'POST /training/v1/exercises': fresh(() => ({ template: 'document', names_people: false })),

  'POST /reviews/v1/reviews': fresh(() => ({
    name: 'A',
    due_on: '2030-01-01',
    scope: 'people',
    covers_roles: true,
    covers_spaces: true,
    reviewers: ['00000000-0000-4000-8000-000000000000'],
  })),
  'DELETE /reviews/v1/reviews/:id': fresh(),
  'POST /reviews/v1/reviews/:id/open': fresh(),
  'POST /reviews/v1/reviews/:id/close': fresh(),
  'POST /reviews/v1/items/:id/decision': fresh(() => ({ decision: 'keep' })),
  'POST /reviews/v1/offboardings': fresh(() => ({
    person: '00000000-0000-4000-8000-000000000000',
    ending: 'suspend',
    successors: {},
    leaves_unmanaged: false,
  })),
  'POST /reviews/v1/offboardings/:id/steps': fresh(),

  'POST /tenants/v1/organisations/:id/exports': fresh(),
  'POST /tenants/v1/organisations/:id/deletion': fresh(() => ({ name: 'A', reason: 'A' })),
  'DELETE /tenants/v1/organisations/:id/deletion': fresh(),
  'POST /tenants/v1/own/deletion/objection': 'a question to who runs the installation, from an owner',
  'POST /tenants/v1/organisations/:id/entries': fresh(() => ({ minutes: 15, reason: 'A' })),
  'POST /tenants/v1/entries/:id/leave': 'ends what an entry gives; another one takes a proof',
  'POST /tenants/v1/exports/:id/cancel': 'ends a download; another one takes a proof',

  'POST /operations/v1/jobs/:id/run': 'runs once more what failed; it does what it would have done',
  'DELETE /operations/v1/mails/:id': 'a mail that failed for good and would reach nobody',
}

/** Beginnings of addresses where no route changes who may do what, nor what is stored of a vault. */
export const REASONS_BY_BEGINNING: Readonly<Record<string, string>> = {
  '/auth/v1/admin': 'the secret key of the server, not a session of a person',
  '/auth/v1/invite': 'the secret key of the server, not a session of a person',
  '/auth/v1/installation': 'the code of the installation, once',
  ...Object.fromEntries(
    'callback signup sso reauthenticate recover resend otp magiclink token verify kdf'
      .split(' ')
      .map((one) => [`/auth/v1/${one}`, SIGN_IN]),
  ),
  '/scim/v2': 'a token of the organisation, which a person made by a proof',
  '/links/v1': 'the secret of a link, without an account',
  '/requests/v1': 'the secret of a request, without an account',
  '/devices/v1': 'the key of a device',
  '/storage/v1':
    'content: a file or a version that is stored keeps its object, see storage.objects in test/fresh/tables.ts',
  '/realtime/v1': 'messages to who listens; nothing is kept',
  '/functions/v1': 'the own plan by the page of the provider, and messages to the operator',
  '/billing/': 'the provider of payments',
  '/status/': 'the secret of a mail, or everybody',
  '/audit/v1': 'reads by a list of ids',
  '/exercise/': 'the secret of a mail',
  '/compliance/': 'a document of the operator that everybody may read',
  '/checks/v1': 'tests of the installation, whose results are kept',
  '/sales/v1': 'business of the organisation: no right, no key and no file',
  '/growth/': 'business of the organisation: no right, no key and no file',
  '/partners/v1': 'business of the organisation: no right, no key and no file',
  '/keywords/v1': 'business of the organisation: no right, no key and no file',
  '/content/v1': 'business of the organisation: no right, no key and no file',
  '/social/v1': 'business of the organisation: no right, no key and no file',
  '/copilot/v1': 'reads the documentation; what a model is asked for it counts for the budget',
  '/panel/v1': 'names that a person gave to filters of lists, for themselves alone',
  '/seo/v1': 'business of the organisation: no right, no key and no file',
  '/training/v1': 'business of the organisation: no right, no key and no file',
  '/documentation/v1': 'texts of the operator, each version of which is kept',
}
