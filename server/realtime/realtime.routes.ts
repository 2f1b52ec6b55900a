import type { FastifyInstance } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Caller, Database } from '../db/database.ts'
import type { Heard } from '../db/listen.ts'
import type { Callers } from '../http/caller.ts'
import { broadcastRoutes } from './broadcast.routes.ts'
import { Catalog } from './changes/catalog.ts'
import { Changes } from './changes/changes.ts'
import { Connection, type ConnectionServices } from './connections/connection.ts'
import { Connections } from './connections/connections.ts'
import { HeldBytes, WaitingBytes } from './connections/held-bytes.ts'
import { Hub } from './channels/hub.ts'
import { removeLeftovers } from './changes/leftovers.ts'
import { HELD_BYTES_IN_ALL, HELD_BYTES_PER_ADDRESS, WAITING_BYTES_IN_ALL } from './realtime-limits.ts'
import { Subscriptions } from './changes/subscriptions.ts'
import { Turns } from './connections/turns.ts'
import { acceptUpgrades } from './connections/upgrade.ts'

export type RealtimeServices = {
  config: Pick<Config, 'publicUrl' | 'corsOrigins' | 'realtime' | 'rateLimitFactor' | 'trustProxy'>
  database: Database
  callers: Callers
  clock: Clock
}

/** Joins to private channels, and filters that are tried, at the same time. */
const QUESTIONS = { atOnce: 3, mostWaiting: 500 }

/** Registers realtime/v1; mount it under the prefix `/realtime/v1`. */
export async function realtimeRoutes(app: FastifyInstance, services: RealtimeServices): Promise<void> {
  const { config, database, callers, clock } = services
  const onError = (error: unknown): void => app.log.error({ err: error }, 'realtime failed')
  const catalog = new Catalog(database)
  const subscriptions = new Subscriptions()
  const hub = new Hub(database, clock, onError)
  const isLive = (caller: Caller): Promise<boolean> => holds(callers, caller)
  const changes = new Changes({ database, catalog, subscriptions, isLive, onError })
  const turns = new Turns(QUESTIONS)
  const connections = new Connections(callers.sessions, {
    factor: config.rateLimitFactor,
    most: config.realtime.maxConnections,
    onError,
  })
  const shared: ConnectionServices = {
    settings: config.realtime,
    database,
    callers,
    catalog,
    hub,
    subscriptions,
    turns,
    log: app.log,
    rateLimitFactor: config.rateLimitFactor,
    budgetOf: (subject) => connections.budgetOf(subject),
    joinBudgetOf: (subject) => connections.joinBudgetOf(subject),
    held: new HeldBytes({ perAddress: HELD_BYTES_PER_ADDRESS, inAll: HELD_BYTES_IN_ALL }),
    waiting: new WaitingBytes(WAITING_BYTES_IN_ALL),
    admit: (connection, person) => connections.admit(connection, person),
  }

  const upgrades = acceptUpgrades(app.server, {
    callers,
    origin: new URL(config.publicUrl).origin,
    corsOrigins: config.corsOrigins,
    isBehindProxy: config.trustProxy,
    refusal: (address) => connections.refusal(address),
    onOpen: (socket, opening) => {
      const connection = new Connection(socket, shared, opening)
      socket.once('close', connections.add(connection, opening.address))
    },
    onError,
  })
  const stopListening = database.listen(['realtime', 'pgrst'], listener({ hub, changes, catalog, onError }))
  const stopRemoving = removeLeftovers(database, onError)
  // Before the server waits for its connections to end: these never would.
  app.addHook('preClose', async () => {
    upgrades.close()
    connections.closeAll()
  })
  app.addHook('onClose', async () => {
    stopRemoving()
    await hub.stop()
    await stopListening()
  })

  app.get('/websocket', async (_request, reply) =>
    reply.code(426).header('upgrade', 'websocket').send({ message: 'This address takes WebSockets' }),
  )
  broadcastRoutes(app, shared)
}

/** Sorts notifications by their first letter: see `realtime.announce()` and nodes.ts. */
function listener(parts: {
  hub: Hub
  changes: Changes
  catalog: Catalog
  onError: (error: unknown) => void
}): (heard: Heard) => void {
  const { hub, changes, catalog, onError } = parts
  let wasConnected = false
  let heardChanges = Promise.resolve()
  return (heard) => {
    if (!heard) {
      catalog.forget()
      hub.announce()
      if (wasConnected) changes.resume()
      wasConnected = true
      return
    }
    const [letter, text] = [heard.payload.slice(0, 1), heard.payload.slice(1)]
    if (heard.channel === 'pgrst' || letter === 't') catalog.forget()
    else if (letter === 'c') heardChanges = heardChanges.then(() => changes.hear(text)).catch(onError)
    else hub.hear(letter, text)
  }
}

/** Whether what a token says still holds when rows are read in its name. */
async function holds({ sessions }: Callers, { role, claims }: Caller): Promise<boolean> {
  if (typeof claims['exp'] === 'number' && claims['exp'] * 1000 <= Date.now()) return false
  return role !== 'authenticated' || (await sessions.judge(claims)) === 'live'
}
