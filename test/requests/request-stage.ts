import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { VaultApi } from '#vault/session/api.ts'
import { acceptDelivery } from '#vault/requests/accept-delivery.ts'
import { deliverFile, planDelivery } from '#vault/requests/deliver-file.ts'
import { readDeliveries } from '#vault/requests/deliveries.ts'
import { type NewRequest, createRequest } from '#vault/requests/requests.ts'
import { readLinkSecret } from '#vault/sharing/links/visit-link.ts'
import { type FollowedRequest, type OpenRequest, openRequest } from '#vault/requests/visit-request.ts'
import { type TestServer, startServer } from '../support/server/test-server.ts'
import { type VaultPerson, personWithVault } from '../support/people/vault-person.ts'

type Followed = FollowedRequest
export const report = {
  sent: () => undefined,
  stored: () => undefined,
  troubled: () => undefined,
  sealed: () => undefined,
}

export let server: TestServer
export let ada: VaultPerson
export let visitor: VaultApi

/** Ada asks for files; a visitor without an account sends them. */
export function stageRequests(): void {
  beforeAll(async () => {
    server = await startServer()
    ada = await personWithVault(server)
    visitor = new VaultApi(withoutAccount())
  })
  afterAll(() => server.stop())
}

export const { signal } = new AbortController()

export const withoutAccount = () => ({
  baseUrl: server.url,
  publishableKey: server.secrets.publishableKeys[0],
  accessToken: async () => undefined,
})

export const wanted = (change: Partial<NewRequest>): NewRequest => ({
  title: 'Files',
  note: '',
  folderId: null,
  days: 7,
  maxFiles: 3,
  maxBytes: 50_000_000,
  password: null,
  name: '',
  email: '',
  ...change,
})

export async function make(change: Partial<NewRequest> = {}): Promise<Followed> {
  return followed(await createRequest(ada.api, ada.vault, wanted(change), new Date()))
}

/** What a browser makes of the address. */
export function followed(address: string): Followed {
  const { pathname, hash } = new URL(address, 'http://server')
  return { id: pathname.slice('/r/'.length), secret: readLinkSecret(hash) }
}

export const open = async (request: FollowedRequest): Promise<OpenRequest & Followed> => ({
  ...(await openRequest(visitor, request, null)),
  secret: request.secret,
})

export const apiOf = ({ ticket }: OpenRequest) => visitor.withHeaders({ 'x-request-ticket': ticket })

export async function send(request: OpenRequest, name: string, bytes: Buffer): Promise<void> {
  const source = new Blob([new Uint8Array(bytes)])
  const plan = planDelivery({ name, type: 'text/plain', source })
  await deliverFile(apiOf(request), request, { plan, source, now: new Date(), signal, report })
}

export const arrivedFor = async ({ id }: FollowedRequest | OpenRequest) =>
  (await readDeliveries(ada.api, ada.vault)).filter(({ file }) => file.requestId === id)

export const accept = (checked: Parameters<typeof acceptDelivery>[2]['checked'], name: string) =>
  acceptDelivery(ada.api, ada.vault, { checked, name, folderId: null, now: new Date() })

/** Announces a file and sends nothing. */
export async function announce(request: OpenRequest): Promise<{ upload: string; fileId: string; api: VaultApi }> {
  const api = apiOf(request)
  const fileId = randomUUID()
  const answer = await api.fetch(`/requests/v1/${request.id}/deliveries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ file_id: fileId, file_size: 10 }),
  })
  const { upload } = (await answer.json()) as { upload: string }
  return { upload, fileId, api }
}

export async function uploadsOf(path: string): Promise<number> {
  const id = path.split('/').at(-1)
  return (await server.database.owner('select from storage.uploads where id = $1', [id])).rowCount ?? 0
}
