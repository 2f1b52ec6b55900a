import { useState } from 'react'
import { commandKey, isTyping, usePageKeys } from '#web/lib/keys.ts'
import { m } from '#web/messages/app.ts'
import { toastDone } from '#web/ui/overlay/toast.tsx'
import { useSpace } from '../../spaces/space-scope.tsx'
import type { AskedCopy } from './copy-confirm.tsx'
import { useHeldItems } from './held-items.tsx'
import { type Item, placeOf } from '../item.ts'
import { planCopy } from './plan-copy.ts'
import { type CopySource, type CopyTarget, useCopy } from './use-copy.ts'
import type { Drive } from '../use-drive.ts'

const text = m.items.copy

/** Copies from one list: beside the originals, to a chosen place, or by Ctrl+C and Ctrl+V. */
export function useCopies({ drive, folderId }: { drive: Drive; folderId: string | null | undefined }) {
  const copy = useCopy()
  const held = useHeldItems()
  const [asked, setAsked] = useState<AskedCopy | null>(null)
  const space = useSpace()
  const sourceOf = (items: readonly Item[]) => ({ items, spaceId: space.id, plan: planCopy(items, drive) })
  const placeNamed = (id: string | null): CopyTarget => ({
    spaceId: space.id,
    folderId: id,
    name: drive.tree.get(id)?.name ?? space.name,
  })

  /** Folders that go to another space are shown with all that is in them before. */
  const copyOrAsk = (source: CopySource, to: CopyTarget) => {
    if (source.spaceId !== to.spaceId && source.plan.folders.length > 0) setAsked({ source, to })
    else void copy(source, to)
  }

  usePageKeys((event) => {
    const isPaste = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'v'
    if (!isPaste || folderId === undefined || !space.canEdit || isTyping(event) || !isOfPage(event.target)) return
    event.preventDefault()
    const source = held.read()
    if (source) copyOrAsk(source, placeNamed(folderId))
  })
  return {
    hold: (items: readonly Item[]) => {
      if (items.length === 0) return
      held.hold(sourceOf(items))
      const names = items.map(({ name }) => name)
      toastDone(text.held(names), text.heldText(commandKey()), 'held-items')
    },
    copyHere: (items: readonly Item[]) => {
      const [first] = items
      if (first) void copy(sourceOf(items), placeNamed(drive.tree.existing(placeOf(first))))
    },
    copyTo: (items: readonly Item[], to: CopyTarget) => copyOrAsk(sourceOf(items), to),
    /** What waits for a look, and what follows it. */
    asked,
    confirm: ({ source, to }: AskedCopy) => void copy(source, to),
    forget: () => setAsked(null),
  }
}

/** Not in a dialog or menu over it. */
function isOfPage(target: EventTarget | null): boolean {
  return target instanceof Element && (target === document.body || target.closest('main') !== null)
}
