import { toastUndo } from '#web/ui/overlay/toast.tsx'
import { useAction } from './use-action.ts'

/** `version`: what was seen. `name` tells entries apart whose words are the same. */
type Change = { id: string; version: number; isArchived: boolean; name: string }
type Words = { archived: string; restored: string; failed: string }

/**
 * Archives an entry and restores it. What was archived is restored from the toast that says so.
 * @param write returns the version that the entry has then
 */
export function useArchive(
  write: (change: Change) => Promise<number>,
  { archived, restored, failed }: Words,
  keys: readonly string[],
): { set: (change: Change) => void; isPending: boolean } {
  const restore = useAction(write, { done: restored, failed, keys })
  const archive = useAction(async (change: Change) => ({ ...change, version: await write(change) }), {
    done: () => undefined,
    failed,
    keys,
    onDone: (change) => {
      toastUndo(archived, { description: change.name, onUndo: () => restore.mutate({ ...change, isArchived: false }) })
    },
  })
  return {
    set: (change) => (change.isArchived ? archive : restore).mutate(change),
    isPending: archive.isPending || restore.isPending,
  }
}
