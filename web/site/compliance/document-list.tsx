import { clsx } from 'clsx'
import { Download } from 'lucide-react'
import { type MouseEvent, useEffect, useState } from 'react'
import { COMPLIANCE_DOCUMENTS, type ComplianceDocument } from '#contract/compliance/compliance-documents.ts'
import { formatBytes } from '#contract/format-bytes.ts'
import { compliance } from '#web/messages/site/compliance.ts'
import { ButtonLink } from '#web/ui/site/button-link.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { addressOf, downloadDocument, type Outcome } from './download-document.ts'

const text = compliance.documents
const NAMES = Object.keys(COMPLIANCE_DOCUMENTS) as ComplianceDocument[]

type Sizes = Partial<Record<ComplianceDocument, number | null>>

/** The documents, as links that work without a script; with one, they say how far they are. */
export function DocumentList() {
  const sizes = useSizes()
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {NAMES.map((name) => (
        <DocumentRow key={name} name={name} bytes={sizes[name]} />
      ))}
    </ul>
  )
}

function DocumentRow({ name, bytes }: { name: ComplianceDocument; bytes: number | null | undefined }) {
  const [outcome, setOutcome] = useState<Outcome | 'making' | null>(null)
  const isMaking = outcome === 'making'
  const download = (event: MouseEvent) => {
    event.preventDefault()
    if (isMaking) return
    setOutcome('making')
    void downloadDocument(name).then(setOutcome)
  }
  const format = [text.formats[name], bytes === null ? text.live : bytes === undefined ? '' : formatBytes(bytes)]
  return (
    <li className="grid gap-x-6 gap-y-3 p-5 sm:grid-cols-[1fr_auto] sm:items-center">
      <div className="min-w-0">
        <Heading as="h3" look="small">
          {text.titles[name]}
        </Heading>
        <Text tone="soft" className="mt-1 max-w-[68ch]">
          {text.texts[name]}
        </Text>
        <Text tone="hint" size="xs" className="mt-1 tabular-nums">
          {format.filter(Boolean).join(', ')}
        </Text>
      </div>
      <ButtonLink
        href={addressOf(name)}
        download={name}
        variant="outline"
        size="md"
        onClick={download}
        aria-label={text.downloadOf(text.titles[name])}
        className={clsx('min-w-32 justify-self-start', isMaking && 'opacity-60')}
        {...(isMaking ? { 'aria-busy': true } : {})}
      >
        {isMaking ? <Spinner /> : <Download size={16} aria-hidden="true" />}
        {isMaking ? text.making : text.download}
      </ButtonLink>
      {outcome !== null && outcome !== 'making' && (
        <div className="sm:col-span-2">
          <Notice tone={outcome.tone}>{outcome.said}</Notice>
        </div>
      )}
    </li>
  )
}

/** Sizes of what is made already. Without them a row names its format only, so a failure needs no word. */
function useSizes(): Sizes {
  const [sizes, setSizes] = useState<Sizes>({})
  useEffect(() => {
    fetchSizes().then(setSizes, (error: unknown) => console.warn(error))
  }, [])
  return sizes
}

async function fetchSizes(): Promise<Sizes> {
  const response = await fetch('/compliance/documents')
  if (!response.ok) throw new Error(`documents answered ${response.status}`)
  const { documents } = (await response.json()) as { documents: { name: ComplianceDocument; bytes: number | null }[] }
  return Object.fromEntries(documents.map(({ name, bytes }) => [name, bytes]))
}
