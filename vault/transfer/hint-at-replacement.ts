import type { VaultApi } from '../session/api.ts'
import { VaultError } from '../session/vault-error.ts'
import { lookAtReplacement } from './replaced-content.ts'
import type { UploadPlan } from './upload-plan.ts'

/**
 * Says that new content of a file looks like what an attack leaves, before the file gets it. The server counts it and decides nothing by it,
 * and no upload fails for it.
 */
export async function hintAtReplacement(
  api: VaultApi,
  { replaces, metadata }: Pick<UploadPlan, 'replaces' | 'metadata'>,
  content: Blob,
): Promise<void> {
  if (replaces === null) return
  try {
    const hint = await lookAtReplacement(content, metadata.name)
    if (hint) await api.rest('rpc/hint_replacement', { method: 'POST', body: { file: replaces, hint } })
  } catch (error) {
    // What is wrong with the connection or the file is said by the step after this one.
    if (!(error instanceof VaultError || error instanceof DOMException)) throw error
  }
}
