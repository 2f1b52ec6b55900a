import type { MouseEvent } from 'react'
import { blog } from '#web/messages/site/blog.ts'
import { ButtonLink } from '#web/ui/site/button-link.tsx'
import { SiteSection } from '#web/ui/site/site-section.tsx'
import { Heading } from '#web/ui/layout/text.tsx'
import { useContact } from '../contact/contact-context.tsx'
import { StartNote } from '../start-note.tsx'
import type { ArticleFront } from './article.ts'

const words = blog.cta
const ALL = ['sign-up', 'demo', 'pricing'] as const

/** Sign up, see a demo, look at prices. @param first the one that this page is about. */
export function CallToAction({ first }: { first: ArticleFront['cta'] }) {
  return (
    <SiteSection tone="tint" aria-label={words.title} inner="py-12! md:py-14!">
      <Heading look="siteSection">{words.title}</Heading>
      <StartNote className="mt-2" />
      <div className="mt-6 flex flex-wrap gap-3">
        {[first, ...ALL.filter((cta) => cta !== first)].map((cta) => (
          <Way key={cta} cta={cta} variant={cta === first ? 'primary' : 'outline'} />
        ))}
      </div>
    </SiteSection>
  )
}

function Way({ cta, variant }: { cta: ArticleFront['cta']; variant: 'primary' | 'outline' }) {
  switch (cta) {
    case 'sign-up':
      return (
        <ButtonLink href="/signup" variant={variant}>
          {words[cta]}
        </ButtonLink>
      )
    case 'demo':
      return <DemoLink variant={variant} />
    case 'pricing':
      return (
        <ButtonLink href="/pricing" variant={variant}>
          {words[cta]}
        </ButtonLink>
      )
  }
}

/** Opens the contact dialog; without JavaScript it leads to the contact section. */
function DemoLink({ variant }: { variant: 'primary' | 'outline' }) {
  const contact = useContact()
  const open = (event: MouseEvent) => {
    event.preventDefault()
    contact({ type: 'demo' })
  }
  return (
    <ButtonLink href="/#contact" variant={variant} aria-haspopup="dialog" onClick={open}>
      {words.demo}
    </ButtonLink>
  )
}
