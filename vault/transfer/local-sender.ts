import type { VaultApi } from '../session/api.ts'
import type { ContentKeys } from './content-keys.ts'
import { createContentSealer, leavesOfParts } from './seal-parts.ts'
import { type Report, createUpload, missingParts, sendParts, sendWhole } from './send-content.ts'
import type { PartSender } from './upload-content.ts'

/** Seals and sends in this thread. */
export function createLocalSender(
  api: VaultApi,
  keys: ContentKeys,
  { source, report }: { source: Blob; report: Report },
): PartSender {
  return {
    createUpload: (signal) => createUpload(api, keys, signal),
    missingParts: (path, signal) => missingParts(api, { path, sizeBytes: source.size, signal }),
    sendRun: (path, run, signal) => sendParts(api, keys, { path, source, run, signal, report }),
    sealRun: async (run, signal) => leavesOfParts(await createContentSealer(keys), { source, run, signal }),
    sendWhole: (signal) => sendWhole(api, keys, { source, signal, report }),
  }
}
