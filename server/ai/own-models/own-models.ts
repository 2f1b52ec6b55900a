import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { MODEL_PIECE_BYTES } from '#contract/studio/models.ts'
import type { Caller, Database } from '../../db/database.ts'
import { aiError } from '../ai-requests.ts'
import type { Look } from '../connections/connections.sql.ts'
import { ModelError } from '../model-error.ts'
import { ModelEngine } from './model-engine.ts'
import { ModelUpload } from './model-upload.ts'
import { fetchFrom } from './own-fetch.ts'
import {
  dropUpload,
  listModelFiles,
  type ModelFileRow,
  noteWhole,
  sizeOfModel,
  unknownModels,
} from './own-models.sql.ts'

/** @property maxBytes of all models of an organisation together; 0: none can be uploaded. @property freeBytes that stay free on the disk */
export type OwnModelSettings = { dataDir: string; maxBytes: number; freeBytes: number }
type Options = { engine?: ModelEngine; memoryBytes?: number; idleMs?: number }

/** After the last piece. A page that is open sends the next one within seconds. */
const IDLE_UPLOAD_MS = 10 * 60_000
const MODEL_FILE = /^([0-9a-f-]{36})\.gguf$/
const NOT_INSTALLED = 'the engine is not installed: run npm run studio'

/** Room, and whether what is uploaded can run. */
export type OwnModelState = { max_bytes: number; is_installed: boolean; files: ModelFileRow[] }

/** Language models that organisations upload: their files below `DATA_DIR/models`, and the process that runs one of them. */
export class OwnModels {
  readonly engine: ModelEngine
  readonly #database: Database
  readonly #settings: OwnModelSettings
  readonly #memoryBytes: number
  readonly #idleMs: number
  readonly #uploads = new Map<string, { upload: ModelUpload; timer: NodeJS.Timeout }>()

  constructor(database: Database, settings: OwnModelSettings, options: Options = {}) {
    this.#database = database
    this.#settings = settings
    this.engine = options.engine ?? new ModelEngine()
    this.#memoryBytes = options.memoryBytes ?? memoryOfMachine()
    this.#idleMs = options.idleMs ?? IDLE_UPLOAD_MS
  }

