import type { CopilotState } from '#contract/copilot/copilot.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { readCopilotState } from './copilot/copilot-state.ts'
import { lazyClient } from './lazy-client.ts'
import { countUnreadNotices } from './notices/unread-notices.ts'

type Rooms = typeof import('./rooms.ts').rooms
/** Functions of a room without the connection, which the page gives. */
type Bound<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (api: VaultApi, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Promise<Awaited<Result>>
    : never
}
export type KeylessClient = { readonly [Room in keyof Rooms]: Bound<Rooms[Room]> } & {
  /** Asked by the first screen, so they need no code of a room. */
  readonly badges: { copilot: () => Promise<CopilotState>; unread: () => Promise<number> }
}

/** Names of the rooms, which the page knows before their code is there. */
const NAMES = [
  'audit',
  'calendars',
  'checks',
  'compliance',
  'contacts',
  'copilot',
  'documentation',
  'drafts',
  'grammar',
  'invoicing',
  'keywords',
  'models',
  'newsletters',
  'notices',
  'operations',
  'partners',
  'people',
  'reviews',
  'sales',
  'seo',
  'sources',
  'status',
  'streams',
  'tenantLife',
  'training',
  'views',
] as const satisfies readonly (keyof Rooms)[]

/** @param connect returns the connection of the person who is signed in; asked for with the first call of a room. */
export function createKeyless(connect: () => Promise<VaultApi>): KeylessClient {
  const load = async (room: keyof Rooms): Promise<object> => {
    const api = await connect()
    const reading = api.reading()
    const { callsOf } = await import('./rooms.ts')
    // A person who signed out while the code came no longer asks: the server would refuse it.
    reading?.throwIfAborted()
    return callsOf(room, api)
  }
  const badges: KeylessClient['badges'] = {
    copilot: async () => readCopilotState(await connect()),
    unread: async () => countUnreadNotices(await connect()),
  }
  const rooms = Object.fromEntries(NAMES.map((room) => [room, lazyClient(() => load(room))]))
  return { ...rooms, badges } as unknown as KeylessClient
}
