import { useState } from 'react'

/**
 * A form over something that others change as well: what its fields began with, and whether somebody has stored a later version meanwhile.
 * `take` begins the fields again with that one, `keep` leaves what was typed and overwrites it.
 */
export function useSeen<Stored extends { version: number }>(stored: Stored | null) {
  const [seen, setSeen] = useState(stored)
  const [shown, setShown] = useState(stored)
  return {
    shown,
    seen,
    version: seen?.version ?? 0,
    isChanged: (stored?.version ?? 0) > (seen?.version ?? 0),
    take: () => {
      setSeen(stored)
      setShown(stored)
    },
    keep: () => setSeen(stored),
    saved: setSeen,
  }
}
