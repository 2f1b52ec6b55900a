import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { DEMO_ORGANISATION, type DemoName, demoNames } from '#contract/organisation/demo.ts'
import { changeRole, nameMyself } from '#vault/organisation/team.ts'
import { KeyLog } from '#vault/ledger/listings/key-log.ts'
import { VaultApi } from '#vault/session/api.ts'
import { type Credentials, newCredentials } from '#vault/session/credentials.ts'
import { prepareEnrolment } from '#vault/session/enrolment.ts'
import { type OpenVault, openVault } from '#vault/session/open-vault.ts'

export type DemoPerson = DemoName & { password: string; userId: string; api: VaultApi; vault: OpenVault }

/** Where a demo is made. */
export type DemoServer = {
  url: string
  /** Waits while the public log has not listed a key yet, in milliseconds. */
  pause?: (ms: number) => Promise<void>
}

const settings = z.object({ publishable_key: z.string() })
const signedUp = z.object({ access_token: z.string(), user: z.object({ id: z.uuid() }) })
const PASSWORD_BYTES = 12
/** Reserved for tests (RFC 2606). A server of its own has no SMTP server, so mail to it leads nowhere. */
const DOMAIN = 'fjordlight.example.test'
/** Stretching a password takes a core. */
export const AT_ONCE = 2

export const newPassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url')

/**
 * Signs people up on a new server that confirms addresses by itself, the owner first: the first person on it is its administrator.
 * @param onMade hears how many there are.
 */
export async function signUpPeople(
  server: DemoServer,
  count: number,
  onMade: (made: number) => void,
): Promise<[owner: DemoPerson, ...others: DemoPerson[]]> {
  const { publishable_key: publishableKey } = settings.parse(await (await fetch(`${server.url}/config.json`)).json())
  const [first, ...names] = demoNames(count, DOMAIN)
  if (!first) throw new RangeError('an organisation has at least one person')
  const owner = await signUp(server, publishableKey, first)
  onMade(1)
  const others: DemoPerson[] = []
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const next = names.slice(at, at + AT_ONCE)
    others.push(...(await Promise.all(next.map((name) => signUp(server, publishableKey, name)))))
    onMade(others.length + 1)
  }
  for (const { userId, role } of others) if (role !== 'member') await changeRole(owner.api, userId, role)
  await nameMyself(owner.api, owner.userId, owner)
  await owner.api.rest('tenants?is_default=is.true', { method: 'PATCH', body: { name: DEMO_ORGANISATION } })
  return [owner, ...others]
}

async function signUp(server: DemoServer, publishableKey: string, name: DemoName): Promise<DemoPerson> {
  const { email, firstName, lastName } = name
  const password = newPassword()
  const credentials = await newCredentials(password)
  const { authSecret, kdf } = credentials
  const stranger = new VaultApi({ baseUrl: server.url, publishableKey, accessToken: async () => undefined })
  const data = { first_name: firstName, last_name: lastName }
  const { access_token: token, user } = signedUp.parse(
    await stranger.auth('signup', { email, password: authSecret, kdf, data }),
  )
  const api = new VaultApi({ baseUrl: server.url, publishableKey, accessToken: async () => token })
  return { ...name, password, userId: user.id, api, vault: await enrol(api, user.id, { credentials, server }) }
}

/** Makes the keys of somebody new and opens their vault. */
export async function enrol(
  api: VaultApi,
  userId: string,
  { credentials: { kek, kdf }, server: { pause } }: { credentials: Credentials; server: DemoServer },
): Promise<OpenVault> {
  const enrolment = await prepareEnrolment({ userId, kek, kdf, now: new Date() })
  await enrolment.store(api)
  return openVault(api, userId, enrolment.amk, null, new KeyLog(pause ? { pause } : {}))
}
