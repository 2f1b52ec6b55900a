import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import type { Secrets } from '../secrets.ts'
import { importSigningKey, parseKeyFile, publicHalf, SIGNING_KEYS, signingJwk } from '../signing-keys.ts'
import { SECRETS_CHANNEL } from './secret-table.sql.ts'
import type { SecretTable } from './secret-table.ts'

/** A notification comes at once and may be missed. Much shorter than keys are published before they sign. */
const POLL_MS = 3000

/** Keeps the keys of access tokens of a running server as the database has them. */
export class SharedKeys {
  readonly #table: SecretTable
  readonly #secrets: Secrets
  #looked: Promise<void> = Promise.resolve()
  #isFailing = false

  constructor(table: SecretTable, secrets: Secrets) {
    this.#table = table
    this.#secrets = secrets
  }

  /** Takes over what the database has now. @throws when it cannot be read. */
  async look(): Promise<void> {
    const { text, now } = await this.#table.readAt(SIGNING_KEYS)
    if (text === undefined) return
    const keys = parseKeyFile(text)
    const signing = signingJwk(keys, now)
    const listed = this.#secrets.publicKeys.map(({ kid }) => kid)
    if (keys.length !== listed.length || keys.some(({ kid }, place) => kid !== listed[place]))
      this.#secrets.publicKeys = keys.map(publicHalf)
    if (signing.kid !== this.#secrets.signingKey.kid) this.#secrets.signingKey = await importSigningKey(signing)
  }

  /** @returns what ends it. */
  start(log: Pick<FastifyBaseLogger, 'error' | 'info'>, database: Pick<Database, 'listen'>): () => Promise<void> {
    const again = (): void => {
      this.#looked = this.#looked.then(() => this.#lookSafely(log))
    }
    const stopListening = database.listen([SECRETS_CHANNEL], again)
    const timer = setInterval(again, POLL_MS)
    return async () => {
      clearInterval(timer)
      await stopListening()
      await this.#looked
    }
  }

  async #lookSafely(log: Pick<FastifyBaseLogger, 'error' | 'info'>): Promise<void> {
    const before = this.#secrets.signingKey.kid
    try {
      await this.look()
      this.#isFailing = false
      const { kid } = this.#secrets.signingKey
      if (kid !== before) log.info({ kid }, 'access tokens are signed with a new key')
    } catch (err) {
      // Once, and not at every look.
      if (!this.#isFailing) log.error({ err }, 'the shared secrets cannot be read')
      this.#isFailing = true
    }
  }
}
