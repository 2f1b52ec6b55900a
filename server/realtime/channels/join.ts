import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { DatabaseError } from 'pg'
import type { Caller, Database } from '../../db/database.ts'
import { CallerError, type Callers } from '../../http/caller.ts'
import { outageOf } from '../../http/outage.ts'
import { type Catalog, readableBy } from '../changes/catalog.ts'
import { Channel, type Identity, type Line } from './channel.ts'
import { FilterError, parseFilter } from '../changes/change-filter.ts'
import { trialOf } from '../changes/changes.sql.ts'
import { PUBLIC_RIGHTS, readRights } from './channel-rights.ts'
import type { Message } from '../connections/frames.ts'
import type { Hub } from './hub.ts'
import { type ChannelSettings, type Join, readJoin, type WantedChange } from './join-config.ts'
import { READING_MS, type RealtimeSettings, TOPIC_BYTES } from '../realtime-limits.ts'
import type { Subscription, Subscriptions } from '../changes/subscriptions.ts'
import { type Turns, TurnsFullError } from '../connections/turns.ts'

export type JoinServices = {
  settings: RealtimeSettings
  database: Database
  callers: Callers
  catalog: Catalog
  hub: Hub
  subscriptions: Subscriptions
  /** Joins that ask the database. */
  turns: Turns
  log: FastifyBaseLogger
}

/** The join is refused; the client shows the reason. */
export class JoinError extends Error {
  override readonly name = 'JoinError'
}

type Joining = {
  services: JoinServices
  line: Line
  /** Of the request that opened the connection: its key, and what says where it came from. */
  headers: IncomingHttpHeaders
  /** False when the client has left meanwhile. */
  isWanted: () => boolean
  /** @throws {JoinError} for whom this is one too many */
  onIdentified: (identity: Identity) => void
  onClosed: (channel: Channel) => void
}

/** Opens a channel and answers its client; undefined when that has left. @throws {JoinError} */
export async function joinChannel(joining: Joining, message: Message): Promise<Channel | undefined> {
  const { services, line, headers, isWanted, onIdentified, onClosed } = joining
  const name = /^realtime:(.+)$/s.exec(message.topic)?.[1]
  if (name === undefined) throw new JoinError('TopicNameRequired: You must provide a topic name')
  if (Buffer.byteLength(message.topic) > TOPIC_BYTES) throw new JoinError('TopicNameRequired: The topic is too long')
  const join = readJoin(message.payload)
  if (!join) throw new JoinError('InvalidJoinPayload: The payload of the join cannot be read')
  if (join.wantsReplay) throw new JoinError('UnableToReplayMessages: messages are not kept here')
  const { settings, wanted } = join
  const identity = await identify(services, { headers, token: join.token, name, settings })
  onIdentified(identity)
  const { changes, problem } = await readChanges(services, identity.caller, join)
  if (!isWanted()) return undefined
  const { hub, subscriptions } = services
  const presenceKey = join.presenceKey ?? randomUUID()
  const heldBytes = Buffer.byteLength(presenceKey) + (problem === undefined ? sizeOfWanted(wanted) : 0)
  if (!line.hold(heldBytes)) throw new JoinError('ChannelRateLimitReached: Too much is kept for this address already')
  const { joinRef } = message
  const channel = new Channel(
    { line, hub, subscriptions, name, settings, presenceKey, heldBytes, onClosed, joinRef },
    identity,
  )
  const ids = wanted.map(() => subscriptions.nextId())
  // All or none, as in the reference.
  if (problem === undefined) {
    for (const [i, change] of changes.entries()) {
      if (typeof change === 'object') subscriptions.add({ ...change, id: ids[i] ?? 0, listener: channel })
    }
  }
  line.reply(message, 'ok', { postgres_changes: wanted.map((change, i) => ({ id: ids[i], ...change })) })
  if (wanted.length > 0) channel.system(problem === undefined ? 'ok' : 'error', problem ?? 'Subscribed to PostgreSQL')
  channel.sendPresenceState()
  return channel
}

