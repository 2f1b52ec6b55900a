import { useEffect, useState } from 'react'
import type { PublicGuide, PublicPart } from '#contract/documentation/own-guides.ts'

let guides: Promise<PublicGuide[]> | undefined
let parts: Promise<PublicPart[]> | undefined

/** The guides that the organisation of this server wrote, asked once for each page. */
export function ownGuides(): Promise<PublicGuide[]> {
  guides ??= read<{ guides: PublicGuide[] }>('/documentation/v1/published').then((answer) => answer.guides)
  return guides
}

/** Their texts, for the search. */
export function ownParts(): Promise<PublicPart[]> {
  parts ??= read<{ parts: PublicPart[] }>('/documentation/v1/published/parts').then((answer) => answer.parts)
  return parts
}

/** The answer comes from the server of this page, which made it of its own rows. */
async function read<Answer>(address: string): Promise<Answer> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return (await response.json()) as Answer
}

const NONE: readonly PublicGuide[] = []

/** None until they are there, in the prerendered page, and where they cannot be read: the guides of the software are there without them. */
export function useOwnGuides(): readonly PublicGuide[] {
  const [guides, setGuides] = useState(NONE)
  useEffect(() => {
    let isWanted = true
    ownGuides().then(
      (found) => isWanted && setGuides(found),
      (error: unknown) => console.warn(error),
    )
    return () => {
      isWanted = false
    }
  }, [])
  return guides
}
