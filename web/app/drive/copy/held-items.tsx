import { createContext, use, useRef, useState, type ReactNode } from 'react'
import type { CopySource } from './use-copy.ts'

type Held = { read: () => CopySource | null; hold: (source: CopySource) => void }

const HeldContext = createContext<Held>({ read: () => null, hold: () => undefined })

/** Remembers what Ctrl+C was pressed on, also while the person goes to another folder or space. */
export function HeldProvider({ children }: { children: ReactNode }) {
  const source = useRef<CopySource>(null)
  const [held] = useState((): Held => ({
    read: () => source.current,
    hold: (wanted) => {
      source.current = wanted
    },
  }))
  return <HeldContext value={held}>{children}</HeldContext>
}

export function useHeldItems() {
  return use(HeldContext)
}
