import { randomUUID } from 'node:crypto'
import { type ConnectedPreset, PRESET_FACTS } from '#contract/studio/models.ts'
import type { Caller, Database } from '../../db/database.ts'
import { OutboundError } from '../../outbound/outbound-error.ts'
import { hostOf, type Outbound, readAddress } from '../../outbound/outbound.ts'
import { openSecret, sealSecret } from '../../secret-seal.ts'
import { aiError } from '../ai-requests.ts'
import { readKey } from '../chosen-model.sql.ts'
import type { OwnModels } from '../own-models/own-models.ts'
import { listModels } from '../provider/list-models.ts'
import {
  type ConnectionRow,
  findConnection,
  listConnections,
  listPrices,
  listUnlooked,
  type Look,
  noteLook,
  type PriceRow,
  readSettings,
  type SavedSettings,
  type SettingsRow,
} from './connections.sql.ts'

type Services = { database: Database; outbound: Outbound; serverSecret: Buffer; ownModels: OwnModels }
/** @property key undefined keeps the one that is there */
export type ConnectionFields = { name: string; preset: ConnectedPreset; address: string; key?: string | undefined }

const KEY_END_CHARACTERS = 4

/** Language models that an organisation connects. Whether somebody may is asked of the database in each call. */
export class ConnectionService {
  readonly #services: Services

  constructor(services: Services) {
    this.#services = services
  }

  async list(caller: Caller): Promise<{ connections: ConnectionRow[]; settings: SettingsRow; prices: PriceRow[] }> {
    const { database } = this.#services
    await this.#ask(caller, 'select studio.managed()', [])
    const [connections, settings, prices] = await Promise.all([
      listConnections(database, caller),
      readSettings(database, caller),
      listPrices(database, caller),
    ])
    return { connections, settings, prices }
  }

  /**
   * @param id of one that was added before the answer was lost: it is changed to the fields that are sent again
   * @throws {Refusal} {OutboundError}
   */
  async add(caller: Caller, fields: ConnectionFields, id: string = randomUUID()): Promise<{ id: string }> {
    const found = await findConnection(this.#services.database, caller, id)
    if (found) {
      await this.change(caller, id, fields, found.version)
      return { id }
    }
    await this.#save(caller, id, fields, { known: null, isElsewhere: false })
    return { id }
  }

  /** @returns its version. @throws {Refusal} {OutboundError} */
  async change(caller: Caller, id: string, fields: ConnectionFields, known: number): Promise<number> {
    await this.#ask(caller, 'select studio.managed(), authz.require_fresh()', [])
    const found = await this.#find(caller, id)
    if (found.preset === 'own') throw aiError('bad_request')
    const isElsewhere = readAddress(found.address).origin !== readAddress(fields.address).origin
    return this.#save(caller, id, fields, { known, isElsewhere })
  }

  async remove(caller: Caller, id: string): Promise<void> {
    await this.#ask(caller, 'select studio.remove_connection($1)', [id])
    await this.#services.ownModels.forget(id)
  }

  /** Asks a connection what it offers now, and notes it. @throws {Refusal} */
  async look(caller: Caller, id: string): Promise<ConnectionRow> {
    const { database } = this.#services
    const found = await this.#find(caller, id)
    await noteLook(database, found, await this.#lookAt(found))
    return this.#find(caller, id)
  }

  /** Asks all connections at once what they offer now, but those that were asked within half a minute, and notes it. */
  async lookAtAll(caller: Caller): Promise<void> {
    const { database } = this.#services
    await this.#ask(caller, 'select studio.managed()', [])
    const unlooked = await listUnlooked(database, caller)
    await Promise.all(unlooked.map(async (one) => noteLook(database, one, await this.#lookAt(one))))
  }

  /** @returns their version. @throws {Refusal} */
  async saveSettings(caller: Caller, { version, ...fields }: SavedSettings): Promise<number> {
    const text = 'select studio.save_settings($1, $2) as version'
    const rows = await this.#ask<{ version: number }>(caller, text, [JSON.stringify(fields), version])
    return rows[0]?.version ?? version
  }

  async savePrices(caller: Caller, prices: readonly PriceRow[]): Promise<void> {
    await this.#ask(caller, 'select studio.save_prices($1)', [JSON.stringify(prices)])
  }

  async #lookAt({ id, name, preset, address, key_end: keyEnd }: ConnectionRow): Promise<Look> {
    const { database, outbound, serverSecret, ownModels } = this.#services
    if (preset === 'own') return ownModels.look(id, name)
    if (PRESET_FACTS[preset].needsKey && keyEnd === null) {
      return { state: 'not_configured', problem: 'it has no key', models: [] }
    }
    const sealed = await readKey(database, id)
    const key = sealed ? openSecret(serverSecret, { kind: 'model-key', id }, sealed).toString('utf8') : undefined
    try {
      const found = await listModels(outbound, { address, key })
      if ('problem' in found) return { state: 'unreachable', problem: found.problem, models: [] }
      return { state: 'active', problem: null, models: found.models }
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      return { state: 'unreachable', problem: error.message, models: [] }
    }
  }

  async #find(caller: Caller, id: string): Promise<ConnectionRow> {
    await this.#ask(caller, 'select studio.managed()', [])
    const found = await findConnection(this.#services.database, caller, id)
    if (!found) throw aiError('studio_not_found')
    return found
  }

  async #save(
    caller: Caller,
    id: string,
    { key, ...fields }: ConnectionFields,
    { known, isElsewhere }: { known: number | null; isElsewhere: boolean },
  ): Promise<number> {
    const { outbound, serverSecret } = this.#services
    await this.#ask(caller, 'select studio.managed()', [])
    const url = readAddress(fields.address)
    await outbound.examine(hostOf(url), { isPlain: url.protocol === 'http:' })
    const sealed = key === undefined ? null : sealSecret(serverSecret, { kind: 'model-key', id }, Buffer.from(key))
    const given = JSON.stringify({ ...fields, key_end: key?.slice(-KEY_END_CHARACTERS) ?? null })
    const text = 'select studio.save_connection($1, $2, $3, $4, $5) as version'
    const rows = await this.#ask<{ version: number }>(caller, text, [id, given, sealed, known, isElsewhere])
    return rows[0]?.version ?? 1
  }

  async #ask<Row extends Record<string, unknown>>(caller: Caller, text: string, values: unknown[]): Promise<Row[]> {
    return (await this.#services.database.oneAsCaller<Row>(caller, { text, values })).rows
  }
}
