import { dropIdAt } from '#web/ui/form/drag-and-drop.ts'
import { useEffect, useEffectEvent, useState } from 'react'

export type Dropped = {
  files: File[]
  folders: FileSystemEntry[]
  /** The drop target under the pointer, see `drag-and-drop.ts`. */
  dropId: string | undefined
}

/** Makes the whole window a drop target; true while files hang over it. */
export function useWindowDrop(onDrop: (dropped: Dropped) => void): boolean {
  const [isOver, setOver] = useState(false)
  const drop = useEffectEvent((transfer: DataTransfer, dropId: string | undefined) => {
    const items = [...transfer.items].filter(({ kind }) => kind === 'file')
    // Both are there during the event only.
    const folders = items.flatMap((item) => item.webkitGetAsEntry() ?? []).filter(({ isDirectory }) => isDirectory)
    const files = items.flatMap((item) => (item.webkitGetAsEntry()?.isDirectory ? [] : (item.getAsFile() ?? [])))
    onDrop({ files, folders, dropId })
  })

  useEffect(() => {
    // dragenter and dragleave fire for every element on the way; only the balance says whether the pointer left the window.
    let depth = 0
    const leave = () => {
      depth = 0
      setOver(false)
    }
    const listeners = {
      dragenter: () => {
        depth += 1
        setOver(true)
      },
      dragleave: () => {
        depth -= 1
        if (depth <= 0) leave()
      },
      // The frame around all pages may have refused it a moment before, see `web/app/use-no-stray-drop.ts`.
      dragover: ({ dataTransfer }: DragEvent) => {
        if (dataTransfer) dataTransfer.dropEffect = 'copy'
      },
      drop: (event: DragEvent) => {
        leave()
        if (event.dataTransfer) drop(event.dataTransfer, dropIdAt(event))
      },
    }
    const guarded = Object.entries(listeners).map(([type, listener]) => {
      const guard = (event: Event) => {
        if (!(event instanceof DragEvent) || !event.dataTransfer?.types.includes('Files')) return
        event.preventDefault()
        listener(event)
      }
      addEventListener(type, guard)
      return () => removeEventListener(type, guard)
    })
    return () => guarded.forEach((remove) => remove())
  }, [])

  return isOver
}
