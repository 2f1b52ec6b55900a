import { useEffect, useState } from 'react'
import { documentation } from '#web/messages/site/documentation.ts'
import { SiteLink } from '#web/ui/site/site-link.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { DocumentationFrame } from '../documentation-frame.tsx'
import { EndpointPart } from './endpoint-part.tsx'
import { OtherServices } from './other-services.tsx'
import { TokenCard } from './token-card.tsx'
import { type Endpoint, endpointsOf, type OpenApi } from './open-api.ts'
import { readDocument } from './try-out.ts'

const text = documentation.reference

type Reference = 'loading' | { problem: string } | { endpoints: Endpoint[]; token: string }

/** Tables and functions of this server, as its own OpenAPI document describes them, to try out. */
export function Component() {
  const [reference, setReference] = useState<Reference>('loading')
  useEffect(() => void readReference('').then(setReference), [])
  const readAgain = (token: string) => {
    setReference('loading')
    void readReference(token).then(setReference)
  }
  return (
    <DocumentationFrame>
      <Heading as="h1" look="sitePage">
        {text.title}
      </Heading>
      <Text tone="soft" size="lead" className="mt-3 max-w-[42rem]">
        {text.lead}
      </Text>
      <Text tone="soft" size="base" className="mt-3 max-w-[68ch]">
        <SiteLink href="/documentation/call-the-api">{text.guide}</SiteLink>
      </Text>
      <TokenCard isBusy={reference === 'loading'} onToken={readAgain} />
      <div className="mt-8 min-h-[60dvh]">
        <Endpoints reference={reference} />
        <OtherServices />
      </div>
    </DocumentationFrame>
  )
}

function Endpoints({ reference }: { reference: Reference }) {
  const [filter, setFilter] = useState('')
  if (reference === 'loading') {
    return (
      <Text tone="soft" size="base" aria-live="polite">
        {text.loading} {text.withoutScript} <SiteLink href="/rest/v1/">/rest/v1/</SiteLink>
      </Text>
    )
  }
  if ('problem' in reference) return <Notice tone="error">{text.failed(reference.problem)}</Notice>
  const { endpoints, token } = reference
  const found = endpoints.filter(({ path }) => path.includes(filter.trim().toLowerCase()))
  return (
    <>
      <SearchField
        label={text.filter}
        clearLabel={text.clear}
        value={filter}
        onChange={setFilter}
        className="max-w-[42rem]"
      />
      <Text tone="hint" className="mt-2" aria-live="polite">
        {found.length === 0 ? text.none : text.endpoints(found.length)}
      </Text>
      {(['table', 'function'] as const).map((kind) => {
        const own = found.filter((endpoint) => endpoint.kind === kind)
        return (
          own.length > 0 && (
            <section key={kind} className="mt-6">
              <Heading look="siteCell">{kind === 'table' ? text.tables : text.functions}</Heading>
              <div className="mt-2 border-y border-line">
                {own.map((endpoint) => (
                  <EndpointPart key={endpoint.id} endpoint={endpoint} token={token} />
                ))}
              </div>
            </section>
          )
        )
      })}
    </>
  )
}

async function readReference(token: string): Promise<Reference> {
  const read = await readDocument(token)
  return 'problem' in read ? read : { endpoints: endpointsOf(read.document as OpenApi), token }
}
