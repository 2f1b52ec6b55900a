import { z } from 'zod'
import type { VaultApi } from '#vault/session/api.ts'

const PATH = '/growth/v1/forms'

const form = z.object({
  id: z.string(),
  title: z.string(),
  lead: z.string(),
  consent_text: z.string(),
  tag: z.string().nullable(),
  is_open: z.boolean(),
  asked: z.number(),
  confirmed: z.number(),
  created_at: z.string(),
})
/** A form where people ask for newsletters; how many asked, and how many of them confirmed it. */
export type LandingForm = z.output<typeof form>
export type LandingFormFields = Pick<LandingForm, 'title' | 'lead' | 'consent_text' | 'tag' | 'is_open'>

/** Newest first. @throws {VaultError} `not_allowed` */
export async function listForms(api: VaultApi): Promise<LandingForm[]> {
  return z.object({ forms: z.array(form) }).parse(await (await api.fetch(`${PATH}/`, { method: 'GET' })).json()).forms
}

/** @param id null makes a new one */
export async function saveForm(api: VaultApi, id: string | null, fields: LandingFormFields): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  if (id === null) await api.post(`${PATH}/`, fields)
  else await api.fetch(`${PATH}/${id}`, { method: 'PUT', headers, body: JSON.stringify(fields) })
}

/** @throws {VaultError} `entry_gone` */
export async function removeForm(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/${id}`, { method: 'DELETE' })
}
