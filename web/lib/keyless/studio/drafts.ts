import { z } from 'zod'
import { CONTENT_TYPES, type ContentType } from '#contract/studio/content.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { follow, read, send } from './follow.ts'

const PATH = '/content/v1'

const model = z.object({ provider: z.string(), model: z.string() })

const listed = z.object({
  id: z.string(),
  title: z.string(),
  content_type: z.enum(CONTENT_TYPES),
  updated_at: z.string(),
  is_being_written: z.boolean(),
  versions: z.number(),
  model: z.string().nullable(),
})
export type ListedDraft = z.output<typeof listed>

const draft = z.object({
  id: z.string(),
  title: z.string(),
  content_type: z.enum(CONTENT_TYPES),
  outline: z.string(),
  target_keyword: z.string(),
  audience: z.string(),
  meta_description: z.string(),
  suggested_tags: z.array(z.string()),
  version: z.number(),
  is_being_written: z.boolean(),
})
const kind = z.enum(['person', 'model', 'brief'])
const open = z.object({
  draft,
  current: z.object({ no: z.number(), content: z.string(), kind }).nullable(),
  versions: z.array(
    z.object({
      no: z.number(),
      kind,
      is_whole: z.boolean(),
      author: z.string().nullable(),
      model: z.string().nullable(),
      /** The version in which the model rewrote a passage; null: the whole text is of its kind. */
      rewrites: z
        .number()
        .nullish()
        .transform((one) => one ?? null),
      characters: z.number(),
      created_at: z.string(),
    }),
  ),
  /** Said of the text for as long as it holds. */
  label: z.string().nullable(),
  /** What is missing since the writing stopped; `fits` is false where the outline was changed since. */
  unfinished: z
    .object({ section: z.number(), sections: z.number(), heading: z.string(), fits: z.boolean() })
    .nullish()
    .transform((one) => one ?? null),
})
/** A draft with its newest text. */
export type OpenDraft = z.output<typeof open>

const news = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('plan'), sections: z.array(z.object({ heading: z.string(), words: z.number() })) }),
  z.object({ kind: z.literal('section'), index: z.number(), heading: z.string() }),
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('done'), no: z.number(), version: z.number(), note: z.string().optional() }),
  z.object({ kind: z.literal('failed'), code: z.string(), message: z.string(), kept: z.number().nullable() }),
])
/** What is heard while a text is written. */
export type WritingNews = z.output<typeof news>

export type DraftFields = {
  title: string
  outline: string
  target_keyword: string
  audience: string
  content_type: ContentType
}
export type SavedDraft = DraftFields & {
  meta_description: string
  suggested_tags: string[]
  content: string
  version: number
}

const list = z.object({ drafts: z.array(listed), model: model.nullable() })
/** The last changed first, and the model that would write now. @throws {VaultError} `not_allowed` */
export const listDrafts = async (api: VaultApi): Promise<z.output<typeof list>> =>
  list.parse(await read(api, `${PATH}/drafts`))

export const readDraft = async (api: VaultApi, id: string): Promise<OpenDraft> =>
  open.parse(await read(api, `${PATH}/drafts/${id}`))

export const readDraftVersion = async (api: VaultApi, id: string, no: number): Promise<string> =>
  z.object({ content: z.string() }).parse(await read(api, `${PATH}/drafts/${id}/versions/${no}`)).content

/** @returns its id */
export const addDraft = async (api: VaultApi, fields: DraftFields): Promise<string> =>
  z.object({ id: z.string() }).parse(await api.post(`${PATH}/drafts`, fields)).id

/** @returns the version. @throws {VaultError} `changed_meanwhile` */
export const saveDraft = async (api: VaultApi, id: string, saved: SavedDraft): Promise<number> =>
  z.object({ version: z.number() }).parse(await send(api, 'PUT', `${PATH}/drafts/${id}`, saved)).version

export async function removeDraft(api: VaultApi, id: string): Promise<void> {
  await api.fetch(`${PATH}/drafts/${id}`, { method: 'DELETE' })
}

/** Has a text written and hears how far it is. Ending `signal` stops the model; what came is kept. */
export async function writeDraft(
  api: VaultApi,
  id: string,
  { version, continues, facts = [], signal, onNews }: WritingOrder,
): Promise<void> {
  const order = { version, ...(continues && { continues }), ...(facts.length > 0 && { facts }) }
  for await (const heard of follow(api, `${PATH}/drafts/${id}/writing`, order, signal)) onNews(news.parse(heard))
}

export type ChosenFact = { source: string; no: number }
export type WritingOrder = {
  version: number
  /** Only the sections that are missing since the writing stopped, after the text as it is now. */
  continues: boolean
  /** Sentences of sources that the model is given. */
  facts?: readonly ChosenFact[]
  signal: AbortSignal
  onNews: (heard: WritingNews) => void
}

export type NamedFile = { name: string; file: Blob }

/** What the server says of the text of a model, signed. */
export async function exportRecord(api: VaultApi, id: string): Promise<NamedFile> {
  const response = await api.fetch(`${PATH}/drafts/${id}/record`, { method: 'GET' })
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return { name: name === undefined ? 'content.record.json' : decodeURIComponent(name), file: await response.blob() }
}
