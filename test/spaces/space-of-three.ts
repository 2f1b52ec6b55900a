import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { proveFile } from '#vault/files/file-records.ts'
import { createTeamSpace } from '#vault/spaces/team-spaces.ts'
import { readContent } from '../support/stored-file.ts'
import { spaceSeenBy } from '../support/people/change-space.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'

export const bytes = randomBytes(300_000)

export let server: TestServer
/** The first account owns the organisation. */
export let ada: VaultPerson
export let bob: VaultPerson
export let eve: VaultPerson
export let spaceId: string

/** Ada manages a space, Bob edits in it, Eve views it: for each test a new one, and new people but for Ada. */
export function stageSpace(): void {
  beforeAll(async () => {
    server = await startServer()
    ada = await personWithVault(server)
  })
  afterAll(() => server.stop())
  beforeEach(async () => {
    ;[bob, eve] = await Promise.all([personWithVault(server), personWithVault(server)])
    const members = [
      { userId: bob.userId, email: bob.email, role: 'editor' as const },
      { userId: eve.userId, email: eve.email, role: 'viewer' as const },
    ]
    spaceId = await createTeamSpace(ada.api, ada.vault, { name: 'Board', members, me: { email: ada.email } })
  })
}

export const spaceOf = (person: VaultPerson) => spaceSeenBy(person, spaceId)

export async function download({ api, vault }: VaultPerson, id: string): Promise<Buffer> {
  return readContent(api, readingKeys(await proveFile(api, vault, id)))
}
