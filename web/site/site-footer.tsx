import { operatorPlace } from '#contract/delivery/operator.ts'
import { layout } from '#web/messages/site/layout.ts'
import { Badge } from '#web/ui/feedback/badge.tsx'
import { SiteLink } from '#web/ui/site/site-link.tsx'
import { FooterBand, FooterColumn, footerItem } from '#web/ui/site/footer-band.tsx'
import { Mono, Span, Text, TextButton } from '#web/ui/layout/text.tsx'
import { Wordmark } from '#web/ui/layout/wordmark.tsx'
import { useContact } from './contact/contact-context.tsx'
import { useSiteConfig } from './use-site-config.ts'

const text = layout.footer

export function SiteFooter() {
  const config = useSiteConfig()
  return (
    <FooterBand label={text.label}>
      <div className="grid gap-10 md:grid-cols-[1.4fr_repeat(3,1fr)]">
        <div className="flex flex-col items-start gap-3">
          <Wordmark />
          <Text tone="soft">{text.promise}</Text>
          <ContactDetails address={config?.support_email ?? null} />
          <SocialLinks links={config?.social_links ?? []} />
        </div>
        {text.columns.map(([title, links]) => (
          <FooterColumn key={title} title={title}>
            {links.map(([to, label]) => (
              <li key={to}>
                <a href={to} className={footerItem}>
                  {label}
                </a>
              </li>
            ))}
            {title === 'Company' && (
              <li>
                <a href="/signup" className={footerItem}>
                  {text.signUp}
                </a>
              </li>
            )}
          </FooterColumn>
        ))}
      </div>
      <Frameworks />
      <div className="mt-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <Text tone="hint" size="xs">
          {text.licence} <SiteLink href="/source">{text.source}</SiteLink>
          {config && (
            <>
              {' '}
              <Mono>{text.build(config.build)}</Mono>
            </>
          )}
        </Text>
        <a href="#main" className={footerItem}>
          {text.top}
        </a>
      </div>
    </FooterBand>
  )
}

function ContactDetails({ address }: { address: string | null }) {
  const contact = useContact()
  return (
    <div>
      <Text tone="hint" size="xs">
        {text.reach}
      </Text>
      <ul className="mt-1 flex flex-col gap-1 text-sm">
        <li className="hidden noscript:block">
          {/* In an element: React compares a text alone with what the server put in. */}
          <noscript>
            <span>{operatorPlace('email')}</span>
          </noscript>
        </li>
        {address && (
          <li>
            <SiteLink href={`mailto:${address}`} className="wrap-anywhere">
              {address}
            </SiteLink>
          </li>
        )}
        <li className="noscript:hidden">
          <TextButton onClick={() => contact({ type: 'general' })}>{text.writeUs}</TextButton>
        </li>
      </ul>
    </div>
  )
}

/** Accounts of the operator elsewhere, by the setting SOCIAL_LINKS. */
function SocialLinks({ links }: { links: readonly string[] }) {
  if (links.length === 0) return null
  return (
    <div>
      <Text tone="hint" size="xs">
        {text.social}
      </Text>
      <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {links.map((link) => (
          <li key={link}>
            <a href={link} rel="me noopener" className={footerItem}>
              {new URL(link).hostname.replace(/^www\./, '')}
              <span className="sr-only"> ({text.newTab})</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Frameworks() {
  return (
    <div className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line pt-6">
      <Span tone="hint" size="xs">
        {text.frameworks}
      </Span>
      <ul className="flex flex-wrap gap-2">
        {text.frameworkNames.map((name) => (
          <li key={name}>
            <Badge>{name}</Badge>
          </li>
        ))}
      </ul>
      <SiteLink href="/compliance" className="text-xs">
        {text.frameworksNote}
      </SiteLink>
    </div>
  )
}
