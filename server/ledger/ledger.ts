import type { FastifyInstance } from 'fastify'
import { equalBytes } from '#crypto/bytes.ts'
import { LedgerError } from '#ledger/errors.ts'
import { rootOfSize } from '#ledger/tree/node.ts'
import { readNodesFromTiles } from '#ledger/tree/tile.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Callers } from '../http/caller.ts'
import type { RateLimits } from '../http/rate-limits.ts'
import type { Secrets } from '../secrets.ts'
import { recordBuild } from './builds.ts'
import { anchorHeads, pruneCheckpoints, signGrown, type SignedHead } from './checkpoints.ts'
import { beginEpoch } from './epoch.ts'
import { listKeys } from './grow-anchor.ts'
import { HeadsFile } from './heads-file.ts'
import { KeyMaps } from './listed/key-maps.ts'
import { LedgerReader } from './ledger-reader.ts'
import { ledgerRoutes } from './ledger.routes.ts'
import { LogKeys } from './log-keys.ts'
import { findCurrentAnchor, findLogByOrigin, readDelays } from './logs.sql.ts'
import { attachReceipts } from './receipts/receipt-hooks.ts'
import { Receipts } from './receipts/receipts.ts'
import { sequence } from './sequencer.ts'
import type { TimestampSettings } from './timestamps/timestamp-settings.ts'
import { Timestamps } from './timestamps/timestamps.ts'
import type { WitnessSettings } from './witnesses/witness-settings.ts'
import { type Asked, type Signing, Witnesses } from './witnesses/witnesses.ts'

/** Events that get their places in one transaction. */
const BATCH = 2_000
const ROUND_MS = 250
/** Between two checkpoints of a log. */
const SIGN_MS = 2_000
const ANCHOR_MS = 60_000
const PRUNE_MS = 3_600_000
/** Between two looks whether witnesses have signed what is newest. */
const WITNESS_MS = 1_000
/** Between two looks whether an authority has to be asked. */
const AUTHORITY_MS = 10_000
/** After a backup was put back: somebody may have begun new logs meanwhile. */
const LOOK_AGAIN_MS = 60_000
/** Longer than this is no accident. */
const STUCK_SECONDS = 60
const SLOW_SECONDS = 10

export type LedgerServices = {
  config: Pick<Config, 'publicUrl' | 'dataDir'> & {
    ledgerWitnesses?: WitnessSettings | undefined
    ledgerTimestamps?: TimestampSettings | undefined
  }
  database: Database
  secrets: Pick<Secrets, 'ledgerSeeds'>
  clock?: Clock
  /** The text of `/build.json`, which the anchor log lists. */
  build?: string | undefined
}

type Log = { error: (details: object, message: string) => void; warn: (details: object, message: string) => void }

/** The logs of this installation: who reads them, and what makes them grow. */
export class Ledger {
  readonly #database: Database
  readonly #clock: Clock
  readonly #publicUrl: string
  #build: string | undefined
  readonly #heads: HeadsFile
  readonly keys: LogKeys
  readonly #maps = new KeyMaps()
  readonly reader: LedgerReader
  readonly receipts: Receipts
  readonly #witnesses: Witnesses | undefined
  readonly #timestamps: Timestamps | undefined
  /** Undefined until it was looked. */
  #lost: readonly SignedHead[] | undefined
  /** The anchor log that lists this server's build. */
  #buildListedIn: string | undefined

