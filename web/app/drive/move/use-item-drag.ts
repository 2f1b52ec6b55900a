import { type DragEvent, useRef } from 'react'
import { m } from '#web/messages/app.ts'
import { useDropTargets, setDragLabel } from '#web/ui/form/drag-and-drop.ts'
import { whyNotMove, type FolderTree } from '../folders/folder-tree.ts'
import type { Item } from '../item.ts'

/** Of what is dragged within the page; browsers write types in small letters. */
const TYPE = 'application/x-quantumshield-items'

type Options = { tree: FolderTree; onMove: (items: readonly Item[], to: string | null) => void }

/** Lets rows be dragged onto folders and onto the way up in the header. @returns starts the drag of `items`. */
export function useItemDrag({ tree, onMove }: Options) {
  const dragged = useRef<readonly Item[]>([])
  useDropTargets({
    type: TYPE,
    canDrop: (id) => whyNotMove(tree, dragged.current, id || null) === null,
    onDrop: (id) => onMove(dragged.current, id || null),
  })
  return (items: readonly Item[], { dataTransfer }: DragEvent) => {
    dragged.current = items
    dataTransfer.setData(TYPE, '')
    dataTransfer.effectAllowed = 'move'
    setDragLabel(dataTransfer, m.items.named(items.map(({ name }) => name)))
  }
}
