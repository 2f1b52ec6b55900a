import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { changeRole } from '#vault/organisation/team.ts'
import { KeyLog } from '#vault/ledger/listings/key-log.ts'
import { VaultApi } from '#vault/session/api.ts'
import { newCredentials } from '#vault/session/credentials.ts'
import { prepareEnrolment } from '#vault/session/enrolment.ts'
import { type OpenVault, openVault } from '#vault/session/open-vault.ts'
import { type DemoName, namesOf } from './names.ts'

export type DemoPerson = DemoName & { password: string; userId: string; api: VaultApi; vault: OpenVault }

export type DemoServer = {
  url: string
  /** Waits while the public log has not listed a key yet, in milliseconds. */
  pause?: (ms: number) => Promise<void>
}

const settings = z.object({ publishable_key: z.string() })
const signedUp = z.object({ access_token: z.string(), user: z.object({ id: z.uuid() }) })
const PASSWORD_BYTES = 12
/** Stretching a password takes a core. */
const AT_ONCE = 2

/**
 * Signs people up with vaults of their own, the owner first: whoever is first on a new server is its administrator.
 * @param onMade hears how many there are.
 */
export async function addPeople(
  server: DemoServer,
  count: number,
  onMade: (made: number) => void,
): Promise<[owner: DemoPerson, ...others: DemoPerson[]]> {
  const { publishable_key: publishableKey } = settings.parse(await (await fetch(`${server.url}/config.json`)).json())
  const [first, ...names] = namesOf(count)
  if (!first) throw new RangeError('an organisation has at least one person')
  const owner = await addPerson(server, publishableKey, first)
  onMade(1)
  const others: DemoPerson[] = []
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const next = names.slice(at, at + AT_ONCE)
    others.push(...(await Promise.all(next.map((name) => addPerson(server, publishableKey, name)))))
    onMade(others.length + 1)
  }
  for (const { userId, role } of others) if (role !== 'member') await changeRole(owner.api, userId, role)
  return [owner, ...others]
}

async function addPerson({ url, pause }: DemoServer, publishableKey: string, name: DemoName): Promise<DemoPerson> {
  const { email, firstName, lastName } = name
  const password = randomBytes(PASSWORD_BYTES).toString('base64url')
  const { authSecret, kek, kdf } = await newCredentials(password)
  const stranger = new VaultApi({ baseUrl: url, publishableKey, accessToken: async () => undefined })
  const data = { first_name: firstName, last_name: lastName }
  const { access_token: token, user } = signedUp.parse(
    await stranger.auth('signup', { email, password: authSecret, kdf, data }),
  )
  const api = new VaultApi({ baseUrl: url, publishableKey, accessToken: async () => token })
  const enrolment = await prepareEnrolment({ userId: user.id, kek, kdf, now: new Date() })
  await enrolment.store(api)
  const vault = await openVault(api, user.id, enrolment.amk, null, new KeyLog(pause ? { pause } : {}))
  return { ...name, password, userId: user.id, api, vault }
}
