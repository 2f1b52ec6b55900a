import { useCallback, useEffect, useState } from 'react'
import { CERTIFICATION_COLUMNS, type Certification } from '#contract/certification-state.ts'

type Records = { status: 'loading' } | { status: 'failed' } | { status: 'read'; records: Certification[] }

/** The records as the server has them now; and what reads them again. */
export function useCertifications(): [Records, () => void] {
  const [found, setFound] = useState<Records>({ status: 'loading' })
  const read = useCallback(() => {
    setFound({ status: 'loading' })
    fetchRecords().then(
      (records) => setFound({ status: 'read', records }),
      (error: unknown) => {
        console.warn(error)
        setFound({ status: 'failed' })
      },
    )
  }, [])
  useEffect(read, [read])
  return [found, read]
}

async function fetchRecords(): Promise<Certification[]> {
  const response = await fetch(`/rest/v1/certifications?select=${CERTIFICATION_COLUMNS}&order=position,name`)
  if (!response.ok) throw new Error(`certifications answered ${response.status}`)
  return (await response.json()) as Certification[]
}
