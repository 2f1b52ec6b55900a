import type { Dialect } from '#contract/grammar/grammar.ts'
import type { Caller, Database } from '../db/database.ts'
import {
  deleteWord,
  findDialect,
  insertWord,
  listWords,
  type Reader,
  saveDialect,
  type Word,
} from './dictionary.sql.ts'
import { isInstalled } from './engine-files.ts'
import { grammarError } from './grammar-requests.ts'

type Dictionary = { words: Word[]; dialect: Dialect; is_installed: boolean }

/** Words of organisations, for people who manage growth. Texts that are checked never come here. */
export class DictionaryService {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  async read(caller: Caller): Promise<Dictionary> {
    const as = await this.admit(caller)
    const [words, dialect] = await Promise.all([listWords(as), findDialect(as)])
    return { words, dialect: dialect ?? 'American', is_installed: isInstalled() }
  }

  /** @throws {Refusal} `words_limit` */
  async add(caller: Caller, word: string): Promise<{ id: string }> {
    return { id: await insertWord(await this.admit(caller), word) }
  }

  /** @throws {Refusal} `word_not_found` */
  async remove(caller: Caller, id: string): Promise<void> {
    if (!(await deleteWord(await this.admit(caller), id))) throw grammarError('word_not_found')
  }

  async choose(caller: Caller, dialect: Dialect): Promise<void> {
    await saveDialect(await this.admit(caller), dialect)
  }

  /** @throws {Refusal} `forbidden` */
  async admit(caller: Caller): Promise<Reader> {
    const text = `select authz.allows('manage_growth', authz.tenant()) as may`
    const { rows } = await this.#database.oneAsCaller<{ may: boolean }>(caller, { text })
    if (rows[0]?.may !== true) throw grammarError('forbidden')
    return { database: this.#database, caller }
  }
}
