import type { CopilotState } from '#contract/copilot/copilot.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { readCopilotState } from './copilot/copilot-state.ts'
import { lazyClient } from './lazy-client.ts'
import { countUnreadNotices } from './notices/unread-notices.ts'

type Rooms = typeof import('./rooms.ts').rooms
type FurtherRooms = typeof import('./further-rooms.ts').furtherRooms
type AllRooms = Rooms & FurtherRooms
/** Functions of a room without the connection, which the page gives. */
type Bound<Calls> = {
  readonly [Name in keyof Calls]: Calls[Name] extends (api: VaultApi, ...rest: infer Rest) => infer Result
    ? (...rest: Rest) => Promise<Awaited<Result>>
    : never
}
export type KeylessClient = { readonly [Room in keyof AllRooms]: Bound<AllRooms[Room]> } & {
  /** Asked by the first screen, so they need no code of a room. */
  readonly badges: { copilot: () => Promise<CopilotState>; unread: () => Promise<number> }
}

/** Names of the rooms, which the page knows before their code is there. */
const NAMES = [
  'audit',
  'checks',
  'compliance',
  'copilot',
  'notices',
  'operations',
  'people',
  'reviews',
  'status',
  'streams',
  'tenantLife',
  'views',
] as const satisfies readonly (keyof Rooms)[]
const FURTHER_NAMES = [
  'calendars',
  'contacts',
  'documentation',
  'drafts',
  'grammar',
  'invoicing',
  'keywords',
  'models',
  'newsletters',
  'partners',
  'sales',
  'seo',
  'sources',
  'training',
] as const satisfies readonly (keyof FurtherRooms)[]

type File<Room> = { callsOf: (room: Room, line: VaultApi) => object }

/** @param connect returns the connection of the person who is signed in; asked for with the first call of a room. */
export function createKeyless(connect: () => Promise<VaultApi>): KeylessClient {
  const roomsOf = <Room extends string>(names: readonly Room[], load: () => Promise<File<Room>>) =>
    Object.fromEntries(
      names.map((room) => [
        room,
        lazyClient(async () => {
          const api = await connect()
          const reading = api.reading()
          const { callsOf } = await load()
          // A person who signed out while the code came no longer asks: the server would refuse it.
          reading?.throwIfAborted()
          return callsOf(room, api)
        }),
      ]),
    )
  const badges: KeylessClient['badges'] = {
    copilot: async () => readCopilotState(await connect()),
    unread: async () => countUnreadNotices(await connect()),
  }
  const rooms = roomsOf(NAMES, () => import('./rooms.ts'))
  const furtherRooms = roomsOf(FURTHER_NAMES, () => import('./further-rooms.ts'))
  return { ...rooms, ...furtherRooms, badges } as unknown as KeylessClient
}
