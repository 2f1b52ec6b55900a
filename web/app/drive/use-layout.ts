import { useState } from 'react'
import { useAccountState } from '../vault-context.ts'

export type FileLayout = 'list' | 'tiles'

/** How this person looks at files on this device. A browser that keeps nothing shows the list. */
export function useLayout(): [FileLayout, (layout: FileLayout) => void] {
  const account = useAccountState()
  const key = `quantumshield-layout-${account.kind === 'open' ? account.userId : ''}`
  const [layout, setLayout] = useState<FileLayout>(() => (read(key) === 'tiles' ? 'tiles' : 'list'))
  return [
    layout,
    (next) => {
      setLayout(next)
      try {
        localStorage.setItem(key, next)
      } catch {
        // Storage is full or forbidden: the choice lasts as long as the page.
      }
    },
  ]
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
