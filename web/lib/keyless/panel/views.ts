import { z } from 'zod'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/panel/v1/views'
const JSON_BODY = { 'content-type': 'application/json' }

const view = z.object({ id: z.string(), name: z.string(), query: z.string() })
/** Filters of a list under a name; `query`: the part of the address that has them, without a question mark. */
export type SavedView = z.output<typeof view>

/** Those of the person, in the order in which they were saved. */
export async function listViews(api: VaultApi, list: string): Promise<SavedView[]> {
  const answer = await api.fetch(`${PATH}?${new URLSearchParams({ list })}`, { method: 'GET' })
  return z.object({ views: z.array(view) }).parse(await answer.json()).views
}

/** @throws {VaultError} `name_taken`, `limit_reached` */
export async function addView(api: VaultApi, list: string, fields: Omit<SavedView, 'id'>): Promise<SavedView> {
  return view.parse(await api.post(PATH, { list, ...fields }))
}

/** @throws {VaultError} `name_taken`, `entry_gone` */
export async function changeView(api: VaultApi, { id, name, query }: SavedView): Promise<void> {
  await api.fetch(`${PATH}/${id}`, { method: 'PUT', headers: JSON_BODY, body: JSON.stringify({ name, query }) })
}

/** @throws {VaultError} `entry_gone` */
export async function removeView(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/${id}`, { method: 'DELETE' })
}
