import { useEffect, useEffectEvent } from 'react'

/** Marks an element that takes what is dragged, by its id; '' is an id like any other. */
export const dropTarget = (id: string) => ({ 'data-drop-id': id })

/** The id of the drop target under the pointer; undefined when there is none. */
export function dropIdAt(event: Event): string | undefined {
  return targetOf(event)?.dataset['dropId']
}

type Options = {
  /** Of the DataTransfer, as it was set when the drag began. */
  type: string
  /** Whether what hangs on the pointer may go there. */
  canDrop: (id: string) => boolean
  onDrop: (id: string) => void
}

/** Lets drags of one type end on drop targets, wherever on the page those are; the one under the pointer is shown. */
export function useDropTargets({ type, canDrop, onDrop }: Options): void {
  const takes = useEffectEvent(canDrop)
  const drop = useEffectEvent(onDrop)
  useEffect(() => {
    let shown: HTMLElement | undefined
    const show = (target: HTMLElement | undefined) => {
      if (target === shown) return
      shown?.removeAttribute('data-drop-over')
      target?.setAttribute('data-drop-over', '')
      shown = target
    }
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes(type)) return
      const target = targetOf(event)
      const isTaken = target !== undefined && takes(target.dataset['dropId'] ?? '')
      show(isTaken ? target : undefined)
      if (!isTaken) return
      event.preventDefault()
      // A file of the desktop is copied: a drag that allows no move would end without a drop.
      event.dataTransfer.dropEffect = type === 'Files' ? 'copy' : 'move'
    }
    const dropped = (event: DragEvent) => {
      const id = shown?.dataset['dropId']
      show(undefined)
      if (!event.dataTransfer?.types.includes(type) || id === undefined) return
      event.preventDefault()
      drop(id)
    }
    const end = () => show(undefined)
    addEventListener('dragover', over)
    addEventListener('drop', dropped)
    addEventListener('dragend', end)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('drop', dropped)
      removeEventListener('dragend', end)
    }
  }, [type])
}

function targetOf({ target }: Event): HTMLElement | undefined {
  const found = target instanceof Element ? target.closest('[data-drop-id]') : null
  return found instanceof HTMLElement ? found : undefined
}

/** Lets a small label hang on the pointer instead of a picture of the whole row. */
export function setDragLabel(transfer: DataTransfer, text: string): void {
  const label = document.createElement('div')
  label.textContent = text
  label.className =
    'fixed -top-20 left-0 max-w-64 truncate rounded-md bg-brand px-3 py-1.5 text-sm font-semibold text-brand-ink'
  document.body.append(label)
  transfer.setDragImage(label, -12, -8)
  // The browser takes its picture after the event.
  setTimeout(() => label.remove())
}
