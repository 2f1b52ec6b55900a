import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { newEmail, PASSWORD, type Person, signedInPerson } from '../support/people/people.ts'
import { codeIn } from '../support/server/test-mailbox.ts'
import { startServer, type TestServer } from '../support/server/test-server.ts'

export let server: TestServer
export let owner: Person
/** Of the organisation of `owner`, whose domain is `DOMAIN`. */
export let token: string
export let home: string

export const DOMAIN = 'company.example'
export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

export type Answer = { status: number; headers: Headers; body: Body }
/** What tests look at; everything else is compared whole. */
type Body = Record<string, unknown> & {
  id: string
  active: boolean
  userName: string
  detail: string
  scimType?: string
  totalResults: number
  nextCursor?: string
  Resources: Body[]
  members: { value: string }[]
  meta: { version: string; location: string; lastModified: string }
}

/** An organisation with a proven domain and a token. */
export function stageScim(): void {
  beforeAll(async () => {
    server = await startServer({ ORGANISATION: 'personal', RATE_LIMIT_FACTOR: '50' })
    // The first person of an installation has its operator's organisation.
    await signedInPerson(server)
    owner = await signedInPerson(server)
    home = await organisationOf(owner)
    await proveDomain(home, DOMAIN)
    token = await makeToken(owner)
  })
  afterAll(() => server.stop())
}

export async function organisationOf({ session }: Person): Promise<string> {
  const { rows } = await server.database.owner<{ id: string }>(
    'select tenant_id as id from public.profiles where user_id = $1',
    [session.user.id],
  )
  return rows[0]?.id ?? ''
}

export const proveDomain = (tenant: string, domain: string) =>
  server.database.owner(
    'insert into public.organisation_domains (tenant_id, domain, verified_at) values ($1, $2, now())',
    [tenant, domain],
  )

/** As the page makes one: the server learns the hash alone. */
export async function makeToken(
  { client }: Person,
  given: { days?: number; with_mails?: boolean } = {},
): Promise<string> {
  const made = `qs_scim_${randomBytes(32).toString('base64url')}`
  const hash = createHash('sha256').update(made).digest('hex')
  const { error } = await client.rpc('add_scim_token', {
    called: 'Provider',
    hash_hex: hash,
    days: 365,
    with_mails: false,
    ...given,
  })
  expect(error).toBeNull()
  return made
}

type Sent = { as?: string; headers?: Record<string, string> }

export async function send(
  method: string,
  path: string,
  body?: unknown,
  { as = token, headers = {} }: Sent = {},
): Promise<Answer> {
  const response = await server.fetch(`/scim/v2${path}`, {
    method,
    headers: {
      authorization: `Bearer ${as}`,
      ...(body !== undefined && { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : {}) as Body }
}

export const patch = (path: string, Operations: unknown[], sent?: Sent) =>
  send('PATCH', path, { schemas: [PATCH], Operations }, sent)

let count = 0
export const newAddress = (domain = DOMAIN) => `person${(count += 1)}.${newEmail().split('@')[0]}@${domain}`

export const userOf = (email: string, more: Record<string, unknown> = {}) => ({
  schemas: [USER],
  userName: email,
  externalId: `ext-${email}`,
  name: { givenName: 'Ada', familyName: 'Khan' },
  emails: [{ value: email, type: 'work', primary: true }],
  active: true,
  ...more,
})

/** Somebody who was provisioned. */
export async function provisioned(email = newAddress(), more: Record<string, unknown> = {}): Promise<Body> {
  const { status, body } = await send('POST', '/Users', userOf(email, more))
  expect([status, body.detail]).toEqual([201, undefined])
  return body
}

/** What the log of an organisation has, newest last. */
export async function eventsOf(
  tenant: string,
  like: string,
): Promise<{ event_type: string; user_id: string | null; details: Record<string, unknown> }[]> {
  const { rows } = await server.database.owner<{
    event_type: string
    user_id: string | null
    details: Record<string, unknown>
  }>(
    'select event_type, user_id, details from public.system_audit_log where tenant_id = $1 and event_type like $2 order by created_at, id',
    [tenant, like],
  )
  return rows
}

/** The first sign-in of somebody who was provisioned: by a mailed code; then they choose a password. */
export async function firstSignIn(email: string): Promise<Person> {
  const client = server.client()
  await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
  const code = codeIn(await server.mailbox.next(email))
  const { data, error } = await client.auth.verifyOtp({ email, token: code, type: 'email' })
  if (error || !data.session) throw error ?? new Error('no session')
  const chosen = await client.auth.updateUser({ password: PASSWORD })
  if (chosen.error) throw chosen.error
  return { email, password: PASSWORD, client, session: data.session }
}
