import { REALTIME_SUBSCRIBE_STATES, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js'
import type { Person } from './people/people.ts'
import type { TestServer } from './server/test-server.ts'

/** What a channel hears, in order; a test waits for what it expects. */
export class Heard<T> {
  readonly all: T[] = []
  readonly #waiting = new Set<() => void>()

  add(item: T): void {
    this.all.push(item)
    for (const look of this.#waiting) look()
  }

  /** The first item that passes. It may be there already. */
  async find(passes: (item: T) => boolean): Promise<T> {
    for (;;) {
      const found = this.all.find(passes)
      if (found !== undefined) return found
      await new Promise<void>((resolve) => {
        const look = (): void => {
          this.#waiting.delete(look)
          resolve()
        }
        this.#waiting.add(look)
      })
    }
  }

  /** The first `count` items. */
  async first(count: number): Promise<T[]> {
    await this.find(() => this.all.length >= count)
    return this.all.slice(0, count)
  }
}

/** Joins. @throws with the server's reason when it refuses. */
export function joined(channel: RealtimeChannel): Promise<RealtimeChannel> {
  return new Promise((resolve, reject) => {
    channel.subscribe((status, error) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve(channel)
      else reject(error ?? new Error(status))
    })
  })
}

/** Why the server refuses; the client gives up afterwards. */
export async function refusalOf(client: SupabaseClient, channel: RealtimeChannel): Promise<string> {
  try {
    await joined(channel)
    return 'joined'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    await client.removeChannel(channel)
  }
}

export type Change = {
  eventType: string
  table: string
  new: Record<string, unknown>
  old: Record<string, unknown>
  errors: string[] | null
}

/** Listens to changes of a table. */
export async function listenTo(
  client: SupabaseClient,
  wanted: { table: string; event?: '*'; schema?: string; filter?: string; select?: string[] },
): Promise<Heard<Change>> {
  const heard = new Heard<Change>()
  const channel = client.channel(`changes-${crypto.randomUUID()}`)
  channel.on('postgres_changes', { event: '*', schema: 'public', ...wanted }, (change) =>
    heard.add(change as unknown as Change),
  )
  await joined(channel)
  return heard
}

/** Windows of people at a server, each over a connection of its own. */
export class Windows {
  readonly #clients: SupabaseClient[] = []
  readonly #server: TestServer

  constructor(server: TestServer) {
    this.#server = server
  }

  async of(person?: Person, realtime?: Record<string, unknown>): Promise<SupabaseClient> {
    const client = this.#server.client(undefined, realtime)
    this.#clients.push(client)
    if (person) await client.auth.setSession(person.session)
    return client
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.removeAllChannels()))
  }
}
