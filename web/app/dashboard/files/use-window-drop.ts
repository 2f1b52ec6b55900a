import { useEffect, useEffectEvent, useState } from 'react'

type Options = { onFiles: (files: File[]) => void; onFolder: () => void }

/** Makes the whole window a drop target; true while files hang over it. */
export function useWindowDrop({ onFiles, onFolder }: Options): boolean {
  const [isOver, setOver] = useState(false)
  const drop = useEffectEvent((transfer: DataTransfer) => {
    const entries = [...transfer.items].filter(({ kind }) => kind === 'file')
    const files = entries.flatMap((item) => (item.webkitGetAsEntry()?.isDirectory ? [] : (item.getAsFile() ?? [])))
    if (files.length < entries.length) onFolder()
    if (files.length > 0) onFiles(files)
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
      dragover: () => undefined,
      drop: ({ dataTransfer }: DragEvent) => {
        leave()
        if (dataTransfer) drop(dataTransfer)
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
