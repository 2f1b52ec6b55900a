import { randomBytes } from 'node:crypto'
import { beforeEach } from 'vitest'
import { readingKeys } from '#vault/transfer/content-keys.ts'
import { proveFile } from '#vault/files/file-records.ts'
import { createTeamSpace } from '#vault/spaces/team-spaces.ts'
import { readContent } from '../support/stored-file.ts'
import { spaceSeenBy } from '../support/people/change-space.ts'
import type { VaultPerson } from '../support/people/vault-person.ts'
import { ada, bob, eve, stageTeam } from '../organisation/team-stage.ts'

export { ada, bob, eve, server } from '../organisation/team-stage.ts'

export const bytes = randomBytes(300_000)

export let spaceId: string

/** Ada manages a space, Bob edits in it, Eve views it: for each test a new one, and new people but for Ada. */
export function stageSpace(): void {
  stageTeam()
  beforeEach(async () => {
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