/** What the subscriptions come to, and why they cannot be. @throws {JoinError} where nothing else would be left of the channel */
async function readChanges(services: JoinServices, caller: Caller, { wanted, needsChanges, settings }: Join) {
  const changes = await Promise.all(
    wanted.map((change) => readWanted(services, caller, change).catch(problemOf(services))),
  )
  const problem = changes.find((change) => typeof change === 'string')
  const isForChangesOnly = !settings.private && !services.settings.hasPublicChannels
  if (problem !== undefined && (needsChanges || isForChangesOnly)) {
    throw new JoinError(`RealtimeDisabledForConfiguration: ${problem}`)
  }
  return { changes, problem }
}

const sizeOfWanted = (wanted: readonly WantedChange[]): number =>
  wanted.length === 0 ? 0 : Buffer.byteLength(JSON.stringify(wanted))

/** Who listens, and what they may do in this channel. @throws {JoinError} */
export async function identify(
  { settings: rules, callers, database, turns, log }: JoinServices,
  {
    headers,
    token,
    name,
    settings,
  }: { headers: IncomingHttpHeaders; token: string | undefined; name: string; settings: ChannelSettings },
): Promise<Identity> {
  try {
    const caller = await callers.resolve(
      token === undefined ? headers : { ...headers, authorization: `Bearer ${token}` },
    )
    const callerKey = JSON.stringify([caller.role, caller.claims])
    if (!settings.private) return { caller, callerKey, token, rights: publicRights(rules, settings) }
    const rights = await turns.run(() => readRights(database, caller, name))
    if (rights.broadcast.read || rights.presence.read) return { caller, callerKey, token, rights }
  } catch (error) {
    if (error instanceof JoinError) throw error
    throw new JoinError(refusalOf(error, log), { cause: error })
  }
  throw new JoinError(`Unauthorized: You do not have permissions to read from this Channel topic: ${name}`)
}

/** Changes of tables need no policy of the channel: each row has its own. So such a channel is open where others are not. */
function publicRights({ hasPublicChannels }: RealtimeSettings, { listensToChanges, presence }: ChannelSettings) {
  if (hasPublicChannels) return PUBLIC_RIGHTS
  if (!listensToChanges || presence.enabled) {
    throw new JoinError('PrivateOnly: This project only allows private channels')
  }
  const none = { read: false, write: false }
  return { broadcast: none, presence: none }
}

/** @returns why the subscription cannot be */
const problemOf =
  ({ log }: JoinServices) =>
  (error: unknown): string => {
    if (error instanceof FilterError) return error.message
    if (error instanceof DatabaseError) return `Unable to subscribe to changes with given parameters: ${error.message}`
    return refusalOf(error, log)
  }

/** @throws {FilterError} */
async function readWanted(
  { catalog, database, turns }: JoinServices,
  caller: Caller,
  { event = '*', schema = 'public', table: wantedTable, filter = '', select }: WantedChange,
): Promise<Omit<Subscription, 'id' | 'listener'>> {
  const conditions = parseFilter(filter)
  const table = wantedTable === '*' ? undefined : wantedTable
  const parts = { event, schema, table, filterText: filter, filter: conditions, select }
  const tables = [...(await catalog.tables()).values()].filter(
    (known) => (schema === '*' || known.schema === schema) && (table === undefined || known.name === table),
  )
  const readable = tables.filter((known) => {
    const names = new Set(readableBy(known, caller.role).map(({ name }) => name))
    return [...known.keys, ...(select ?? []), ...conditions.map(({ column }) => column)].every((name) =>
      names.has(name),
    )
  })
  if (readable.length === 0) {
    throw new FilterError(
      `Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect parameters: [event: ${event}, schema: ${schema}, table: ${table ?? '*'}]`,
    )
  }
  if (conditions.length > 0) {
    for (const known of readable) {
      await turns.run(() => database.oneAsCaller(caller, trialOf(known, conditions), { timeLimitMs: READING_MS }))
    }
  }
  return parts
}

function refusalOf(error: unknown, log: FastifyBaseLogger): string {
  if (error instanceof CallerError) {
    if (error.code === 'jwt_expired') return 'InvalidJWTToken: Token has expired'
    if (error.code === 'invalid_jwt') return 'MalformedJWT: The token provided is not a valid JWT'
    return `Unauthorized: ${error.message}`
  }
  const outage = outageOf(error)
  if (outage) return `DatabaseLackOfConnections: ${outage.message}`
  if (error instanceof TurnsFullError) return `DatabaseLackOfConnections: ${error.message}`
  log.error({ err: error }, 'realtime join failed')
  return 'UnknownErrorOnChannel: Unknown Error on Channel'
}
