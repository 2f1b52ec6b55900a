import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { FileView } from '#web/lib/remote/vault-client.ts'
import { useVault } from '#web/parts/vault/vault-context.ts'
import { filesQuery } from '../files.queries.ts'

export type Opened<T> = { value?: T; error?: unknown }

/** How one kind of file is opened: an own one, one that is shared with me, an earlier version. Stays the same function. */
export type OpenView = (id: string) => Promise<FileView>

/** Opens a file to look at it, and closes it with the component. */
export function useView(openView: OpenView, id: string): Opened<FileView> {
  const { files } = useVault()
  const queries = useQueryClient()
  const [opened, setOpened] = useState<Opened<FileView>>({})
  useEffect(() => {
    let view: FileView | undefined
    let isOver = false
    const open = async () => {
      try {
        view = await openView(id)
        if (isOver) view.close()
        else setOpened({ value: view })
      } catch (error) {
        setOpened({ error })
      }
    }
    void open()
    return () => {
      isOver = true
      view?.close()
      // The time of its last use has changed.
      void queries.invalidateQueries(filesQuery(files))
    }
  }, [files, queries, openView, id])
  return opened
}

/** Reads something of an open file, once. */
export function useRead<T>(read: () => Promise<T>): Opened<T> {
  const [result, setResult] = useState<Opened<T>>({})
  const [start] = useState(() => read)
  useEffect(() => {
    let isOver = false
    start().then(
      (value) => !isOver && setResult({ value }),
      (error: unknown) => !isOver && setResult({ error }),
    )
    return () => {
      isOver = true
    }
  }, [start])
  return result
}
