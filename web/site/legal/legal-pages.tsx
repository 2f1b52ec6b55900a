import { legal } from '#web/messages/legal.ts'
import { AppLink } from '#web/ui/site/button-link.tsx'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'

/** Terms and privacy: what is true of every installation of this software. */
function LegalText({ kind }: { kind: 'terms' | 'privacy' }) {
  const { title, lead, sections } = legal[kind]
  return (
    <SiteSection inner="flex max-w-[46rem] flex-col gap-8">
      <div>
        <Heading as="h1" look="sitePage">
          {title}
        </Heading>
        <Text tone="soft" size="lead" className="mt-3">
          {lead}
        </Text>
      </div>
      {sections.map(([heading, ...paragraphs]) => (
        <section key={heading} className="flex flex-col gap-2">
          <Heading look="siteCell">{heading}</Heading>
          {paragraphs.map((paragraph) => (
            <Text key={paragraph} size="base">
              {paragraph}
            </Text>
          ))}
        </section>
      ))}
      <div>
        <AppLink href="/signup" variant="outline">
          {legal.back}
        </AppLink>
      </div>
    </SiteSection>
  )
}

export const Terms = () => <LegalText kind="terms" />
export const Privacy = () => <LegalText kind="privacy" />
