import type { Dialect } from '#contract/grammar/grammar.ts'
import type { Caller, Database } from '../db/database.ts'

/** Person who asks, under row-level security. */
export type Reader = { database: Database; caller: Caller }
const ask = async <Row extends Record<string, unknown>>(
  { database, caller }: Reader,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> => (await database.oneAsCaller<Row>(caller, { text, values })).rows

export type Word = { id: string; word: string }

export const listWords = (as: Reader): Promise<Word[]> =>
  ask(as, 'select id, word from studio.dictionary_words order by lower(word), word')

export const findDialect = async (as: Reader): Promise<Dialect | undefined> =>
  (await ask<{ dialect: Dialect }>(as, 'select dialect from studio.grammar_settings'))[0]?.dialect

/** @returns the id of the word, also of one that was there */
export async function insertWord(as: Reader, word: string): Promise<string> {
  const insert = `insert into studio.dictionary_words (tenant_id, word) values (studio.managed(), $1)
                  on conflict (tenant_id, word) do nothing returning id`
  const known = 'select id from studio.dictionary_words where word = $1'
  const [row] = [...(await ask<{ id: string }>(as, insert, [word])), ...(await ask<{ id: string }>(as, known, [word]))]
  if (!row) throw new Error('no word was added')
  return row.id
}

export const deleteWord = async (as: Reader, id: string): Promise<boolean> =>
  (await ask(as, 'delete from studio.dictionary_words where id = $1 returning id', [id])).length === 1

export async function saveDialect(as: Reader, dialect: Dialect): Promise<void> {
  await ask(
    as,
    `insert into studio.grammar_settings (tenant_id, dialect) values (studio.managed(), $1)
     on conflict (tenant_id) do update set dialect = excluded.dialect`,
    [dialect],
  )
}
