import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { linkStyle } from '../layout/text.tsx'

/** A link inside text of the site. Each page is a document of its own, so it is the browser's. */
export function SiteLink({ className, children, ...link }: ComponentProps<'a'> & { href: string }) {
  return (
    <a className={clsx(linkStyle, className)} {...link}>
      {children}
    </a>
  )
}

/** A link that leaves the site. The other site learns neither the page that it was on nor gets a handle of it. */
export function OutsideLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <a href={href} rel="noopener noreferrer">
      {children}
    </a>
  )
}

/** True for an address of another site. */
export function isElsewhere(href: string): boolean {
  return href.startsWith('https://')
}
