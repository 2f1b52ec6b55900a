import { useQueryClient } from '@tanstack/react-query'
import type { FileTag, VaultTag } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { sentenceFor } from '#web/messages/errors.ts'
import { toastDone, toastError } from '#web/ui/overlay/toast.tsx'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { fileTagsQuery, tagsQuery } from './tags.queries.ts'

type NewTag = { name: string; color: string }

/** Making and deleting tags, and putting them on files. */
export function useTagActions() {
  const text = m.documents.toast
  const vault = useVault()
  const { tags } = vault
  const queries = useQueryClient()
  const pairsKey = fileTagsQuery(vault).queryKey

  const run = async (work: () => Promise<unknown>, said: { done?: string; failed: string }) => {
    try {
      await work()
      if (said.done !== undefined) toastDone(said.done)
    } catch (error) {
      toastError(m.files.toast.error, m.files.because(said.failed, sentenceFor(error)))
    } finally {
      // The lists show their own failure.
      for (const key of ['tags', 'file-tags']) void queries.invalidateQueries({ queryKey: [key] })
    }
  }
  /** Shown at once, then done one after the other. */
  const put = (pairs: readonly FileTag[], isOn: boolean) => {
    const isMeant = (pair: FileTag) => pairs.some(({ fileId, tagId }) => pair.fileId === fileId && pair.tagId === tagId)
    void queries.cancelQueries({ queryKey: pairsKey })
    queries.setQueryData(pairsKey, (before = []) => [
      ...before.filter((pair) => !isMeant(pair)),
      ...(isOn ? pairs : []),
    ])
    return run(
      async () => {
        for (const pair of pairs) await (isOn ? tags.addToFile(pair) : tags.removeFromFile(pair))
      },
      {
        done: isOn ? text.added(pairs.length) : text.removed(pairs.length),
        failed: isOn ? text.addFailed : text.removeFailed,
      },
    )
  }
  return {
    create: (tag: NewTag) => void run(() => tags.create(tag), { done: text.tagCreated, failed: text.createFailed }),
    /** A new tag that these files have from the beginning. */
    createOn: (tag: NewTag, fileIds: readonly string[]) =>
      void run(
        async () => {
          const made = await tags.create(tag)
          queries.setQueryData(tagsQuery(tags).queryKey, (before) => before && [...before, made])
          await put(
            fileIds.map((fileId) => ({ fileId, tagId: made.id })),
            true,
          )
        },
        { failed: text.createFailed },
      ),
    remove: ({ id }: VaultTag) => void run(() => tags.remove(id), { done: text.tagDeleted, failed: text.deleteFailed }),
    add: (...pairs: FileTag[]) => void put(pairs, true),
    take: (...pairs: FileTag[]) => void put(pairs, false),
  }
}
export type TagActions = ReturnType<typeof useTagActions>
