import type { VaultApi } from '#vault/session/api.ts'
import { lazyClient } from '../remote/lazy-client.ts'

/** Rooms whose calls need no key of the vault: the page asks the server itself, and fetches the code of a room with its first call. */
const ROOMS = {
  checks: async () => (await import('./checks/checks-calls.ts')).checkCalls,
  compliance: async () => (await import('./compliance/compliance-calls.ts')).complianceCalls,
  contacts: async () => (await import('./growth/growth-calls.ts')).contactCalls,
  documentation: async () => (await import('./documentation/documentation-calls.ts')).documentationCalls,
  invoicing: async () => (await import('./invoicing/invoicing-calls.ts')).invoicingCalls,
  newsletters: async () => (await import('./growth/growth-calls.ts')).newsletterCalls,
  operations: async () => (await import('./operations/operations-calls.ts')).operationCalls,
  partners: async () => (await import('./partners/partners-calls.ts')).partnerCalls,
  sales: async () => (await import('./sales/sales-calls.ts')).salesCalls,
  scim: async () => (await import('./scim/scim-calls.ts')).scimCalls,
  seo: async () => (await import('./seo/seo-calls.ts')).seoCalls,
  status: async () => (await import('./status/status-calls.ts')).statusCalls,
  streams: async () => (await import('./streams/streams-calls.ts')).streamCalls,
  training: async () => (await import('./training/training-calls.ts')).trainingCalls,
}

type Rooms = typeof ROOMS
/** Functions of a room without the connection, which the page gives. */
type Bound<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (api: VaultApi, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Promise<Awaited<Result>>
    : never
}
export type KeylessClient = { readonly [Room in keyof Rooms]: Bound<Awaited<ReturnType<Rooms[Room]>>> }

type Call = (api: VaultApi, ...rest: unknown[]) => unknown

/** @param connect returns the connection of the person who is signed in; asked for with the first call of a room. */
export function createKeyless(connect: () => Promise<VaultApi>): KeylessClient {
  const load = async (room: keyof Rooms): Promise<object> => {
    // Schemas read this as they are made.
    await import('#web/workers/zod-without-eval.ts')
    const [api, calls] = await Promise.all([connect(), ROOMS[room]()])
    const bound = Object.entries<Call>(calls as Record<string, Call>).map(([name, call]) => [
      name,
      async (...rest: unknown[]) => call(api, ...rest),
    ])
    return Object.fromEntries(bound) as object
  }
  const rooms = Object.keys(ROOMS) as (keyof Rooms)[]
  return Object.fromEntries(rooms.map((room) => [room, lazyClient(() => load(room))])) as unknown as KeylessClient
}