  async list(caller: Caller): Promise<OwnModelState> {
    await this.#ask(caller, 'select studio.managed()', [])
    const files = await listModelFiles(this.#database, caller)
    return { max_bytes: this.#settings.maxBytes, is_installed: this.engine.isInstalled, files }
  }

  /** @throws {Refusal} where it is too large, or the caller may not */
  async begin(
    caller: Caller,
    { name, bytes }: { name: string; bytes: number },
  ): Promise<{ id: string; piece: number }> {
    const { maxBytes } = this.#settings
    await this.#ask(caller, 'select studio.managed()', [])
    if (maxBytes === 0) throw aiError('own_models_off')
    if (bytes > maxBytes) throw aiError('model_too_large')
    if (bytes > this.#memoryBytes) throw aiError('model_exceeds_memory')
    const folder = await this.#folder()
    await this.#requireRoom(bytes + this.#awaitedBytes())
    const id = randomUUID()
    await this.#ask(caller, 'select studio.begin_own_model($1, $2, $3, $4)', [id, name, bytes, maxBytes])
    const given = { path: path.join(folder, `${id}.part`), person: personOf(caller), sizeBytes: bytes }
    try {
      this.#watch(id, await ModelUpload.begin(given))
    } catch (error) {
      await dropUpload(this.#database, id)
      throw error
    }
    return { id, piece: MODEL_PIECE_BYTES }
  }

  /** Adds a piece behind those that came. A piece of another place is refused, with where to continue. @throws {Refusal} {GgufError} */
  async add(
    caller: Caller,
    id: string,
    { offset, piece }: { offset: number; piece: Buffer },
  ): Promise<{ received: number }> {
    const upload = await this.#uploadOf(caller, id)
    // Its answer was lost on the way.
    if (piece.length > 0 && offset + piece.length <= upload.received) return { received: upload.received }
    if (!upload.fits(offset, piece.length)) throw aiError('wrong_piece')
    this.#watch(id, upload)
    // Something else may fill the disk meanwhile; what came stays for when there is room.
    await this.#requireRoom(piece.length)
    try {
      await upload.add(piece)
    } catch (error) {
      await this.#drop(id)
      throw error
    }
    return { received: upload.received }
  }

  /** Looks at what came, and offers it as a model. What is none is not kept. @throws {Refusal} {GgufError} */
  async end(caller: Caller, id: string): Promise<void> {
    const upload = await this.#uploadOf(caller, id)
    if (!upload.claimEnd()) throw aiError('wrong_piece')
    try {
      const facts = await upload.end(this.#fileOf(id))
      const look = this.#lookAtWhole()
      if (!(await noteWhole(this.#database, { connection: id, ...facts, ...look }))) throw aiError('studio_not_found')
      this.#unwatch(id)
    } catch (error) {
      await this.#drop(id)
      await fs.rm(this.#fileOf(id), { force: true })
      throw error
    }
  }

  /** Ends an upload, at whatever piece it is. @throws {Refusal} */
  async cancel(caller: Caller, id: string): Promise<void> {
    await this.#ask(caller, 'select studio.stop_own_model($1)', [id])
    await this.#drop(id)
  }

  /** Frees file and memory of a model whose connection was removed. */
  async forget(id: string): Promise<void> {
    await this.#drop(id)
    await this.engine.forget(this.#fileOf(id))
    await fs.rm(this.#fileOf(id), { force: true })
  }

  /** Whether a model could answer now, without loading it. */
  async look(id: string, name: string): Promise<Look> {
    const sizeBytes = await sizeOfModel(this.#database, id)
    if (sizeBytes === undefined) return { state: 'not_configured', problem: 'its file is not whole yet', models: [] }
    const found = await fs.stat(this.#fileOf(id)).catch(missing)
    if (found?.size !== sizeBytes)
      return { state: 'unreachable', problem: 'its file is not on this server', models: [] }
    return { ...this.#lookAtWhole(), models: [name] }
  }

  /** A `fetch` that the model answers. It throws `ModelError`. */
  fetchOf(id: string): typeof fetch {
    return async (input, init) => {
      const sizeBytes = await sizeOfModel(this.#database, id)
      const file = this.#fileOf(id)
      const found = await fs.stat(file).catch(missing)
      if (sizeBytes === undefined || found?.size !== sizeBytes) throw new ModelError('file_gone')
      return fetchFrom(this.engine, { path: file, sizeBytes })(input, init)
    }
  }

  /** Removes files that no row names, such as those of an organisation that was deleted, and parts of uploads that this process does not know. */
  async tidy(): Promise<void> {
    const folder = path.join(this.#settings.dataDir, 'models')
    const names = (await fs.readdir(folder).catch(missing)) ?? []
    const ids = new Set([...names.flatMap((name) => MODEL_FILE.exec(name)?.[1] ?? []), ...this.#uploads.keys()])
    for (const id of ids.size === 0 ? [] : await unknownModels(this.#database, [...ids])) await this.forget(id)
    const parts = names.filter((name) => name.endsWith('.part') && !this.#uploads.has(name.slice(0, -5)))
    await Promise.all(parts.map((name) => fs.rm(path.join(folder, name), { force: true })))
  }

  async stop(): Promise<void> {
    await this.engine.stop()
    for (const id of this.#uploads.keys()) await this.#close(id)
  }

  #lookAtWhole(): Look {
    if (this.engine.isInstalled) return { state: 'active', problem: null, models: [] }
    return { state: 'not_configured', problem: NOT_INSTALLED, models: [] }
  }

  async #folder(): Promise<string> {
    const folder = path.join(this.#settings.dataDir, 'models')
    await fs.mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  }

  /** Bytes that uploads under way still bring. */
  #awaitedBytes(): number {
    let bytes = 0
    for (const { upload } of this.#uploads.values()) bytes += upload.sizeBytes - upload.received
    return bytes
  }

  /** @throws {Refusal} `disk_full` */
  async #requireRoom(bytes: number): Promise<void> {
    const { bavail, bsize } = await fs.statfs(await this.#folder())
    if (bavail * bsize - bytes < this.#settings.freeBytes) throw aiError('disk_full')
  }

  #fileOf(id: string): string {
    return path.join(this.#settings.dataDir, 'models', `${id}.gguf`)
  }

  /** @throws {Refusal} where it is somebody else's, or on another server */
  async #uploadOf(caller: Caller, id: string): Promise<ModelUpload> {
    await this.#ask(caller, 'select studio.managed()', [])
    const found = this.#uploads.get(id)?.upload
    if (found?.person !== personOf(caller)) throw aiError('upload_not_found')
    return found
  }

  #watch(id: string, upload: ModelUpload): void {
    this.#unwatch(id)
    const timer = setTimeout(() => void this.#drop(id).catch(() => undefined), this.#idleMs)
    this.#uploads.set(id, { upload, timer: timer.unref() })
  }

  #unwatch(id: string): void {
    clearTimeout(this.#uploads.get(id)?.timer)
    this.#uploads.delete(id)
  }

  async #close(id: string): Promise<void> {
    const upload = this.#uploads.get(id)?.upload
    this.#unwatch(id)
    await upload?.drop()
  }

  async #drop(id: string): Promise<void> {
    await this.#close(id)
    await dropUpload(this.#database, id)
  }

  async #ask(caller: Caller, text: string, values: unknown[]): Promise<void> {
    await this.#database.oneAsCaller(caller, { text, values })
  }
}

const personOf = ({ claims }: Caller): string => String(claims['sub'])

/** Returns the bytes that the process may take, where a container sets less than the machine has. */
function memoryOfMachine(): number {
  const allowed = process.constrainedMemory()
  return allowed > 0 ? Math.min(allowed, os.totalmem()) : os.totalmem()
}

function missing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

const ofProcess = new WeakMap<Database, OwnModels>()

/** The uploaded models of this process: one engine for all who ask. */
export function ownModelsOf(
  database: Database,
  {
    dataDir,
    ownModelBytes: maxBytes,
    readyFreeBytes: freeBytes,
  }: { dataDir: string; ownModelBytes: number; readyFreeBytes: number },
): OwnModels {
  const found = ofProcess.get(database) ?? new OwnModels(database, { dataDir, maxBytes, freeBytes })
  ofProcess.set(database, found)
  return found
}
