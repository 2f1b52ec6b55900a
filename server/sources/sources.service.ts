import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { SectionFacts } from '#contract/sources/sources.ts'
import type { addSource, findFacts as factsRoute } from '#contract/sources/sources-wire.ts'
import type { Caller, Database } from '../db/database.ts'
import { type EmbeddingsState, embeddingsOf } from '../embeddings/embeddings.ts'
import { MODEL } from '../embeddings/minilm.ts'
import { findFacts } from './find-facts.ts'
import { readSourceFile, readSourceText } from './read-source.ts'
import { queueSource } from './source-job.ts'
import { sourcesError } from './sources-requests.ts'
import {
  deleteSource,
  findReadableFile,
  findSource,
  insertSource,
  type ListedSource,
  listSources,
  recordSourceEvent,
} from './sources.sql.ts'

type Given = z.output<typeof addSource.body>
type Manager = { userId: string; tenant: string }

/** Work of people who manage growth with the sources of their organisation. */
export class SourceService {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async list(caller: Caller): Promise<{ sources: ListedSource[]; embeddings: EmbeddingsState }> {
    await this.#admit(caller)
    return { sources: await listSources(this.#as(caller), MODEL), embeddings: embeddingsOf(this.#database).state() }
  }

  /** @throws {Refusal} `sources_not_found` */
  async read(caller: Caller, id: string): Promise<{ name: string; text: string }> {
    await this.#admit(caller)
    const found = await findSource(this.#as(caller), id)
    if (!found) throw sourcesError('sources_not_found')
    return found
  }

  /** Stores a text with its sentences, whose meaning is read later. @throws {Refusal} */
  async add(caller: Caller, given: Given): Promise<{ id: string; sentences: number }> {
    const { tenant, userId } = await this.#admit(caller)
    const origin = given.kind === 'vault' ? await this.#originOf(caller, given.file) : undefined
    const { name, kind } = given
    const format = given.kind === 'pasted' ? 'txt' : given.format
    const read =
      given.kind === 'file'
        ? readSourceFile(Buffer.from(given.content, 'base64'), format)
        : readSourceText(given.text, format)
    if ('problem' in read) throw sourcesError(read.problem)
    const { text, sentences } = read
    const sha256 = createHash('sha256').update(text).digest()
    const id = await this.#database.asOwner(async (db) => {
      const made = await insertSource(db, { tenant, userId, name, kind, format, text, sha256, sentences })
      const type = origin ? 'sources.added_from_vault' : 'sources.added'
      const details = { source: made, characters: text.length, ...origin }
      await recordSourceEvent(db, { type, userId, details })
      await queueSource(db, made)
      return made
    })
    return { id, sentences: sentences.length }
  }

  /** @throws {Refusal} `sources_not_found` */
  async remove(caller: Caller, id: string): Promise<void> {
    const { tenant, userId } = await this.#admit(caller)
    await this.#database.asOwner(async (db) => {
      if (!(await deleteSource(db, tenant, id))) throw sourcesError('sources_not_found')
      await recordSourceEvent(db, { type: 'sources.deleted', userId, details: { source: id } })
    })
  }

  async facts(
    caller: Caller,
    { title, target_keyword: keyword, headings }: z.output<typeof factsRoute.body>,
  ): Promise<{ sections: SectionFacts[] }> {
    await this.#admit(caller)
    const sections = headings.map((heading) => ({ heading, subject: keyword || title }))
    return { sections: await findFacts(this.#database, caller, sections) }
  }

  /** The file, and the team space that it is in, for the audit log. @throws {Refusal} `sources_not_found` */
  async #originOf(caller: Caller, file: string): Promise<{ file: string; space?: string }> {
    const found = await findReadableFile(this.#as(caller), file)
    if (!found) throw sourcesError('sources_not_found')
    return { file, ...(found.space !== null && { space: found.space }) }
  }

  #as(caller: Caller): { database: Database; caller: Caller } {
    return { database: this.#database, caller }
  }

  /** Returns the caller, where they may. @throws {Refusal} `forbidden` */
  async #admit(caller: Caller): Promise<Manager> {
    const text = `select auth.uid() as "userId", authz.tenant() as tenant where authz.allows('manage_growth', authz.tenant())`
    const { rows } = await this.#database.oneAsCaller<Manager>(caller, { text })
    const [manager] = rows
    if (!manager) throw sourcesError('forbidden')
    return manager
  }
}
