import { KeyLog } from '#vault/ledger/listings/key-log.ts'
import type { LogMemory } from '#vault/ledger/log-memory.ts'
import { VaultApi } from '#vault/session/api.ts'
import type { DeviceMemory, RememberedKeyring } from '#vault/session/device-memory.ts'
import { prepareEnrolment } from '#vault/session/enrolment.ts'
import { type OpenVault, openVault } from '#vault/session/open-vault.ts'
import { growingInWaits } from '../grow-ledger.ts'
import { confirm, newEmail } from './people.ts'
import { nextCredentials } from './test-credentials.ts'
import type { TestServer } from '../server/test-server.ts'

export type VaultPerson = {
  api: VaultApi
  vault: OpenVault
  userId: string
  email: string
  accessToken: string
  /** Of the recovery kit, as one text. */
  words: string
  /** The same account opened again, on another device or on one with a memory; `change` may put something between it and the server. */
  reopen: (change?: (api: VaultApi) => VaultApi, memory?: DeviceMemory) => Promise<VaultPerson>
}

/** A device that lives as long as the test. */
export function newDevice(): DeviceMemory {
  const kept = new Map<string, RememberedKeyring>()
  return {
    recall: async (userId) => kept.get(userId),
    remember: async (userId, keyring) => void kept.set(userId, keyring),
  }
}

/** The log of keys that a vault asks before it gives a person a key. */
const growingKeyLog = ({ ledger }: Pick<TestServer, 'ledger'>, memory?: LogMemory): KeyLog =>
  new KeyLog({ ...(memory && { memory }), ...growingInWaits(ledger) })

export const VAULT_PASSWORD = 'a password of mine'

/** Somebody new with an open vault, through the vault library as it runs in Node. */
export async function personWithVault(server: TestServer, email = newEmail()): Promise<VaultPerson> {
  const publishableKey = server.secrets.publishableKeys[0]
  const { authSecret, kek, kdf } = await nextCredentials(VAULT_PASSWORD)
  const stranger = new VaultApi({ baseUrl: server.url, publishableKey, accessToken: async () => undefined })
  await stranger.auth('signup', { email, password: authSecret, kdf })
  await confirm(server, email)
  const client = server.client()
  const { data, error } = await client.auth.signInWithPassword({ email, password: authSecret })
  if (error) throw error

  const accessToken = data.session.access_token
  const userId = data.user.id
  const api = new VaultApi({ baseUrl: server.url, publishableKey, accessToken: async () => accessToken })
  const enrolment = await prepareEnrolment({ userId, kek, kdf, now: new Date() })
  await enrolment.store(api)
  const open = async (own: VaultApi, memory: DeviceMemory | null = null): Promise<VaultPerson> => ({
    api: own,
    vault: await openVault(own, userId, enrolment.amk, memory, growingKeyLog(server)),
    userId,
    email,
    accessToken,
    words: enrolment.words.join(' '),
    reopen: (change = (same) => same, next) => open(change(own), next),
  })
  return open(api)
}
