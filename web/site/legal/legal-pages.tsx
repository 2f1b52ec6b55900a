import { OPERATOR_UNSTATED, type OperatorFact, operatorPlace } from '#contract/delivery/operator.ts'
import { legal } from '#web/messages/legal.ts'
import { SiteLink } from '#web/ui/site/site-link.tsx'
import { Heading, Text } from '#web/ui/layout/text.tsx'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { useSiteConfig } from '../use-site-config.ts'

type Rows = (typeof legal.terms)['facts']

/** Terms and privacy: what is true of every installation of this software, and what the operator's settings say of this one. */
function LegalText({ kind }: { kind: 'terms' | 'privacy' }) {
  const { title, lead, facts, sections, more } = legal[kind]
  return (
    <SiteSection inner="flex max-w-[46rem]! flex-col gap-8">
      <div>
        <Heading as="h1" look="sitePage">
          {title}
        </Heading>
        <Text tone="soft" size="lead" className="mt-3">
          {lead}
        </Text>
      </div>
      <Facts rows={facts} />
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
      {more && (
        <Text size="base">
          <SiteLink href={more[0]}>{more[1]}</SiteLink>
        </Text>
      )}
    </SiteSection>
  )
}

/** Who is responsible. Without JavaScript the server has put the values into the page; React leaves a `noscript` alone. */
function Facts({ rows }: { rows: Rows }) {
  const facts = useSiteConfig()?.operator
  return (
    <section aria-label={legal.factsLabel}>
      <noscript>
        <FactList rows={rows} valueOf={operatorPlace} />
      </noscript>
      <div className="noscript:hidden">
        <FactList rows={rows} valueOf={(fact) => (facts ? (facts[fact] ?? OPERATOR_UNSTATED) : legal.asking)} />
      </div>
    </section>
  )
}

function FactList({ rows, valueOf }: { rows: Rows; valueOf: (fact: OperatorFact) => string }) {
  return (
    <dl className="divide-y divide-line border-y border-line text-base">
      {rows.map(([fact, label]) => (
        <div key={fact} className="grid gap-x-4 py-2.5 sm:grid-cols-[14rem_1fr]">
          <dt className="text-ink-3">{label}</dt>
          <dd className="wrap-anywhere">{valueOf(fact)}</dd>
        </div>
      ))}
    </dl>
  )
}

export const Terms = () => <LegalText kind="terms" />
export const Privacy = () => <LegalText kind="privacy" />
