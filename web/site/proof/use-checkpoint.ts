import { useEffect, useState } from 'react'
import { type PublicCheckpoint, readPublicCheckpoint } from './public-checkpoint.ts'

/** What the server signed last of its public log; null until it is there, and where it cannot be read. */
export function useCheckpoint(): PublicCheckpoint | null {
  const [checkpoint, setCheckpoint] = useState<PublicCheckpoint | null>(null)
  useEffect(() => {
    let isWanted = true
    readPublicCheckpoint().then(
      (read) => isWanted && setCheckpoint(read),
      (error: unknown) => console.warn(error),
    )
    return () => {
      isWanted = false
    }
  }, [])
  return checkpoint
}
