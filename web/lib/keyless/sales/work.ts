import { z } from 'zod'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/sales/v1'

const task = z.object({
  id: z.string(),
  title: z.string(),
  due_on: z.string().nullable(),
  doer_id: z.string().nullable(),
  deal_id: z.string(),
  deal: z.string(),
  is_overdue: z.boolean(),
})
/** Something to be done for a deal, which is not done. Days as `2026-11-21`. */
export type OpenTask = z.output<typeof task>
export type TaskFields = Pick<OpenTask, 'title' | 'due_on' | 'doer_id'>

/** Of all deals, the earliest day first. @throws {VaultError} `not_allowed` */
export async function listTasks(api: VaultApi): Promise<OpenTask[]> {
  const answer = await (await api.fetch(`${PATH}/tasks`, { method: 'GET' })).json()
  return z.object({ tasks: z.array(task) }).parse(answer).tasks
}

export async function addTask(api: VaultApi, dealId: string, fields: TaskFields): Promise<void> {
  await api.post(`${PATH}/deals/${dealId}/tasks`, fields)
}

/** @throws {VaultError} `entry_gone` */
export async function changeTask(api: VaultApi, id: string, fields: TaskFields & { is_done: boolean }): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  await api.fetch(`${PATH}/tasks/${id}`, { method: 'PUT', headers, body: JSON.stringify(fields) })
}

/** @throws {VaultError} `entry_gone` */
export async function removeTask(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/tasks/${id}`, { method: 'DELETE' })
}

export async function addNote(api: VaultApi, dealId: string, body: string): Promise<void> {
  await api.post(`${PATH}/deals/${dealId}/notes`, { body })
}

/** @throws {VaultError} `entry_gone` */
export async function removeNote(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/notes/${id}`, { method: 'DELETE' })
}
