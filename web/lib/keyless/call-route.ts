import type { WireArchive } from '#contract/wire/wire-archive.ts'
import type { Answered, Given, WireRoute } from '#contract/wire/wire-route.ts'
import { readJson, type VaultApi } from '#vault/session/api.ts'

/** Ends a request whose answer is no longer wanted. */
type Ending = { signal?: AbortSignal | undefined }
type Parts = Ending & { id?: string; query?: Record<string, string | undefined>; body?: unknown }

/** One request of the contract. @returns the answer as its schema reads it. @throws {VaultError} what the refusal means */
export async function callRoute<const Route extends WireRoute>(
  api: VaultApi,
  route: Route,
  given: Given<Route> & Ending,
): Promise<Answered<Route>> {
  const response = await send(api, route, given)
  return (route.answer ? route.answer.parse(await readJson(response)) : undefined) as Answered<Route>
}

/** Archives an entry or restores it. @returns the version that it has then. @throws {VaultError} `changed_meanwhile` */
export async function callArchive(
  api: VaultApi,
  { archive, restore }: WireArchive,
  { id, version, isArchived }: { id: string; version: number; isArchived: boolean },
): Promise<number> {
  return (await callRoute(api, isArchived ? archive : restore, { id, body: { version } })).version
}

/** A file of the contract. @throws {VaultError} */
export async function fetchFile<const Route extends WireRoute>(
  api: VaultApi,
  route: Route,
  given: Given<Route>,
): Promise<Blob> {
  return (await send(api, route, given)).blob()
}

function send(api: VaultApi, { line }: WireRoute, { id, query = {}, body, signal }: Parts): Promise<Response> {
  const [method, path = ''] = line.split(' ')
  const asked = Object.entries(query).filter((part): part is [string, string] => part[1] !== undefined)
  const search = asked.length === 0 ? '' : `?${new URLSearchParams(asked).toString()}`
  return api.fetch(path.replace(':id', id ?? '') + search, {
    ...(method && { method }),
    ...(signal && { signal }),
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
}
