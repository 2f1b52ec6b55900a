import { useEffect, useRef } from 'react'
import type { SharedFile } from '#web/lib/remote/vault-client.ts'
import { m } from '#web/messages/app.ts'
import { toastDone } from '#web/ui/overlay/toast.tsx'

/** What this person took from the list is gone without a word about it. */
const left = new Set<string>()
export const noteLeft = (id: string): void => void left.add(id)

/** Says which files others took away while the list was looked at: a row that vanishes leaves one wondering. */
export function useVanished(list: readonly SharedFile[] | undefined): void {
  const shown = useRef<readonly SharedFile[]>([])
  useEffect(() => {
    if (!list) return
    const present = new Set(list.map(({ id }) => id))
    const gone = shown.current.filter(({ id }) => !present.has(id) && !left.has(id))
    shown.current = list
    const text = m.sharing.page
    const names = gone.map(({ name }) => name ?? text.unknownFile)
    if (names.length > 0) toastDone(text.vanished(names), text.vanishedText)
  }, [list])
}
