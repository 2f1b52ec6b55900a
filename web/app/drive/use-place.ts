import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type Place, placeOf } from './place.ts'

/** The part of the vault that is open; the same object while it is, whatever is searched for there. */
export function usePlace(): Place {
  const [parameters] = useSearchParams()
  const [view, folderId] = [parameters.get('view'), parameters.get('folder')]
  return useMemo(() => placeOf(view, folderId), [view, folderId])
}