  constructor({ config, database, secrets, clock = systemClock, build }: LedgerServices) {
    this.#database = database
    this.#clock = clock
    this.#publicUrl = config.publicUrl
    this.#build = build
    this.#heads = new HeadsFile(config.dataDir)
    this.keys = new LogKeys(secrets.ledgerSeeds)
    this.receipts = new Receipts({ database, clock, keys: this.keys, mayGrow: () => this.mayGrow() })
    const settings = config.ledgerWitnesses
    this.reader = new LedgerReader({ database, keys: this.keys, maps: this.#maps, witnesses: settings })
    this.#witnesses = settings && new Witnesses({ database, clock, reader: this.reader, settings })
    const stamping = config.ledgerTimestamps
    this.#timestamps = stamping && new Timestamps({ database, clock, settings: stamping })
  }

  /** The public keys of a log, as policies name them. */
  keysOf(origin: string): Promise<string[]> {
    return this.reader.keysOf(origin)
  }

  /** @returns false while nothing may grow, because the database is older than what was signed. */
  async mayGrow(): Promise<boolean> {
    this.#lost ??= await this.findLost()
    return this.#lost.length === 0
  }

  /** What was signed, and is not in the database: a backup was put back that is older. */
  async findLost(): Promise<SignedHead[]> {
    const lost: SignedHead[] = []
    for (const head of await this.#heads.read()) if (!(await this.#holds(head))) lost.push(head)
    return lost
  }

  /**
   * Begins new logs after a backup was put back.
   *
   * @param asOf what was put back is the database of this moment. On an empty machine nothing else shows it, and others may have seen more of the logs.
   * @returns what was signed, and is gone; nothing was done where nothing is.
   */
  async beginEpoch(reason: string, { asOf }: { asOf?: Date } = {}): Promise<readonly SignedHead[]> {
    const lost = await this.findLost()
    if (lost.length === 0 && !asOf) return []
    await beginEpoch({ database: this.#database, publicUrl: this.#publicUrl }, lost, { reason, asOf })
    await this.#heads.forget(lost)
    this.#lost = undefined
    return lost
  }

  /** Gives every event that waits its place. @returns how many; undefined when another server does it, or nothing may grow. */
  async placeAll(): Promise<number | undefined> {
    if (!(await this.mayGrow())) return undefined
    const services = { database: this.#database, clock: this.#clock, publicUrl: this.#publicUrl }
    let placed = 0
    for (;;) {
      const more = await sequence(services, BATCH)
      if (more === undefined) return placed === 0 ? undefined : placed
      placed += more
      if (more < BATCH) return placed
    }
  }

  /** Lists keys of people, rosters and policies that were published since, in the anchor log. */
  async listKeys(): Promise<void> {
    if (await this.mayGrow()) await listKeys(this.#checkpointServices)
  }

  /** Signs what grew. @param youngestMs 0 signs also what was signed a moment ago. */
  async signAll(youngestMs = SIGN_MS): Promise<void> {
    if (!(await this.mayGrow())) return
    const signed = await signGrown(this.#checkpointServices, youngestMs)
    // Behind the commit: a file that is ahead of the database would look like a backup that was put back.
    if (signed.length > 0) await this.#heads.save(signed)
  }

  async anchorAll(): Promise<void> {
    if (!(await this.mayGrow())) return
    await anchorHeads(this.#checkpointServices)
    await this.#listBuild()
  }

  /** Has what is newest signed by witnesses, and kept by mirrors. */
  async askWitnesses(log: Log, whom: Asked = 'all'): Promise<void> {
    if (this.#witnesses && (await this.mayGrow())) await this.#witnesses.askAll(log, whom)
  }

  /** Who signs the public log besides this server, and what each signed last. */
  async signings(): Promise<Signing[]> {
    return (await this.#witnesses?.signings()) ?? []
  }

  /** Has an authority say that what is newest exists, once a day. */
  async askAuthority(log: Log): Promise<void> {
    if (this.#timestamps && (await this.mayGrow())) await this.#timestamps.askIfDue(log)
  }

  /** Seconds that the oldest event waits for its place, and for a signature over it. */
  delays(): Promise<{ waiting: number; unsigned: number }> {
    return readDelays(this.#database)
  }

  /** For the status page. @throws while events get no places. */
  async probe(): Promise<'fine' | 'impaired'> {
    if (!(await this.mayGrow())) throw new Error('the database holds less than the ledger has signed')
    const { waiting, unsigned } = await this.delays()
    if (waiting > STUCK_SECONDS) throw new Error(`an event waits for its place for ${Math.round(waiting)} seconds`)
    const isWitnessed = (await this.#witnesses?.isCurrent()) ?? true
    const isStamped = await this.isStamped()
    return waiting > SLOW_SECONDS || unsigned > STUCK_SECONDS || !isWitnessed || !isStamped ? 'impaired' : 'fine'
  }

  /** @returns false while an authority that is to be asked has not answered for days. */
  async isStamped(): Promise<boolean> {
    return (await this.#timestamps?.isCurrent()) ?? true
  }

  /** From now on each answer that wrote events of its caller says so, signed. */
  attachReceipts(app: FastifyInstance): void {
    attachReceipts(app, this.receipts)
  }

  routes(services: { callers: Callers; limits: RateLimits }): (app: FastifyInstance) => Promise<void> {
    return async (app) => ledgerRoutes(app, { reader: this.reader, ...services })
  }

  /** Lets the logs grow from now on. @returns what ends it, when the round that runs is over. */
  start(log: Log): () => Promise<void> {
    const over = new AbortController()
    let anchoredAt = -Infinity
    let prunedAt = -Infinity
    let lookedAt = -Infinity
    let isWarned = false
    const round = async (): Promise<void> => {
      await this.placeAll()
      await this.listKeys()
      await this.signAll()
      if (this.#clock.elapsedMs() - anchoredAt >= ANCHOR_MS) {
        anchoredAt = this.#clock.elapsedMs()
        await this.anchorAll()
      }
      if (this.#clock.elapsedMs() - prunedAt >= PRUNE_MS) {
        prunedAt = this.#clock.elapsedMs()
        await pruneCheckpoints(this.#database)
      }
      // Another server had its turn.
      if (this.#buildListedIn === undefined) await this.#listBuild()
    }
    const grow = async (): Promise<void> => {
      if (this.#lost?.length && this.#clock.elapsedMs() - lookedAt >= LOOK_AGAIN_MS) this.#lost = undefined
      if (!this.#lost) lookedAt = this.#clock.elapsedMs()
      if (await this.mayGrow()) return round()
      if (!isWarned) this.#warnOfLost(log)
      isWarned = true
    }
    const until = { over: over.signal, log }
    const running = [
      this.#repeat(grow, { ...until, everyMs: ROUND_MS }),
      // By itself: a witness that does not answer holds up nothing.
      ...(this.#witnesses ? [this.#followWitnesses(this.#witnesses, over.signal, log)] : []),
      ...(this.#timestamps ? [this.#repeat(() => this.askAuthority(log), { ...until, everyMs: AUTHORITY_MS })] : []),
    ]
    return async () => {
      over.abort()
      await Promise.all(running)
    }
  }

  async #followWitnesses(witnesses: Witnesses, over: AbortSignal, log: Log): Promise<void> {
    await witnesses.begin().catch((err: unknown) => log.error({ err }, 'witnesses of the ledger cannot be asked'))
    const round = { everyMs: WITNESS_MS, over, log }
    await Promise.all([
      this.#repeat(() => this.askWitnesses(log, 'witnesses'), round),
      this.#repeat(() => this.askWitnesses(log, 'mirrors'), round),
    ])
  }

  async #repeat(work: () => Promise<void>, round: { everyMs: number; over: AbortSignal; log: Log }): Promise<void> {
    while (!round.over.aborted) {
      await work().catch((err: unknown) => round.log.error({ err }, 'a round of the ledger failed'))
      await this.#clock.sleep(round.everyMs)
    }
  }

  #warnOfLost(log: Log): void {
    log.error(
      { logs: this.#lost?.map(({ origin, size }) => ({ origin, size })) },
      'The database holds less than its audit ledger has signed: an older backup was put back. Nothing is added to the ledger until' +
        ' "npm run ledger -- new-epoch --reason …" begins new logs; see the guide "Backup and restore".',
    )
  }

  async #holds({ origin, size, root }: SignedHead): Promise<boolean> {
    const log = await findLogByOrigin(this.#database, origin)
    if (!log || log.size < size) return false
    const read = readNodesFromTiles(size, (tile) => this.reader.tile(log.id, tile))
    return equalBytes(await rootOfSize(size, read), root)
  }

  /** Once for each anchor log: of two servers with two builds, each lists its own when it starts. */
  async #listBuild(): Promise<void> {
    if (this.#build === undefined) return
    const anchor = await findCurrentAnchor(this.#database)
    if (anchor && anchor.id === this.#buildListedIn) return
    try {
      this.#buildListedIn = await recordBuild(this.#checkpointServices, this.#build)
    } catch (error) {
      // No list of a build: that will not change, and is said once.
      if (error instanceof LedgerError) this.#build = undefined
      throw error
    }
  }

  get #checkpointServices() {
    return {
      database: this.#database,
      keys: this.keys,
      clock: this.#clock,
      publicUrl: this.#publicUrl,
      maps: this.#maps,
    }
  }
}
