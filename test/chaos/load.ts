import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { proveFile } from '#vault/files/file-records.ts'
import { VaultApi } from '#vault/session/api.ts'
import { prepareEnrolment } from '#vault/session/enrolment.ts'
import { type OpenVault, openVault } from '#vault/session/open-vault.ts'
import { withRetry } from '#vault/session/retry.ts'
import { createLocalSender } from '#vault/transfer/local-sender.ts'
import { asChanges, uploadContent } from '#vault/transfer/upload-content.ts'
import { commitUpload, contentKeysOf, planUpload } from '#vault/transfer/upload-plan.ts'
import { nextCredentials } from '../support/people/test-credentials.ts'
import { VAULT_PASSWORD } from '../support/people/vault-person.ts'
import { readContent } from '../support/stored-file.ts'

export type Client = { api: VaultApi; vault: OpenVault; headers: { apikey: string; authorization: string } }
/** A file that the server said is stored. */
type Acknowledged = { id: string; sha256: string; sizeBytes: number }

/** What clients saw: how often they sent and read, and what failed although the vault library had retried. */
export type Seen = {
  stored: { client: Client; file: Acknowledged }[]
  reads: number
  failures: unknown[]
  /** Files that a read gave other bytes of. */
  wrong: string[]
}

export type LoadPlan = {
  isOver: () => boolean
  /** Sizes of files: each client begins with the first, and then draws. */
  sizes: readonly [number, ...number[]]
}

/** People who store files and read them back through the vault library, until the time is over. */
export async function runLoad(clients: readonly Client[], plan: LoadPlan): Promise<Seen> {
  const seen: Seen = { stored: [], reads: 0, failures: [], wrong: [] }
  await Promise.all(
    clients.map(async (client) => {
      const own: Acknowledged[] = []
      for (let [size] = plan.sizes; !plan.isOver(); size = plan.sizes[randomInt(plan.sizes.length)] ?? size) {
        await attempt(seen, async () => {
          const file = await storeRandom(client, size)
          own.push(file)
          seen.stored.push({ client, file })
        })
        const earlier = own[randomInt(Math.max(1, own.length))]
        if (earlier) await attempt(seen, () => check(client, earlier, seen))
        await sleep(50)
      }
    }),
  )
  return seen
}

/** Reads every acknowledged file. @returns those that are lost or have other bytes. */
export async function findLost(seen: Seen): Promise<string[]> {
  const lost: string[] = []
  for (const { client, file } of seen.stored) {
    const found = await hashOf(client, file.id).catch((error: unknown) => String(error))
    if (found !== file.sha256) lost.push(`${file.id} of ${file.sizeBytes} bytes: ${found}`)
  }
  return lost
}

async function attempt(seen: Seen, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    seen.failures.push(error)
  }
}

async function check(client: Client, { id, sha256 }: Acknowledged, seen: Seen): Promise<void> {
  seen.reads += 1
  if ((await hashOf(client, id)) !== sha256) seen.wrong.push(id)
}

async function hashOf({ api, vault }: Client, id: string): Promise<string> {
  // As the queries of the app are.
  const file = await withRetry(new AbortController().signal, () => proveFile(api, vault, id))
  const content = await readContent(api, readingKeys(file))
  return createHash('sha256').update(content).digest('hex')
}

async function storeRandom({ api, vault }: Client, sizeBytes: number): Promise<Acknowledged> {
  const bytes = randomBytes(sizeBytes)
  const source = new Blob([bytes])
  const plan = planUpload(vault, { name: randomUUID(), type: 'text/plain', sizeBytes, folderId: null }, new Date())
  const report = { ...asChanges(() => undefined), troubled: () => undefined, sealed: () => undefined }
  const { signal } = new AbortController()
  const senders = Array.from({ length: 2 }, () => createLocalSender(api, contentKeysOf(plan), { source, report }))
  const [first, ...others] = senders
  if (!first) throw new Error('nobody sends')
  const leaves = await uploadContent({
    sizeBytes,
    senders: [first, ...others],
    memory: { path: null, save: () => undefined, sent: () => ({}) },
    signal,
    report,
  })
  await commitUpload(api, vault, plan, { leaves, now: new Date(), signal })
  return { id: plan.fileId, sha256: createHash('sha256').update(bytes).digest('hex'), sizeBytes }
}

/** Somebody new with an open vault. */
export async function signUp(url: string): Promise<Client> {
  const { publishable_key: publishableKey = '' } = (await (await fetch(`${url}/config.json`)).json()) as Record<
    string,
    string
  >
  const { authSecret, kek, kdf } = await nextCredentials(VAULT_PASSWORD)
  const account = { email: `${randomUUID()}@example.test`, password: authSecret, kdf }
  const headers = { apikey: publishableKey, 'content-type': 'application/json' }
  const answer = await fetch(`${url}/auth/v1/signup`, { method: 'POST', headers, body: JSON.stringify(account) })
  const { access_token: token, user } = (await answer.json()) as { access_token: string; user: { id: string } }
  const api = new VaultApi({ baseUrl: url, publishableKey, accessToken: async () => token })
  const enrolment = await prepareEnrolment({ userId: user.id, kek, kdf, now: new Date() })
  await enrolment.store(api)
  const vault = await openVault(api, user.id, enrolment.amk, null)
  return { api, vault, headers: { apikey: publishableKey, authorization: `Bearer ${token}` } }
}
