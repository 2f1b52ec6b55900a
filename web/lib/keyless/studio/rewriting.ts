import { z } from 'zod'
import type { ContentType } from '#contract/studio/content.ts'
import type { RewriteWay } from '#contract/studio/rewriting.ts'
import type { VaultApi } from '#vault/session/api.ts'
import type { ChosenFact, DraftFields, SavedDraft } from './drafts.ts'
import { follow } from './follow.ts'
import { type Leaving, leaving } from './leaving.ts'

const PATH = '/content/v1'

const news = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('done'), passage: z.string(), model: z.string(), ticket: z.string() }),
  z.object({ kind: z.literal('failed'), code: z.string(), message: z.string() }),
])
/** News of a passage that is rewritten. */
export type RewriteNews = z.output<typeof news>

export type RewriteFields = {
  /** The draft that it is in, where that is saved. */
  draft?: string | undefined
  title: string
  audience: string
  content_type: ContentType
  way: RewriteWay
  instruction: string
  passage: string
  before: string
  after: string
}
export type RewriteOrder = { signal: AbortSignal; onNews: (heard: RewriteNews) => void }

/** Has a passage rewritten and hears it as it comes. Ending `signal` stops the model. @throws {VaultError} */
export async function rewritePassage(
  api: VaultApi,
  fields: RewriteFields,
  { signal, onNews }: RewriteOrder,
): Promise<void> {
  for await (const heard of follow(api, `${PATH}/rewritings`, fields, signal)) onNews(news.parse(heard))
}

export const previewRewriting = async (api: VaultApi, fields: RewriteFields): Promise<Leaving> =>
  leaving.parse(await api.post(`${PATH}/rewriting-previews`, fields))

/** @property continues a draft whose writing stopped, with its text as it is typed now: only the missing sections are asked for */
type PreviewedFields = DraftFields & {
  facts?: readonly ChosenFact[]
  continues?: { draft: string; content: string } | undefined
}

/** Prompts for a whole text, or for what is missing of one, as they would leave. */
export const previewWriting = async (api: VaultApi, fields: PreviewedFields): Promise<Leaving> =>
  leaving.parse(await api.post(`${PATH}/previews`, fields))

/** @property from place of the original in `content`, in UTF-16 code units, to `to` */
export type TakenPassage = SavedDraft & { from: number; to: number; passage: string; ticket: string }

/** Saves a draft, and puts a rewritten passage in its place. @throws {VaultError} `changed_meanwhile` */
export const takePassage = async (
  api: VaultApi,
  id: string,
  taken: TakenPassage,
): Promise<{ no: number; version: number }> =>
  z.object({ no: z.number(), version: z.number() }).parse(await api.post(`${PATH}/drafts/${id}/rewritings`, taken))
