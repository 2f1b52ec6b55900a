import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { type Place, readPlace } from './place.ts'

/** The part of the vault that is open. */
export function usePlace(): Place {
  const [parameters] = useSearchParams()
  return useMemo(() => readPlace(parameters), [parameters])
}
