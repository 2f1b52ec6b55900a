import type { EvidenceParts } from '#ledger/evidence/bundle.ts'
import { zipStream } from '#vault/transfer/zip-stream.ts'

/** A bundle of evidence as a file: `evidence-2026-11-24.zip`. */
export async function evidenceArchive(parts: EvidenceParts, madeAt: Date): Promise<File> {
  const entries = [...parts].map(([path, bytes]) => ({
    path,
    modifiedAt: () => madeAt,
    async *content() {
      yield new Uint8Array(bytes)
    },
  }))
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for await (const piece of zipStream(entries)) pieces.push(piece)
  return new File(pieces, `evidence-${madeAt.toISOString().slice(0, 10)}.zip`, { type: 'application/zip' })
}
