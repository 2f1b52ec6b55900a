import { useCallback, useEffect, useState } from 'react'
import { CERTIFICATION_COLUMNS, type Certification } from '#contract/compliance/certification-state.ts'

type Records =
  | { status: 'loading' }
  | { status: 'failed' }
  /** `today` as `YYYY-MM-DD`, when they were read. */
  | { status: 'read'; records: Certification[]; today: string }

/** The records as the server has them now; and what reads them again. */
export function useCertifications(): [Records, () => void] {
  const [found, setFound] = useState<Records>({ status: 'loading' })
  const read = useCallback(() => void readRecords().then(setFound), [])
  useEffect(read, [read])
  const readAgain = () => {
    setFound({ status: 'loading' })
    read()
  }
  return [found, readAgain]
}

async function readRecords(): Promise<Records> {
  try {
    const response = await fetch(`/rest/v1/certifications?select=${CERTIFICATION_COLUMNS}&order=position,name`)
    if (!response.ok) throw new Error(`certifications answered ${response.status}`)
    const records = (await response.json()) as Certification[]
    return { status: 'read', records, today: new Date().toISOString().slice(0, 10) }
  } catch (error) {
    console.warn(error)
    return { status: 'failed' }
  }
}
