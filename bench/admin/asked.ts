import type { VaultApi } from '#vault/session/api.ts'
import type { AdminStage } from './stage.ts'

type Statement = { text: string; values?: unknown[] }
/** A statement that finds as many rows as the answer has, unless `isOfOther`. @param counts what else the answer says, which takes a statement of its own */
export type Bare = Statement & { isOfOther?: boolean; counts?: Statement }

/** One request of the panel, and the same rows from PostgreSQL. */
export type Asked = {
  list: string
  what: string
  /** Sends it. @returns how many rows came; undefined where only the first bytes were read */
  ask: () => Promise<number | undefined>
  /** As a superuser, whom row-level security does not bind. */
  bare?: Bare
  limitMs: number
}

/** Limit of every list. */
export const MAX_LIST_MS = 300
export const MAX_OVERVIEW_MS = 500

export type Asking = { stage: AdminStage; api: VaultApi }

/** Number of rows in an answer: an array, or the first array in an object. */
export function rowsIn(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length
  const found = Object.values(Object(answer) as object).find((one) => Array.isArray(one)) as unknown[] | undefined
  return found?.length ?? 1
}

export const fetchJson = async (api: VaultApi, path: string): Promise<unknown> =>
  (await api.fetch(path, { method: 'GET' })).json()

/** Reads until the first bytes came, and ends there. */
export async function firstBytes(api: VaultApi, path: string): Promise<undefined> {
  const reader = (await api.fetch(path, { method: 'GET' })).body?.getReader()
  await reader?.read()
  await reader?.cancel()
}
