import { z } from 'zod'
import { GUIDE_SECTIONS, type GuideDraft } from '#contract/documentation/own-guides.ts'
import { readJson, type VaultApi } from '#vault/session/api.ts'

const PATH = '/documentation/v1/guides'

const fields = {
  title: z.string(),
  description: z.string(),
  section: z.enum(GUIDE_SECTIONS),
  place: z.number(),
  replaces: z.string().nullable(),
}
const guide = z.object({
  id: z.string(),
  slug: z.string(),
  ...fields,
  revision: z.number(),
  version: z.number().nullable(),
  has_changes: z.boolean(),
  has_versions: z.boolean(),
  updated_by: z.string().nullable(),
  updated_at: z.string(),
})
/** `version` is the one that readers see, `has_changes` says that more was saved since. Times are ISO 8601. */
export type OwnGuide = z.output<typeof guide>

const version = z.object({
  version: z.number(),
  title: z.string(),
  note: z.string(),
  published_by: z.string().nullable(),
  published_at: z.string(),
})
export type GuideVersion = z.output<typeof version>

const open = guide.extend({ body: z.string(), versions: z.array(version) })
export type OpenGuide = z.output<typeof open>

const written = z.object({ version: z.number(), ...fields, body: z.string() })
export type WrittenVersion = z.output<typeof written>

const list = z.object({ guides: z.array(guide), built: z.array(z.object({ slug: z.string(), title: z.string() })) })

const JSON_BODY = { 'content-type': 'application/json' }

/** Own guides, and those of the software that one may replace. @throws {VaultError} `not_allowed` */
export async function listGuides(api: VaultApi): Promise<z.output<typeof list>> {
  return list.parse(await read(api, ''))
}

/** @throws {VaultError} `entry_gone` */
export async function readGuide(api: VaultApi, id: string): Promise<OpenGuide> {
  return open.parse(await read(api, `/${id}`))
}

/** @throws {VaultError} `entry_gone` */
export async function readVersion(api: VaultApi, id: string, number: number): Promise<WrittenVersion> {
  return written.parse(await read(api, `/${id}/versions/${number}`))
}

/** @returns its id. @throws {VaultError} `guide_address_taken`, `limit_reached` */
export async function createGuide(api: VaultApi, draft: GuideDraft): Promise<string> {
  return z.object({ id: z.string() }).parse(await api.post(PATH, draft)).id
}

/** @param seen the revision that the person looked at. @returns the new one. @throws {VaultError} `changed_meanwhile`, `guide_address_taken` */
export async function saveGuide(api: VaultApi, id: string, draft: GuideDraft, seen: number): Promise<number> {
  const body = JSON.stringify({ ...draft, seen })
  const answer = await api.fetch(`${PATH}/${id}`, { method: 'PUT', headers: JSON_BODY, body })
  return z.object({ revision: z.number() }).parse(await readJson(answer)).revision
}

/** @returns the version that readers see now. @throws {VaultError} `changed_meanwhile`, `guide_incomplete`, `guide_replaced`, `limit_reached` */
export async function publishGuide(api: VaultApi, id: string, note: string, seen: number): Promise<number> {
  return z.object({ version: z.number() }).parse(await api.post(`${PATH}/${id}/versions`, { note, seen })).version
}

/** @throws {VaultError} `changed_meanwhile` */
export async function unpublishGuide(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/${id}/publication`, { method: 'DELETE' })
}

/** Makes the draft what a version said. @throws {VaultError} `changed_meanwhile`, `entry_gone` */
export async function restoreVersion(api: VaultApi, id: string, number: number, seen: number): Promise<void> {
  const body = JSON.stringify({ version: number, seen })
  await api.fetch(`${PATH}/${id}/restoration`, { method: 'POST', headers: JSON_BODY, body })
}

/** With its versions. @throws {VaultError} `changed_meanwhile` while readers see it */
export async function removeGuide(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/${id}`, { method: 'DELETE' })
}

async function read(api: VaultApi, path: string): Promise<unknown> {
  return (await api.fetch(PATH + path, { method: 'GET' })).json()
}
