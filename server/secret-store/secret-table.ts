import type { Client } from 'pg'
import { inTransaction } from '../db/applied-migrations.ts'
import type { Transaction } from '../db/database.ts'
import { openSecret, sealSecret } from '../secret-seal.ts'
import type { SecretStore } from './secret-store.ts'
import {
  isInUse,
  isSecretName,
  listSealed,
  lockSecrets,
  readSealed,
  removeSealed,
  type SealedRow,
  writeSealed,
} from './secret-table.sql.ts'

/** Runs statements in one transaction of the owner of the database. */
export type AsOwner = <T>(work: (db: Transaction) => Promise<T>) => Promise<T>

/** For commands, which have one connection. */
export function ownerOf(client: Client): AsOwner {
  const db: Transaction = { query: (statement) => client.query(statement) }
  return (work) => inTransaction(client, () => work(db))
}

const WRONG_KEY =
  'SECRETS_KEY does not open the secrets in the database. Set the key that the other nodes of this installation have; the first of them made the secrets with it.'

/** What must be the same as long as an installation lives; signing keys change. */
const LASTING = ['server-secret', 'ledger-key']

export const SECRETS_ELSEWHERE =
  'The database holds accounts or a signed ledger, and no secrets: they lie in DATA_DIR/secrets of the server that made them. Start that server first, with SECRETS_KEY, and it moves them into the database. If they are lost, restore a backup.'

const otherSecrets = (place: string, names: readonly string[]): string =>
  `${place} and the database hold different secrets as ${names.join(', ')}, so nothing was moved. If they are of another installation, check DATABASE_URL. If they are of this one, keep a copy of both, and make them the same before the next start: what was signed or sealed with the one that goes is lost.`

/** Secrets as rows of the database that all nodes share, each sealed with SECRETS_KEY. */
export class SecretTable implements SecretStore {
  readonly place = 'the database'
  readonly #key: Buffer
  readonly #asOwner: AsOwner

  constructor(key: Buffer, asOwner: AsOwner) {
    this.#key = key
    this.#asOwner = asOwner
  }

  async names(): Promise<string[]> {
    return [...(await this.readAll()).keys()]
  }

  /** @throws {Error} says what to do when the key does not fit. */
  async readAll(): Promise<Map<string, string>> {
    return this.#asOwner(async (db) => this.#openAll(await listSealed(db)))
  }

  async read(name: string): Promise<string | undefined> {
    return (await this.readAt(name)).text
  }

  /** With the time of the database. */
  async readAt(name: string): Promise<{ text: string | undefined; now: Date }> {
    const { sealed, now } = await this.#asOwner((db) => readSealed(db, name))
    return { text: sealed ? this.#open({ name, sealed }) : undefined, now }
  }

  readOrCreate(name: string, make: () => string | Promise<string>): Promise<string> {
    return this.#locked(async (db) => {
      const { sealed } = await readSealed(db, name)
      if (sealed) return this.#open({ name, sealed })
      const text = await make()
      await this.#write(db, name, text)
      return text
    })
  }

  async replace(
    name: string,
    change: (text: string | undefined, now: Date) => string | Promise<string>,
  ): Promise<void> {
    await this.#locked(async (db) => {
      const { sealed, now } = await readSealed(db, name)
      await this.#write(db, name, await change(sealed ? this.#open({ name, sealed }) : undefined, now))
    })
  }

  async remove(name: string): Promise<void> {
    await this.#locked((db) => removeSealed(db, name))
  }

  /**
   * Takes over the secrets of another store that are not here.
   *
   * @returns their names.
   * @throws {Error} where a secret is another one here, or new ones would be made beside those of another server.
   */
  takeOver(from: SecretStore): Promise<string[]> {
    return this.#locked(async (db) => {
      const here = this.#openAll(await listSealed(db))
      const there = await readTexts(from)
      const differing = [...there].filter(([name, text]) => (here.get(name) ?? text) !== text)
      if (differing.length > 0)
        throw new Error(
          otherSecrets(
            from.place,
            differing.map(([name]) => name),
          ),
        )
      const missing = [...there].filter(([name]) => !here.has(name))
      for (const [name, text] of missing) await this.#write(db, name, text)
      const hasLasting = LASTING.some((name) => here.has(name) || there.has(name))
      if (!hasLasting && (await isInUse(db))) throw new Error(SECRETS_ELSEWHERE)
      return missing.map(([name]) => name)
    })
  }

  /** Seals everything with another key, which is the one to open it with from then on. */
  async reseal(key: Buffer): Promise<void> {
    const target = new SecretTable(key, this.#asOwner)
    await this.#locked(async (db) => {
      for (const [name, text] of this.#openAll(await listSealed(db))) await target.#write(db, name, text)
    })
  }

  #locked<T>(work: (db: Transaction) => Promise<T>): Promise<T> {
    return this.#asOwner(async (db) => {
      await lockSecrets(db)
      return work(db)
    })
  }

  #openAll(rows: readonly SealedRow[]): Map<string, string> {
    return new Map(rows.map((row) => [row.name, this.#open(row)]))
  }

  #open({ name, sealed }: SealedRow): string {
    try {
      return openSecret(this.#key, { kind: 'shared-secret', id: name }, sealed).toString('utf8')
    } catch (cause) {
      throw new Error(WRONG_KEY, { cause })
    }
  }

  async #write(db: Transaction, name: string, text: string): Promise<void> {
    const sealed = sealSecret(this.#key, { kind: 'shared-secret', id: name }, Buffer.from(text))
    await writeSealed(db, { name, sealed })
  }
}

async function readTexts(from: SecretStore): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  for (const name of (await from.names()).filter(isSecretName)) {
    const text = await from.read(name)
    if (text !== undefined) texts.set(name, text)
  }
  return texts
}
