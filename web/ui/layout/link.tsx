import { clsx } from 'clsx'
import { Link, type LinkProps } from 'react-router'

const style =
  'rounded-sm font-semibold text-brand underline decoration-1 underline-offset-3 transition-colors duration-120 hover:text-brand-hover hover:decoration-2'

/** A link inside text. `reloadDocument` for pages outside this document. */
export function TextLink({ className, ...link }: LinkProps & { className?: string }) {
  return <Link className={clsx(style, className)} {...link} />
}

/** A link that leaves the site. The other site learns neither the page that it was on nor gets a handle of it. */
export function OutsideLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <a href={href} rel="noopener noreferrer">
      {children}
    </a>
  )
}

/** Looks like a link because it is part of a sentence, but does something here. */
export function TextButton({ className, ...button }: React.ComponentProps<'button'>) {
  return <button type="button" className={clsx(style, 'cursor-pointer', className)} {...button} />
}
