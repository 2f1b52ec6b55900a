import type { ReactNode } from 'react'
import { compliance } from '#web/messages/site/compliance.ts'
import { Button } from '#web/ui/button/button.tsx'
import { ButtonLink } from '#web/ui/site/button-link.tsx'
import { HairlineCell, HairlineGrid } from '#web/ui/layout/hairline-grid.tsx'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { useContact } from '../contact/contact-context.tsx'
import { CheckpointLine } from '../proof/checkpoint-line.tsx'
import { useCheckpoint } from '../proof/use-checkpoint.ts'
import { useSiteConfig } from '../use-site-config.ts'
import { CertificationCards } from './certification-cards.tsx'
import { DocumentList } from './document-list.tsx'
import { FrameworkList } from './framework-list.tsx'

/** Certification records, documents of the running server, and what is true of each framework. */
export function Component() {
  const checkpoint = useCheckpoint()
  return (
    <>
      <SiteSection inner="pb-6! md:pb-8!">
        <Heading as="h1" look="sitePage">
          {compliance.title}
        </Heading>
        <Text size="lead" tone="soft" className="mt-4 max-w-[42rem]">
          {compliance.lead}
        </Text>
        <TeamAddress />
        <CheckpointLine checkpoint={checkpoint} />
      </SiteSection>
      <Part title={compliance.documents.title} lead={compliance.documents.lead}>
        <DocumentList />
      </Part>
      <Part title={compliance.requests.title}>
        <Requests />
      </Part>
      <Part title={compliance.frameworks.title} lead={compliance.frameworks.lead}>
        <FrameworkList />
      </Part>
      <Part title={compliance.records.title} lead={compliance.records.lead}>
        <CertificationCards />
      </Part>
    </>
  )
}

function Part({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <SiteSection inner="py-8! md:py-10!">
      <Heading look="siteSection">{title}</Heading>
      {lead && (
        <Text size="base" tone="soft" className="mt-2 max-w-[68ch]">
          {lead}
        </Text>
      )}
      <div className="mt-6">{children}</div>
    </SiteSection>
  )
}

function TeamAddress() {
  const config = useSiteConfig()
  // Room for the button, so that nothing moves when the address is known.
  return (
    <div className="mt-6 flex min-h-11 items-center">
      {config?.support_email && (
        <ButtonLink href={`mailto:${config.support_email}?subject=Compliance`}>{compliance.mail}</ButtonLink>
      )}
      {config && config.support_email === null && <Text tone="soft">{compliance.noAddress}</Text>}
    </div>
  )
}

function Requests() {
  const contact = useContact()
  const text = compliance.requests
  return (
    <HairlineGrid className="md:grid-cols-3">
      <RequestCell title={text.dpaTitle} text={text.dpaText}>
        <Button
          variant="outline"
          onClick={() => contact({ type: 'general', interest: text.dpaSubject, message: text.dpaMessage })}
        >
          {text.dpa}
        </Button>
      </RequestCell>
      <RequestCell title={text.penTestTitle} text={text.penTestText}>
        <Button
          variant="outline"
          onClick={() => contact({ type: 'general', interest: text.penTestSubject, message: text.penTestMessage })}
        >
          {text.penTest}
        </Button>
      </RequestCell>
      <RequestCell title={text.vulnerabilityTitle} text={text.vulnerabilityText}>
        <ButtonLink href="/.well-known/security.txt" variant="outline" size="md">
          {text.vulnerability}
        </ButtonLink>
      </RequestCell>
    </HairlineGrid>
  )
}

function RequestCell({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <HairlineCell className="flex flex-col items-start gap-3">
      <Heading as="h3" look="siteCell">
        {title}
      </Heading>
      <Text tone="soft" className="grow">
        {text}
      </Text>
      {children}
    </HairlineCell>
  )
}
