import type { ComplianceDocument } from '#contract/compliance/compliance-documents.ts'
import { formatBytes } from '#contract/format-bytes.ts'
import { saveBlob } from '#web/lib/files/save-text.ts'
import { compliance } from '#web/messages/site/compliance.ts'

const text = compliance.documents

export type Outcome = { tone: 'done' | 'error'; said: string }

/** Asks the server to make a document and saves it. @returns what to say about it; a refusal is an outcome. */
export async function downloadDocument(name: ComplianceDocument): Promise<Outcome> {
  const response = await fetch(addressOf(name)).catch((error: unknown) => {
    console.warn(error)
    return undefined
  })
  if (!response) return failed(text.offline)
  if (response.status === 429) return failed(text.tooMany(Number(response.headers.get('retry-after') ?? '60')))
  if (!response.ok) return failed(text.status(response.status))
  const blob = await response.blob()
  saveBlob(name, blob)
  return { tone: 'done', said: text.saved(formatBytes(blob.size)) }
}

export const addressOf = (name: ComplianceDocument): string => `/compliance/documents/${name}`

const failed = (why: string): Outcome => ({ tone: 'error', said: text.failed(why) })
