import { z } from 'zod'
import { fromBase64Url } from '#crypto/encoding.ts'
import { recordFile } from '#contract/studio/records-wire.ts'
import { verifyModelText } from '#crypto/model-text/model-text.ts'
import type { VaultApi } from '#vault/session/api.ts'
import { read } from './follow.ts'

const keys = z.object({ keys: z.array(z.object({ kid: z.string(), pub: z.string() })).min(1) })

const facts = z.object({
  model: z.string(),
  /** When it was signed. */
  at: z.string(),
  /** Id of the person who had it written. */
  editor: z.string(),
  promptSha256: z.string(),
  version: z.number(),
  /** Hash of each text, where there are several. */
  parts: z.array(z.string()).optional(),
  continues: z.object({ version: z.number() }).optional(),
  rewrites: z.object({ version: z.number() }).optional(),
})
export type RecordFacts = z.output<typeof facts>

/** `unreadable`: the record is none. `facts`: what a record says that is signed; undefined where it is not signed. */
export type RecordCheck = 'unreadable' | { isSigned: boolean; isSameText: boolean; facts: RecordFacts | undefined }

/** Checks a text with its record, in this browser: only the published key of the installation is asked for. @param record the file, as JSON */
export async function checkRecord(api: VaultApi, content: string, record: string): Promise<RecordCheck> {
  const file = recordFile.safeParse(jsonOf(record)).data
  if (!file) return 'unreadable'
  const { keys: all } = keys.parse(await read(api, '/content/v1/keys'))
  const key = all.find(({ kid }) => kid === file.key) ?? all[0]!
  const { isSigned, isSameText, statement } = await verifyModelText(content, file, fromBase64Url(key.pub))
  return { isSigned, isSameText, facts: isSigned ? facts.safeParse(statement).data : undefined }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
