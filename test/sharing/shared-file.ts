import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { shareFile } from '#vault/sharing/grants.ts'
import { findPerson } from '#vault/sharing/people.ts'
import { storeFile } from '../support/stored-file.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'
import { shown } from '../support/shown.ts'

export const bytes = randomBytes(600_000)

export let server: TestServer
export let ada: VaultPerson
export let bob: VaultPerson
export let eve: VaultPerson
export let fileId: string

/** A file of Ada, who has not shared it yet; Bob and Eve are colleagues. A new file for each test. */
export function stageSharedFile(): void {
  beforeAll(async () => {
    server = await startServer()
    ;[ada, bob, eve] = await Promise.all([personWithVault(server), personWithVault(server), personWithVault(server)])
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    fileId = await storeFile(ada, 'plan.pdf', bytes)
  })
}

export const now = () => new Date()

export async function share(days: number | null = null): Promise<void> {
  const peer = await findPerson(ada.api, ada.vault, bob.email)
  await shareFile(ada.api, ada.vault, { file: await shown(ada, fileId), peers: [peer], days, now: now() })
}
