import { z } from 'zod'

/** So many fit into a request to verify, next to the longest text. */
export const MAX_EARLIER_RECORDS = 30

export const modelRecord = z.object({
  /** JSON, whose exact bytes are signed. */
  statement: z.string().max(16_384),
  signature: z.base64().max(8192),
  /** The thumbprint of the key. */
  key: z.string().max(100),
})
/** The record of the newest version of a model, with those of the versions before. */
export const recordFile = modelRecord.extend({ earlier: z.array(modelRecord).max(MAX_EARLIER_RECORDS).optional() })
export type RecordFile = z.output<typeof recordFile>
