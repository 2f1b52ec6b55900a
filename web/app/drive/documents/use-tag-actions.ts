import { useQueryClient } from '@tanstack/react-query'
import type { FileTag, VaultTag } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '../../vault-context.ts'

const text = m.documents.toast

/** Making and deleting tags, and putting them on files. */
export function useTagActions() {
  const { tags } = useVault()
  const queries = useQueryClient()

  const run = async (work: () => Promise<unknown>, said: { done: string; failed: string }) => {
    try {
      await work()
      toastDone(said.done)
    } catch (error) {
      toastError(m.files.toast.error, m.files.because(said.failed, sentenceFor(error)))
    } finally {
      // The lists show their own failure.
      for (const key of ['tags', 'file-tags']) void queries.invalidateQueries({ queryKey: [key] })
    }
  }
  return {
    create: (tag: { name: string; color: string }) =>
      void run(() => tags.create(tag), { done: text.tagCreated, failed: text.createFailed }),
    remove: ({ id }: VaultTag) => void run(() => tags.remove(id), { done: text.tagDeleted, failed: text.deleteFailed }),
    add: (pair: FileTag) => void run(() => tags.addToFile(pair), { done: text.tagAdded, failed: text.addFailed }),
    take: (pair: FileTag) =>
      void run(() => tags.removeFromFile(pair), { done: text.tagRemoved, failed: text.removeFailed }),
  }
}
export type TagActions = ReturnType<typeof useTagActions>
