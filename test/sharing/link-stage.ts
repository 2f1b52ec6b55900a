import { afterAll, beforeAll, beforeEach } from 'vitest'
import { VaultApi } from '#vault/session/api.ts'
import { type FollowedLink, readLinkSecret } from '#vault/sharing/links/visit-link.ts'
import { storeFile } from '../support/stored-file.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'

export let server: TestServer
export let ada: VaultPerson
export let visitor: VaultApi
/** A file of Ada, another one for each test. */
export let fileId: string

/** Ada has a vault; a visitor has no account. */
export function stageVisitor(): void {
  beforeAll(async () => {
    server = await startServer()
    ada = await personWithVault(server)
    visitor = new VaultApi({
      baseUrl: server.url,
      publishableKey: server.secrets.publishableKeys[0],
      accessToken: async () => undefined,
    })
  })
  afterAll(() => server.stop())
}

/** The same, and Ada has a file to share by a link. */
export function stageLinks(bytes: Buffer): void {
  stageVisitor()
  beforeEach(async () => {
    fileId = await storeFile(ada, 'plan.pdf', bytes)
  })
}

/** What a browser makes of the address, whatever comes before its path. */
export function followed(address: string): FollowedLink {
  const { pathname, hash } = new URL(address, 'http://server')
  return { id: pathname.slice('/s/'.length), secret: readLinkSecret(hash) }
}
